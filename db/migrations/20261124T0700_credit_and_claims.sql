-- Store credit that can never fall below zero, and the coupons that customers have claimed.

-- What is left, by currency. The ledger's rows are only ever added, each together with its change here.
create table credit_balances (
  customer_id bigint not null references customers,
  currency    char(3) not null,
  balance     bigint not null check (balance >= 0),
  primary key (customer_id, currency)
);

insert into credit_balances (customer_id, currency, balance)
select customer_id, currency, sum(amount) from credit_entries group by 1, 2;

alter table credit_entries
  -- Said by who gave or took it; empty for what an order did.
  add column reason text not null default '' check (length(reason) <= 500),
  add column balance_after bigint check (balance_after >= 0);

update credit_entries e
set balance_after = s.after
from (
  select id, sum(amount) over (partition by customer_id, currency order by id) as after from credit_entries
) s
where s.id = e.id;

create index credit_entries_by_customer_id on credit_entries (customer_id, id desc);

create table coupon_claims (
  customer_id bigint not null references customers on delete cascade,
  coupon_id   bigint not null references coupons on delete cascade,
  claimed_at  timestamptz not null,
  primary key (customer_id, coupon_id)
);

create index coupon_claims_by_coupon on coupon_claims (coupon_id);
