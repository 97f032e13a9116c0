-- Passkeys: keys that customers sign in with instead of a password, and what their browsers have to sign.

create table passkey_users (
  customer_id bigint primary key references customers on delete cascade,
  -- What a passkey stores of its owner: 32 random bytes. The e-mail address is personal, and changes.
  handle      bytea not null unique check (length(handle) = 32)
);

create table passkeys (
  id            bigint generated always as identity primary key,
  customer_id   bigint not null references passkey_users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE format.
  public_key    bytea not null,
  -- How often it was used, as its device counts. 0 for ever: several devices share it, and none counts.
  counter       bigint not null check (counter >= 0),
  -- How browsers reach it: internal, hybrid, usb, …
  transports    text[] not null,
  -- What made it: a password manager, or a kind of device. Zeros: it does not say.
  aaguid        uuid not null,
  -- It is stored elsewhere, too, and outlives its device.
  is_backed_up  boolean not null,
  -- As its owner calls it; empty: by the name of its manager.
  name          text not null default '' check (length(name) <= 100),
  -- The domain that it belongs to, for ever.
  rp_id         text not null,
  created_at    timestamptz not null,
  used_at       timestamptz
);

create index passkeys_by_customer on passkeys (customer_id, id);

-- What a browser has to sign, once: a row is deleted by whoever takes it.
create table webauthn_challenges (
  -- SHA-256 of the 32 random bytes.
  challenge_hash bytea primary key,
  -- add_silently: made by the browser after a sign-in by password, without anybody being asked.
  purpose        text not null check (purpose in ('sign_in', 'add', 'add_silently')),
  -- SHA-256 of the token of the browser that asked for it: no other may use it.
  browser        bytea not null,
  -- Who adds a passkey; null to sign in.
  customer_id    bigint references customers on delete cascade,
  expires_at     timestamptz not null,
  check ((customer_id is null) = (purpose = 'sign_in'))
);

create index webauthn_challenges_old on webauthn_challenges (expires_at);
