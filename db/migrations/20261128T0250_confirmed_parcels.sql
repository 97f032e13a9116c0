-- A shopper who confirms an order says that its parcels are there. The word is the arrival, and not its day.

alter table shipments add column confirmed boolean not null default false;

with said as (
  select order_id, max(at) as at
  from order_events
  where kind = 'completed' and actor = 'customer'
  group by order_id
),
there as (
  update shipments s
  set delivered_at = said.at, confirmed = true
  from said
  where s.order_id = said.order_id and s.delivered_at is null
  returning s.order_id, s.delivered_at
)
update orders o
set delivery_status = 'delivered', delivered_at = there.delivered_at
from there
where o.id = there.order_id and o.delivery_status = 'shipped';
