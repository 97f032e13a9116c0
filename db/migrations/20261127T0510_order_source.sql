-- The operator's name for an order that the operator wrote for somebody: under it, it is written once.
alter table orders add column source_key text unique;
alter table orders add constraint orders_source_key check (source_key is null or source = 'operator');
