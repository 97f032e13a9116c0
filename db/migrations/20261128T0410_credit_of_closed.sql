-- Open returns of accounts that are closed, whose refund was to be store credit: nobody could spend it.
update returns r
set refund_to = 'original', bonus = 0, version = r.version + 1
from orders o
join customers c on c.id = o.customer_id
where o.id = r.order_id
  and c.closed_at is not null
  and r.status = 'pending_approval'
  and r.refund_to = 'credit';
