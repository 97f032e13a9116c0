-- What belongs to a customer by the e-mail address can be found by it, and imports know who was erased.

alter table inquiries
  -- Who was signed in when it was written; null for a guest.
  add column customer_id bigint references customers on delete set null,
  -- The first e-mail address of the form, in small letters; null where none was typed.
  add column email text;

update inquiries i
set email = (
  select lower(c.line ->> 'value')
  from jsonb_array_elements(i.contact) with ordinality c(line, place)
  where c.line ->> 'kind' = 'email'
  order by c.place limit 1
);

create index inquiries_by_customer on inquiries (customer_id) where customer_id is not null;
create index inquiries_by_email on inquiries (email) where email is not null;

-- Whom a mail is about, in small letters: its recipient, or who wrote to the shop. By its kind, since an
-- operator's own address is the recipient of all of these.
alter table outbox_mails
  add column person text generated always as (
    lower(case when kind like '%.shop%' then reply_to else recipient end)
  ) stored;

create index outbox_mails_by_person on outbox_mails (person);

-- Who closed an account, or was erased by the shop: no import brings them back unasked. HMAC-SHA256 of the
-- e-mail address in small letters, by a key of signing_keys.
create table erased_emails (
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  erased_at  timestamptz not null
);
