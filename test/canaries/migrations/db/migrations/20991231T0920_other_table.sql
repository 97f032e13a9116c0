alter table shipments add column confirmed boolean not null default false;

with there as (update shipments set confirmed = true returning order_id)
update orders set version = version + 1
from there
where id = there.order_id;
