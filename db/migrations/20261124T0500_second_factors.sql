-- The second factor of signing in: an authenticator app, recovery codes, and sign-ins that wait for one.

create table second_factors (
  customer_id  bigint primary key references customers on delete cascade,
  -- The app's secret, encrypted by a key of the shop.
  secret       bytea not null,
  -- The session that added it.
  session_id   bigint references sessions on delete set null,
  created_at   timestamptz not null,
  -- Null until the first code has shown that the app has the secret: nothing is asked for before.
  confirmed_at timestamptz,
  -- The last step of 30 seconds whose code was taken: no code of it, or of one before, is taken again.
  last_step    bigint not null default 0
);

create table recovery_codes (
  customer_id bigint not null references customers on delete cascade,
  -- SHA-256 of the customer and the code.
  code_hash   bytea not null,
  used_at     timestamptz,
  primary key (customer_id, code_hash)
);

-- Sign-ins whose first proof was right, and that begin no session before the second.
create table pending_sign_ins (
  -- SHA-256 of the cookie's token.
  token_hash  bytea primary key,
  customer_id bigint not null references customers on delete cascade,
  -- SHA-256 of the token of the browser that may go on with it.
  browser     bytea not null,
  -- As in sessions.
  method      text not null,
  is_kept     boolean not null,
  -- Own path to go on at; empty for the account's own page.
  next        text not null check (length(next) <= 2000),
  tries       int not null default 0,
  expires_at  timestamptz not null
);

create index pending_sign_ins_by_customer on pending_sign_ins (customer_id);
create index pending_sign_ins_old on pending_sign_ins (expires_at);

-- Until then this browser is not asked for the second factor.
alter table known_browsers add column factor_until timestamptz;
