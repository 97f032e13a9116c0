-- Sign-in by other providers: whose the accounts there are, and the flows that are under way.

create table oauth_accounts (
  id          bigint generated always as identity primary key,
  -- As the environment names it: google, wechat, …
  provider    text not null,
  -- Who vouches: of a provider with many tenants, the tenant's own.
  issuer      text not null check (length(issuer) <= 500),
  -- Of the person, for ever the same at this issuer.
  subject     text not null check (length(subject) between 1 and 255),
  customer_id bigint not null references customers on delete cascade,
  -- As the provider named it when the account was linked; null when it named none.
  email       text check (length(email) <= 254),
  linked_at   timestamptz not null,
  -- The last sign-in by it; null before the first.
  used_at     timestamptz,
  unique (provider, issuer, subject)
);

create index oauth_accounts_by_customer on oauth_accounts (customer_id, id);

-- Visitors who are at a provider's page just now. A row is deleted by the return that it is used for.
create table oauth_flows (
  -- SHA-256 of the state that goes to the provider and comes back.
  state_hash  bytea primary key,
  -- SHA-256 of the token of the browser that began it: no other may end it.
  browser     bytea not null,
  -- Nor may another provider.
  provider    text not null,
  nonce       text not null,
  verifier    text not null,
  purpose     text not null check (purpose in ('sign_in', 'link')),
  -- Who links an account; null for a sign-in.
  customer_id bigint references customers on delete cascade,
  -- The language of the page that it began on: the provider's way back has none.
  locale      text not null,
  -- Own path to go on at.
  next        text not null default '',
  expires_at  timestamptz not null,
  check ((purpose = 'link') = (customer_id is not null))
);

create index oauth_flows_old on oauth_flows (expires_at);

-- Accounts at a provider that are nobody's yet: the shopper proves an address first. One for each browser.
create table oauth_arrivals (
  browser    bytea primary key,
  provider   text not null,
  issuer     text not null,
  subject    text not null,
  email      text,
  first_name text not null default '',
  last_name  text not null default '',
  next       text not null default '',
  -- The account that the last code was sent to.
  asked      text,
  -- Codes that were sent for it.
  codes      int not null default 0,
  expires_at timestamptz not null
);

create index oauth_arrivals_old on oauth_arrivals (expires_at);
