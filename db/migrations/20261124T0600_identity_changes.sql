-- Changes of e-mail addresses and mobile numbers, which the owner of the old one can undo for some days.

create table identity_changes (
  id              bigint generated always as identity primary key,
  customer_id     bigint not null references customers on delete cascade,
  kind            text not null check (kind in ('email', 'mobile')),
  -- Null: there was none before; it was removed.
  old_account     text,
  old_verified_at timestamptz,
  new_account     text,
  -- SHA-256 of the token in the link that undoes it.
  undo_hash       bytea not null unique,
  at              timestamptz not null,
  -- Undone by its own link, or with an earlier change.
  undone_at       timestamptz,
  check (old_account is distinct from new_account)
);

create index identity_changes_by_customer on identity_changes (customer_id, id);
create index identity_changes_old on identity_changes (at);

-- What happened to a closed account is deleted some time after.
create index customers_closed on customers (closed_at) where closed_at is not null;
