-- Who wrote an order: a shopper in the shop, or the operator for somebody.
alter table orders add column source text not null default 'shop' check (source in ('shop', 'operator'));
-- The operator's name for it, under which it is written once.
alter table orders add column source_key text unique;
alter table orders add constraint orders_source_key check (source_key is null or source = 'operator');
