-- A customer's list of orders: filtered, counted and paged without reading the orders themselves.
create index orders_of_customer on orders (customer_id, placed_at desc, id desc)
  include (status, pay_status, number)
  where customer_id is not null;
drop index orders_by_customer;

-- What a line is found by, in small letters; a name that is longer than any is found by its beginning.
alter table order_lines
  add column words text not null
  generated always as (left(lower(title || ' ' || choice || ' ' || sku), 600)) stored;

create index order_lines_words on order_lines (order_id) include (words);

-- The few orders that wait for their customers' money, which every page of the account area counts.
create index orders_to_pay on orders (customer_id)
  where customer_id is not null and status = 'in_progress' and pay_status = 'unpaid';
