-- What a product page says beyond the price: steps of quantity, the price of a measure, what the price was before,
-- what goes with it, how to choose a size, how it travels; and who found a review helpful.

alter table products
  -- Slugs of products that are bought with it, in the merchant's order.
  add column goes_with  jsonb not null default '[]',
  -- The slug of a content page.
  add column size_guide text,
  -- How it travels: a code that the configuration's delivery zones have days for; null for as most things do.
  add column delivery   text;

-- For the products in it that name none themselves.
alter table categories add column size_guide text;

-- Who is in a collection with a product.
create index collection_products_by_product on collection_products (product_id, collection_id);

-- {amount, unit, per}: this SKU holds `amount` of `unit`, and its price is also told for `per` of it.
alter table skus add column unit jsonb;

alter table sku_prices
  -- [{from, amount}]: each unit costs `amount` when `from` or more are bought; null for none.
  add column tiers         jsonb,
  -- Since when this price and line price hold.
  add column since         timestamptz not null default now(),
  -- The lowest price of the 30 days before that; null when it had no other price then.
  add column lowest_amount bigint;

-- Prices that held once. The one that holds now is in sku_prices.
create table price_history (
  sku_id   bigint not null references skus on delete cascade,
  currency char(3) not null,
  amount   bigint not null,
  since    timestamptz not null,
  until    timestamptz not null check (until > since),
  primary key (sku_id, currency, since)
);

create index price_history_by_age on price_history (until);

-- Directive (EU) 2019/2161, article 2: who announces a reduction tells the lowest price of the 30 days before it.
-- A trigger, because no writer of prices may forget it.
create function keep_price() returns trigger language plpgsql as $$
begin
  -- A price of the same transaction was never seen by anybody.
  if old.since < now() then
    insert into price_history (sku_id, currency, amount, since, until)
    values (old.sku_id, old.currency, old.amount, old.since, now());
    new.since := now();
  end if;
  new.lowest_amount := (
    select min(h.amount) from price_history h
    where h.sku_id = new.sku_id and h.currency = new.currency and h.until > now() - interval '30 days');
  return new;
end
$$;

create trigger keep_price before update on sku_prices
for each row when ((old.amount, old.line_amount) is distinct from (new.amount, new.line_amount))
execute function keep_price();

create table review_votes (
  review_id bigint not null references reviews on delete cascade,
  -- SHA-256 of the visitor's cookie.
  voter     bytea not null,
  -- SHA-256 of the network address: one address counts a few times a day.
  address   bytea not null,
  voted_at  timestamptz not null,
  primary key (review_id, voter)
);
