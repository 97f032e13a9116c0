alter table orders add column due_reminded_at timestamptz;

create index orders_due_to_remind on orders (id) where due_reminded_at is null;
