-- What customers were given back as store credit: few of a shop's refunds, and asked for with the sums of a
-- customer.
create index refunds_as_credit on refunds (order_id) where payment_id is null and status = 'done';
