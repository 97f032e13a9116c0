-- What an order earned and is to be taken back, as far as the customer's balance did not have it: taken from
-- what comes in later. The customer and the currency are the order's.
create table credit_debts (
  order_id bigint primary key references orders on delete cascade,
  amount   bigint not null check (amount > 0)
);
