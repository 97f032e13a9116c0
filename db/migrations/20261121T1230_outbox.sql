-- Mails on their way out, the keys that links in them are signed with, and how often somebody has asked for something.

create table outbox_mails (
  id              bigint generated always as identity primary key,
  -- What it is about: `newsletter.confirm`, `inquiry.shop`, …
  kind            text not null,
  recipient       text not null,
  -- Who an answer goes to; null for the sender.
  reply_to        text,
  -- The sender's name as the recipient sees it; the address is the configuration's.
  sender_name     text not null,
  subject         text not null,
  html            text not null,
  plain           text not null,
  -- Of a subscription: the page that ends it (RFC 2369), which takes a bare POST as well (RFC 8058).
  unsubscribe_url text,
  -- The same at every try: a recipient who gets it twice can tell.
  message_id      text not null unique,
  -- filed: written to a folder, since no SMTP server is configured.
  state           text not null default 'waiting' check (state in ('waiting', 'sent', 'filed', 'failed')),
  tries           int not null default 0 check (tries >= 0),
  -- The next try; while one is under way, when another node may take it over.
  next_at         timestamptz not null,
  give_up_at      timestamptz not null,
  -- What the server or the network said last.
  last_error      text,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  check ((sent_at is not null) = (state in ('sent', 'filed')))
);

create index outbox_mails_due on outbox_mails (next_at, id) where state = 'waiting';
create index outbox_mails_old on outbox_mails (created_at) where state <> 'waiting';

-- One row for each purpose, made by the first node that needs it.
create table signing_keys (
  purpose    text primary key,
  key        bytea not null check (octet_length(key) = 32),
  created_at timestamptz not null default now()
);

-- Fixed windows. `who` is a hash: no address is kept.
create table rate_counts (
  who        bytea not null,
  begins_at  timestamptz not null,
  count      int not null default 1,
  primary key (who, begins_at)
);

create index rate_counts_old on rate_counts (begins_at);
