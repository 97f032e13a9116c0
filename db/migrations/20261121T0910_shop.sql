-- The shop's configuration, carts, and the machinery that keeps nodes in step.

create table shop_config (
  -- One row: the newest document. Older ones are kept beside it.
  version    int primary key,
  document   jsonb not null,
  changed_at timestamptz not null
);

-- What changed, for every node's page cache. NOTIFY only wakes the readers; this is the truth.
create table cache_changes (
  id         bigint generated always as identity primary key,
  -- Rows become visible in commit order, not in id order: readers start at the oldest transaction still open.
  xid        xid8 not null default pg_current_xact_id(),
  tags       text[] not null,
  -- Hard: the next visitor waits for the new page. Soft: the old one may be shown while it is made.
  hard       boolean not null,
  created_at timestamptz not null default now()
);

create index cache_changes_by_xid on cache_changes (xid);

create table carts (
  id         bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table cart_lines (
  id       bigint generated always as identity primary key,
  cart_id  bigint not null references carts on delete cascade,
  sku_id   bigint not null references skus on delete cascade,
  quantity int not null check (quantity > 0),
  selected boolean not null default true,
  added_at timestamptz not null,
  unique (cart_id, sku_id)
);

create index cart_lines_by_sku on cart_lines (sku_id);

create table idempotency_keys (
  -- SHA-256 of who asked and the key that they sent; the key itself is not kept.
  key_hash     bytea primary key,
  path         text not null,
  request_hash bytea not null,
  answer       jsonb,
  -- The cookies that the first answer set, encrypted with a key made from the idempotency key.
  cookies      bytea,
  created_at   timestamptz not null
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
