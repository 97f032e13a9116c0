-- What the shop says beside its catalogue: articles, pages, promotions, coupons, inquiry forms and reviews.
-- `hash`, `picture_source` and the tables of texts are as in the catalogue.

create table articles (
  id             bigint generated always as identity primary key,
  slug           text not null unique,
  visible        boolean not null default true,
  -- {name: {locale: text}, about?: {locale: text}}
  author         jsonb not null,
  picture_id     bigint references pictures,
  picture_source text,
  -- {locale: text}
  picture_alt    jsonb not null default '{}',
  published_at   timestamptz not null,
  hash           text not null default ''
);

create index articles_new on articles (published_at desc, id desc) where visible;

create table article_texts (
  article_id bigint not null references articles on delete cascade,
  locale     text not null,
  title      text not null,
  summary    text,
  -- HTML, sanitised when it was read.
  body       text,
  primary key (article_id, locale)
);

create table article_products (
  article_id bigint not null references articles on delete cascade,
  product_id bigint not null references products on delete cascade,
  position   int not null,
  primary key (article_id, product_id)
);

create index article_products_by_product on article_products (product_id);

create table article_tags (
  article_id bigint not null references articles on delete cascade,
  tag_id     bigint not null references tags on delete cascade,
  primary key (article_id, tag_id)
);

create index article_tags_by_tag on article_tags (tag_id);

create table pages (
  id             bigint generated always as identity primary key,
  slug           text not null unique,
  visible        boolean not null default true,
  picture_id     bigint references pictures,
  picture_source text,
  picture_alt    jsonb not null default '{}',
  hash           text not null default ''
);

create table page_texts (
  page_id bigint not null references pages on delete cascade,
  locale  text not null,
  title   text not null,
  summary text,
  body    text,
  primary key (page_id, locale)
);

create table promotions (
  id             bigint generated always as identity primary key,
  slug           text not null unique,
  visible        boolean not null default true,
  picture_id     bigint references pictures,
  picture_source text,
  picture_alt    jsonb not null default '{}',
  -- From the first, up to but not including the second; null for no bound.
  starts_at      timestamptz,
  ends_at        timestamptz check (ends_at > starts_at),
  -- {minimumAmount?: {currency: minor units}, minimumQuantity?, products: [slug], categories: [slug],
  --  collections: [slug], firstOrder}
  conditions     jsonb not null,
  -- {kind, …}; amounts as {currency: minor units}
  benefit        jsonb not null,
  hash           text not null default ''
);

create table promotion_texts (
  promotion_id bigint not null references promotions on delete cascade,
  locale       text not null,
  name         text not null,
  summary      text,
  description  text,
  primary key (promotion_id, locale)
);

create table coupons (
  id                 bigint generated always as identity primary key,
  slug               text not null unique,
  code               text not null,
  visible            boolean not null default true,
  starts_at          timestamptz,
  ends_at            timestamptz check (ends_at > starts_at),
  conditions         jsonb not null,
  benefit            jsonb not null,
  -- Listed for everyone to claim; otherwise only who knows the code has it.
  claimable          boolean not null,
  -- Uses in all; null for no end.
  use_limit          int check (use_limit > 0),
  limit_per_customer int not null check (limit_per_customer > 0),
  stackable          boolean not null,
  hash               text not null default ''
);

-- A shopper types the code in any case.
create unique index coupons_by_code on coupons (upper(code));

create table coupon_texts (
  coupon_id bigint not null references coupons on delete cascade,
  locale    text not null,
  name      text not null,
  summary   text,
  primary key (coupon_id, locale)
);

create table inquiry_forms (
  id      bigint generated always as identity primary key,
  slug    text not null unique,
  visible boolean not null default true,
  -- [{code, label: {locale: text}, help?: {locale: text}, kind, required, choices: [{code, name: {locale: text}}]}]
  fields  jsonb not null,
  hash    text not null default ''
);

create table inquiry_form_texts (
  inquiry_form_id bigint not null references inquiry_forms on delete cascade,
  locale          text not null,
  title           text not null,
  summary         text,
  content_label   text,
  thanks          text,
  primary key (inquiry_form_id, locale)
);

create table reviews (
  id            bigint generated always as identity primary key,
  code          text not null unique,
  product_id    bigint not null references products on delete cascade,
  sku_id        bigint references skus on delete set null,
  author        text not null,
  locale        text not null,
  score         smallint not null check (score between 1 and 5),
  title         text,
  content       text not null,
  created_at    timestamptz not null,
  helpful_count int not null default 0 check (helpful_count >= 0),
  -- The writer bought it here.
  verified      boolean not null default false,
  reply         text,
  replied_at    timestamptz,
  visible       boolean not null default true,
  hash          text not null default '',
  check ((reply is null) = (replied_at is null))
);

create index reviews_of_product on reviews (product_id, created_at desc, id desc) where visible;
create index reviews_praise on reviews (helpful_count desc, id desc) where visible and score = 5;
create index reviews_by_sku on reviews (sku_id);

create table review_pictures (
  review_id  bigint not null references reviews on delete cascade,
  position   int not null,
  picture_id bigint not null references pictures,
  alt        jsonb not null default '{}',
  source     text,
  primary key (review_id, position)
);

-- The rating is made of reviews that the shop has: an import of the catalogue leaves it alone.
alter table products add column reviewed boolean not null default false;

-- What the demo brought, as it was then: what the merchant has made of it since is the merchant's.
create table demo_entries (
  -- `product`, `article`, …, or `config`
  kind text not null,
  -- Slug or code; the version of a configuration.
  key  text not null,
  hash text not null,
  primary key (kind, key)
);
