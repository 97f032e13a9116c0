-- What shoppers want to be told of, and by what; which of their browsers take push messages; e-mail addresses
-- that refuse mails.

create table notification_settings (
  -- Links that unsubscribe name it.
  id          bigint generated always as identity primary key,
  customer_id bigint unique references customers on delete cascade,
  -- Of a guest: HMAC-SHA256 of the e-mail address in small letters, by a key of signing_keys.
  email_hash  bytea unique check (octet_length(email_hash) = 32),
  -- What was chosen otherwise than the shop has it: {"order.shipped/mail": false}
  choices     jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  -- Minutes of the shop's day between which nothing rings; null: never.
  quiet_from  smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  created_at  timestamptz not null,
  changed_at  timestamptz not null,
  check (num_nonnulls(customer_id, email_hash) = 1),
  check (num_nonnulls(quiet_from, quiet_until) in (0, 2)),
  check (quiet_from <> quiet_until)
);

create table push_subscriptions (
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  -- The session in which the browser asked for it: when that ends, nothing is sent any more.
  session_id  bigint not null references sessions on delete cascade,
  -- Where the browser's own push service takes messages for it.
  endpoint    text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key, and the secret that it shares with the shop: messages are encrypted with both.
  p256dh      text not null,
  auth        text not null,
  locale      text not null,
  created_at  timestamptz not null
);

create index push_subscriptions_by_customer on push_subscriptions (customer_id, id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

create table mail_bounces (
  -- As notification_settings.email_hash.
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  -- Refusals for good, and for now.
  hard       int not null default 0 check (hard >= 0),
  soft       int not null default 0 check (soft >= 0),
  -- Of the last one (RFC 3463): 5.1.1
  status     text not null,
  changed_at timestamptz not null
);

create index mail_bounces_old on mail_bounces (changed_at);

-- Push messages wait in the outbox of mails: `push:<subscription>` is the recipient.
alter table outbox_mails
  drop constraint outbox_mails_channel_check,
  add constraint outbox_mails_channel_check check (channel in ('mail', 'sms', 'push')),
  -- When the recipient's mail server said that the mail did not arrive; the shop counts it once.
  add column bounced_at timestamptz;
