alter table orders add column weight int;

update orders o
set weight = 0
where o.weight is null;
