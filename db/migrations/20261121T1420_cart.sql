-- What a cart keeps beside its lines, what its owner has set aside for later, and what each line was when it was last
-- seen: so that a change can be told.

alter table carts
  -- As they were entered, in that order.
  add column coupon_codes text[] not null default '{}',
  -- ISO 3166-1: where shipping is estimated for. Null: nobody has said.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- What the shop is to know about the order.
  add column note text not null default '' check (length(note) <= 1000);

alter table cart_lines
  -- Minor units for one, when its owner last saw it. Null: not seen yet, or not to be had then.
  add column seen_amount bigint,
  -- Null: not seen yet.
  add column seen_currency char(3),
  add column seen_trouble text check (seen_trouble in ('sold_out', 'not_enough'));

create table saved_lines (
  cart_id  bigint not null references carts on delete cascade,
  sku_id   bigint not null references skus on delete cascade,
  quantity int not null check (quantity > 0),
  saved_at timestamptz not null,
  primary key (cart_id, sku_id)
);

create index saved_lines_by_sku on saved_lines (sku_id);
