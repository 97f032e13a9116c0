-- Reviews that buyers write themselves: of which line of an order, in which state, and who was asked for one.

alter table reviews
  -- What it was bought by: null for a review of a file. Whose it is, is whose order it is.
  add column order_line_id bigint unique references order_lines on delete cascade,
  add column state text not null default 'published' check (state in ('pending', 'published', 'refused')),
  -- How it fits, where there are sizes.
  add column fit text check (fit in ('small', 'true', 'large')),
  -- The writer changed it, which is possible once.
  add column edited_at timestamptz,
  -- The merchant has decided about it as it stands; null: it waits in the queue, shown or not.
  add column checked_at timestamptz,
  -- Why it was refused: one of the reasons that there are, and words for the writer.
  add column refusal text check (refusal in ('spam', 'insult', 'personal', 'unrelated', 'unlawful')),
  add column refusal_note text,
  add check ((refusal is null) = (state <> 'refused'));

update reviews set state = 'refused', refusal = 'unrelated' where not visible;
-- What a file brings, the merchant has seen.
update reviews set checked_at = created_at;
alter table reviews alter column checked_at set default now();

-- One fact in one place: it is shown while it is published.
alter table reviews drop column visible;
alter table reviews add column visible boolean generated always as (state = 'published') stored;

create index reviews_of_product on reviews (product_id, created_at desc, id desc) where visible;
create index reviews_praise on reviews (helpful_count desc, id desc) where visible and score = 5;
create index reviews_to_check on reviews (id) where checked_at is null;

-- Lines whose review was deleted by who wrote it: another one waits in the queue, whatever the setting.
create table deleted_reviews (
  order_line_id bigint primary key references order_lines on delete cascade,
  deleted_at    timestamptz not null
);

-- Orders whose buyer was asked for reviews, or was not to be: each once.
create table review_asks (
  order_id bigint primary key references orders on delete cascade,
  asked_at timestamptz not null,
  -- Null where nothing was sent.
  mailed_at timestamptz
);

-- SHA-256 of e-mail addresses that do not want to be asked.
create table review_stops (
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  stopped_at timestamptz not null
);

create index orders_arrived on orders (coalesce(delivered_at, shipped_at))
  where delivered_at is not null or shipped_at is not null;
