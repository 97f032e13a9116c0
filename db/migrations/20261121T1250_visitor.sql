-- Which pages are opened, without who opened them; and the tickets that open the live channel.

-- What the visitors of one day are told apart by. It is thrown away when the day is over, and with it the way back
-- from a key to an address.
create table visitor_salts (
  day  date primary key,
  salt bytea not null
);

-- One row for each visitor, page and day.
create table visitor_pages (
  day      date not null,
  -- The first 8 bytes of an HMAC of address and browser under the day's salt.
  visitor  bytea not null,
  -- The path with its language, without query.
  path     text not null,
  -- Where the visitor came from: the host of another site, or null.
  referer  text,
  timezone text,
  -- Reports of ten seconds each: how long the page was open.
  beats    int not null,
  first_at timestamptz not null,
  primary key (day, visitor, path)
);

create table live_tickets (
  -- SHA-256 of the ticket.
  hash       bytea primary key,
  -- SHA-256 of the cart's token; null for who has no cart.
  cart       bytea,
  locale     text not null,
  expires_at timestamptz not null
);

create index live_tickets_by_expiry on live_tickets (expires_at);
