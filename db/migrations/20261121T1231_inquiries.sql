-- Pictures that visitors sent, and what they wrote to the shop.

create table uploads (
  -- 128 random bits, hex: whoever knows it may use it.
  id         text primary key check (id ~ '^[0-9a-f]{32}$'),
  picture_id bigint not null references pictures,
  -- A day later the row is removed, and the picture too unless something shows it by then.
  created_at timestamptz not null
);

create index uploads_old on uploads (created_at);
create index uploads_by_picture on uploads (picture_id);

create table inquiries (
  id         bigint generated always as identity primary key,
  -- What the shopper is told: unguessable, and short enough to be read out.
  number     text not null unique,
  form_id    bigint references inquiry_forms on delete set null,
  -- The form's own address, which stays when the form goes.
  form       text not null,
  product_id bigint references products on delete set null,
  -- The product's address as it was.
  product    text,
  -- [{code, label, kind, value}]: what the fields were called when they were filled in.
  contact    jsonb not null default '[]',
  content    text not null,
  locale     text not null,
  created_at timestamptz not null
);

create index inquiries_new on inquiries (created_at);
create index inquiries_by_form on inquiries (form_id);
create index inquiries_by_product on inquiries (product_id);

create table inquiry_pictures (
  inquiry_id bigint not null references inquiries on delete cascade,
  position   int not null,
  picture_id bigint not null references pictures,
  primary key (inquiry_id, position)
);

create index inquiry_pictures_by_picture on inquiry_pictures (picture_id);
