-- alter table orders: this file does not.
update orders set weight = 0 where weight is null;

create index orders_by_weight on orders (weight);
