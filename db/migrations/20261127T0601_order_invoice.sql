-- The buyer's tax number on the receipt: typed on the order's page until the first receipt is made.
alter table orders
  add column tax_number text not null default '' check (length(tax_number) <= 40),
  add column receipt_at timestamptz;
