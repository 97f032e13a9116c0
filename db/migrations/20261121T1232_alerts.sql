-- Who wants to hear when a variant is back or costs less.

create table alerts (
  id           bigint generated always as identity primary key,
  sku_id       bigint not null references skus on delete cascade,
  kind         text not null check (kind in ('stock', 'price')),
  -- As it was typed.
  email        text not null,
  -- Of the page where it was asked for: the mails' language.
  locale       text not null,
  currency     char(3) not null,
  -- Minor units: the price that a lower one is compared with; the lower one takes its place when it was told.
  amount       bigint not null check (amount >= 0),
  -- pending: the mail that asks for a confirmation was sent. done: the stock alert was sent. ended: by its owner.
  state        text not null default 'pending' check (state in ('pending', 'active', 'done', 'ended')),
  created_at   timestamptz not null,
  changed_at   timestamptz not null,
  notified_at  timestamptz
);

create unique index alerts_by_wish on alerts (sku_id, kind, lower(email));
create index alerts_by_email on alerts (lower(email));
create index alerts_active on alerts (kind, sku_id) where state = 'active';
create index alerts_pending on alerts (changed_at) where state = 'pending';

-- The newsletter's links are signed instead.
alter table newsletter_subscribers drop column token_hash;
