-- The shopper of a paid order that became dearer was reminded of what it waits for; another difference is
-- another reminder.
alter table orders add column due_reminded_at timestamptz;

create index orders_due_to_remind on orders (id) where due > 0 and due_reminded_at is null;
