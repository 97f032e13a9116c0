-- Refunds are tried until the provider has taken them; what only a person can give back waits for that person.

alter table refunds add column next_try_at timestamptz;
alter table refunds add column tries int not null default 0;
create index refunds_to_send on refunds (next_try_at) where status = 'pending' and next_try_at is not null;
create index refunds_by_payment on refunds (payment_id) where payment_id is not null;

-- The demo gateway says what it will have decided by then, when it was told to answer late.
alter table demo_charges add column decides_at timestamptz;
create index demo_charges_deciding on demo_charges (decides_at) where status = 'waiting';

-- What the demo gateway gave back; the same key gives back once.
create table demo_refunds (
  key        text primary key,
  reference  text not null references demo_charges,
  amount     bigint not null check (amount > 0),
  created_at timestamptz not null
);
