-- Signing in by a QR code: one browser waits, and a phone that is signed in says yes or no.

create table qr_tickets (
  id          bigint generated always as identity primary key,
  -- SHA-256 of the ticket in the code, which everybody may see.
  ticket_hash bytea not null unique check (octet_length(ticket_hash) = 32),
  -- SHA-256 of the token of the browser that waits: no other can be signed in by it.
  browser     bytea not null check (octet_length(browser) = 32),
  state       text not null default 'created'
    check (state in ('created', 'scanned', 'confirmed', 'used', 'refused')),
  -- Of the browser that waits, for whoever is asked to confirm.
  ip          text not null,
  agent       text not null,
  -- Who has scanned it, and in which session it was confirmed.
  customer_id bigint references customers on delete cascade,
  session_id  bigint references sessions on delete cascade,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  check (state = 'created' or customer_id is not null),
  check (state not in ('confirmed', 'used') or session_id is not null)
);

create index qr_tickets_old on qr_tickets (expires_at);
create index qr_tickets_by_customer on qr_tickets (customer_id);
create index qr_tickets_by_session on qr_tickets (session_id);
