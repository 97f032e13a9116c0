-- A password that came with an import is worth nothing before the first proof of its address: whoever opened
-- the account at the former shop need not be the one who reads its mail.

alter table one_time_codes
  -- The password was right in this browser, when this code was asked for or since.
  add column after_password boolean not null default false;
