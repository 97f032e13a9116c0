-- Who asked for the shop's letter.

create table newsletter_subscribers (
  id         bigint generated always as identity primary key,
  -- As it was typed; one row for an address in any case.
  email      text not null,
  -- The language of the page where it was asked for: the letters' language.
  locale     text not null,
  state      text not null default 'pending' check (state in ('pending', 'subscribed', 'unsubscribed')),
  -- SHA-256 of what a mail's link confirms or unsubscribes with; null until a mail with such a link was sent.
  token_hash bytea unique,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

create unique index newsletter_subscribers_by_email on newsletter_subscribers (lower(email));
