-- Its money went back and it stays: nothing more of it is sent, whatever an open return still promises or
-- comes to.
alter table orders
  add column sending_ended boolean not null default false;
