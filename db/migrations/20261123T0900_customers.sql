-- Customers: who they are, how they prove it, and where they are signed in.

create table customers (
  id           bigint generated always as identity primary key,
  -- Eight random letters and digits, as merchants and mails name a customer.
  number       text not null unique,
  first_name   text not null default '' check (length(first_name) <= 100),
  last_name    text not null default '' check (length(last_name) <= 100),
  nickname     text not null default '' check (length(nickname) <= 100),
  bio          text not null default '' check (length(bio) <= 1000),
  birthday     date,
  -- The language of mails.
  locale       text not null,
  -- A sign-in by password from a browser that is not known asks for a code, too.
  checks_email boolean not null default false,
  created_at   timestamptz not null,
  -- The last sign-in; null before the first.
  signed_in_at timestamptz,
  -- Closed: nobody signs in, and what says who it was is deleted.
  closed_at    timestamptz
);

-- The e-mail addresses and mobile numbers that customers have proven to be theirs. One that nobody has
-- proven is in no row, but for those of an import, whose first sign-in proves them.
create table customer_identities (
  kind        text not null check (kind in ('email', 'mobile')),
  -- In the one spelling that is compared: small letters; digits with the country code.
  account     text not null check (length(account) between 3 and 254),
  customer_id bigint not null references customers on delete cascade,
  verified_at timestamptz,
  primary key (kind, account),
  unique (customer_id, kind)
);

create table customer_passwords (
  customer_id bigint primary key references customers on delete cascade,
  -- In PHC format, or as another shop made it.
  hash        text not null,
  set_at      timestamptz not null
);

create table sessions (
  id          bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token.
  token_hash  bytea not null unique,
  customer_id bigint not null references customers on delete cascade,
  -- How it began: password, code, …
  method      text not null,
  -- False: the cookie ends with the browser, and the session after a day without use.
  is_kept     boolean not null,
  created_at  timestamptz not null,
  -- Written at most every ten minutes.
  seen_at     timestamptz not null,
  -- The last time that the customer proved again who it is.
  proven_at   timestamptz not null,
  ip          text not null,
  -- The User-Agent header, shortened.
  agent       text not null default '',
  ended_at    timestamptz,
  -- elsewhere: ended from another browser, which this one is told.
  ended_by    text check (ended_by in ('sign_out', 'elsewhere', 'change')),
  check ((ended_at is null) = (ended_by is null))
);

create index sessions_by_customer on sessions (customer_id, seen_at desc);
create index sessions_old on sessions (seen_at);

-- The browsers that a customer has signed in with: they are asked less, and have tries of their own.
create table known_browsers (
  customer_id bigint not null references customers on delete cascade,
  -- SHA-256 of a token that only tells browsers apart.
  browser     bytea not null,
  seen_at     timestamptz not null,
  primary key (customer_id, browser)
);

create table one_time_codes (
  id         bigint generated always as identity primary key,
  purpose    text not null,
  kind       text not null check (kind in ('email', 'mobile')),
  account    text not null,
  -- SHA-256 of the token of the browser that asked for it: no other may use it.
  browser    bytea not null,
  -- Null for one that was never sent, because nobody has this account: no guess is right.
  code_hash  bytea,
  tries      int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index one_time_codes_by_browser on one_time_codes (browser, purpose, account, id desc);
create index one_time_codes_old on one_time_codes (expires_at);

-- What happened to an account: only ever added to.
create table security_events (
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  kind        text not null,
  at          timestamptz not null,
  ip          text not null,
  agent       text not null,
  -- The session that it happened in, and that it began.
  session_id  bigint references sessions on delete set null,
  -- What the line says besides: {method}, {email: "a…@example.com"}
  data        jsonb not null default '{}'
);

create index security_events_by_customer on security_events (customer_id, id desc);

create table customer_addresses (
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  -- As checkouts.address.
  address     jsonb not null,
  is_default  boolean not null default false,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

create index customer_addresses_by_customer on customer_addresses (customer_id);
create unique index customer_addresses_default on customer_addresses (customer_id) where is_default;

alter table favourite_lists
  add constraint favourite_lists_customer foreign key (customer_id) references customers on delete cascade;
alter table checkouts add constraint checkouts_customer foreign key (customer_id) references customers;
alter table orders add constraint orders_customer foreign key (customer_id) references customers;
alter table credit_entries
  add constraint credit_entries_customer foreign key (customer_id) references customers;
