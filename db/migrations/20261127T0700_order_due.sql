-- What is still to be paid of a paid order that the shop has made dearer, in minor units; 0 of any other.
-- The shop then has to_pay - due of the shopper's money, and sends nothing. A cancelled order keeps what was
-- never paid of it.
alter table orders
  add column due bigint not null default 0,
  add constraint orders_due check (due >= 0 and due <= total - credit),
  add constraint orders_due_waits check (due = 0 or (pay_status = 'paid' and delivery_status = 'unshipped'));

-- They wait for their customers' money, too.
drop index orders_to_pay;
create index orders_to_pay on orders (customer_id)
  where customer_id is not null and status = 'in_progress' and (pay_status = 'unpaid' or due > 0);
