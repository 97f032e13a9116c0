-- Puzzles of the security verification: issued, tried, passed, spent by one action.

create table verifications (
  -- SHA-256 of the id that the browser has.
  key         bytea primary key check (octet_length(key) = 32),
  -- SHA-256 of the token in the cookie of the browser that asked.
  browser     bytea not null check (octet_length(browser) = 32),
  way         text not null check (way in ('slide', 'question', 'work')),
  -- slide: from the picture's left edge to the gap, in pixels. question: the answer. work: leading zero bits.
  wanted      int not null,
  tries       int not null default 0 check (tries between 0 and 5),
  created_at  timestamptz not null,
  -- Of the puzzle; once it is passed, of the pass.
  expires_at  timestamptz not null,
  passed_at   timestamptz,
  spent_at    timestamptz,
  -- The action that used it: `sign_in.code`.
  spent_for   text,
  check ((spent_at is null) = (spent_for is null)),
  check (spent_at is null or passed_at is not null)
);

create index verifications_old on verifications (expires_at);
