-- What visitors keep for later: products and articles, in one list of each browser or customer.

create table favourite_lists (
  id            bigint generated always as identity primary key,
  -- SHA-256 of the browser's token, as in carts; null where the list is a customer's.
  browser_hash  bytea unique,
  customer_id   bigint unique,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- SHA-256 of the token in the link that shows the list to others; null: it is not shared.
  share_hash    bytea unique,
  shared_at     timestamptz,
  check (num_nonnulls(browser_hash, customer_id) = 1),
  check (num_nonnulls(share_hash, shared_at) in (0, 2))
);

create table favourites (
  id             bigint generated always as identity primary key,
  list_id        bigint not null references favourite_lists on delete cascade,
  product_id     bigint references products on delete cascade,
  article_id     bigint references articles on delete cascade,
  added_at       timestamptz not null,
  -- Of a product when it was added: its lowest price in minor units, null where it had none, and whether it
  -- was sold out.
  seen_amount    bigint check (seen_amount >= 0),
  seen_currency  char(3),
  was_sold_out   boolean not null default false,
  unique (list_id, product_id),
  unique (list_id, article_id),
  check (num_nonnulls(product_id, article_id) = 1),
  check (num_nonnulls(seen_amount, seen_currency) in (0, 2))
);

-- When a product or an article is deleted.
create index favourites_by_product on favourites (product_id) where product_id is not null;
create index favourites_by_article on favourites (article_id) where article_id is not null;
