-- Text messages wait in the outbox of mails: the same lease, the same tries, the same list for the operator.

alter table outbox_mails add column channel text not null default 'mail' check (channel in ('mail', 'sms'));

-- Each channel is sent by itself: one that rests does not hold up the other.
drop index outbox_mails_due;
create index outbox_mails_due on outbox_mails (channel, next_at, id) where state = 'waiting';
