alter table orders add column reminded_at timestamptz;

create index orders_to_remind
  on orders (id) where reminded_at is null;
