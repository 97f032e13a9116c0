-- Parts of an order's price that the operator took off, or gave back, after it was placed. Never updated.
create table order_adjustments (
  id       bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- The operator's idempotency key: the same adjustment is not made twice.
  key      text not null,
  -- The SKU of a line; null for the order as a whole.
  line     text,
  -- Minor units with all tax, and the tax in it.
  amount   bigint not null check (amount > 0),
  tax      bigint not null check (tax >= 0 and tax <= amount),
  -- [{line, taxClass, rate, amount, tax}]: its parts by line and tax class; line null: shipping and fee.
  shares   jsonb not null check (jsonb_typeof(shares) = 'array'),
  reason   text not null,
  -- The order was not paid, and its quote has the amount. Otherwise it is a refund, `adjust:<order>:<key>`.
  in_quote boolean not null,
  at       timestamptz not null,
  unique (order_id, key)
);

-- Units that leave an order because it was edited: a `release` or a `restock` is the end of it.
alter table stock_moves drop constraint stock_moves_kind_check;
alter table stock_moves add constraint stock_moves_kind_check
  check (kind in ('hold', 'release', 'sale', 'restock', 'adjust', 'edit'));
