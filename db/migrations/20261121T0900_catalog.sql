-- The catalogue: what is sold, in which languages, at which prices.

create extension if not exists pg_trgm;

create table pictures (
  id            bigint generated always as identity primary key,
  -- First 16 hex digits of the SHA-256 of the stored original, or of the drawing recipe: the name in /media URLs.
  key           text not null unique,
  -- Where it was fetched from; looked up before fetching again.
  source        text unique,
  -- A drawn stand-in instead of a stored original: {"motif": …, "color": …, "seed": …}.
  made          jsonb,
  width         int not null check (width > 0),
  height        int not null check (height > 0),
  bytes         bigint not null default 0,
  -- A 16 px wide WebP as a data URL, shown blurred until the picture is there.
  preview       text not null,
  average_color text not null check (average_color ~ '^#[0-9a-f]{6}$'),
  created_at    timestamptz not null default now()
);

create table categories (
  id         bigint generated always as identity primary key,
  slug       text not null unique,
  parent_id  bigint references categories,
  position   int not null default 0,
  visible    boolean not null default true,
  picture_id bigint references pictures,
  -- Where the catalogue file says that the picture is; a drawn one stands in until it could be had.
  picture_source text,
  -- The entry as imported, in one canonical form; equal hash means nothing to do.
  hash       text not null
);

create table category_texts (
  category_id bigint not null references categories on delete cascade,
  locale      text not null,
  name        text not null,
  description text,
  primary key (category_id, locale)
);

create table tags (
  id   bigint generated always as identity primary key,
  slug text not null unique,
  hash text not null
);

create table tag_texts (
  tag_id bigint not null references tags on delete cascade,
  locale text not null,
  name   text not null,
  primary key (tag_id, locale)
);

create table products (
  id             bigint generated always as identity primary key,
  slug           text not null unique,
  visible        boolean not null default true,
  brand          text,
  type           text,
  -- [{code, name: {locale: text}, values: [{code, name: {locale: text}, swatch?}]}]
  options        jsonb not null default '[]',
  -- [{label: {locale: text}, value: {locale: text}}]
  details        jsonb not null default '[]',
  rating_average numeric(3, 2) check (rating_average between 0 and 5),
  rating_count   int not null default 0 check (rating_count >= 0),
  sold_count     bigint not null default 0 check (sold_count >= 0),
  -- Any SKU can be bought; kept by the writers of stock.
  in_stock       boolean not null default false,
  published_at   timestamptz not null default now(),
  -- Grows with each change: part of fragment cache keys.
  version        int not null default 1,
  -- As in categories. The pictures' share apart: an import can leave the pictures out.
  hash           text not null,
  pictures_hash  text
);

create index products_new on products (published_at desc, id desc) where visible;
create index products_best on products (sold_count desc, id desc) where visible;

create table product_texts (
  product_id      bigint not null references products on delete cascade,
  locale          text not null,
  title           text not null,
  summary         text,
  description     text,
  seo_title       text,
  seo_description text,
  primary key (product_id, locale)
);

create table skus (
  id         bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  sku        text not null unique,
  position   int not null,
  -- {"color": "sage", "size": "l"}
  options    jsonb not null default '{}',
  on_hand    int not null default 0 check (on_hand >= 0),
  held       int not null default 0 check (held >= 0),
  -- What the last import said: the same value again is no news, and brings back nothing that was sold since.
  imported_on_hand int,
  backorder  boolean not null default false,
  weight     int check (weight >= 0),
  barcode    text,
  -- A SKU that an import no longer names: kept for orders and carts, never sold.
  retired    boolean not null default false,
  check (backorder or held <= on_hand)
);

create index skus_by_product on skus (product_id, position);

create table sku_prices (
  sku_id      bigint not null references skus on delete cascade,
  currency    char(3) not null,
  -- Minor units.
  amount      bigint not null check (amount >= 0),
  line_amount bigint check (line_amount > amount),
  -- Made from the base currency's price by the shop's rate, and made again when the rate changes.
  converted   boolean not null default false,
  primary key (sku_id, currency)
);

-- The span of a product's prices: what listings sort and filter by.
create table product_prices (
  product_id  bigint not null references products on delete cascade,
  currency    char(3) not null,
  amount_from bigint not null,
  amount_to   bigint not null,
  line_from   bigint,
  primary key (product_id, currency)
);

create index product_prices_by_amount on product_prices (currency, amount_from, product_id);

create table product_categories (
  category_id bigint not null references categories on delete cascade,
  product_id  bigint not null references products on delete cascade,
  -- False for the ancestors of the categories that the product is put in.
  direct      boolean not null,
  primary key (category_id, product_id)
);

create index product_categories_by_product on product_categories (product_id);

create table product_tags (
  tag_id     bigint not null references tags on delete cascade,
  product_id bigint not null references products on delete cascade,
  primary key (tag_id, product_id)
);

create index product_tags_by_product on product_tags (product_id);

-- One row for each option value that some SKU of the product has: what option filters use.
create table product_option_values (
  option_code text not null,
  value_code  text not null,
  product_id  bigint not null references products on delete cascade,
  -- Some SKU with this value can be bought.
  in_stock    boolean not null default false,
  primary key (option_code, value_code, product_id)
);

create index product_option_values_by_product on product_option_values (product_id);

create table product_pictures (
  product_id bigint not null references products on delete cascade,
  position   int not null,
  picture_id bigint not null references pictures,
  alt        jsonb not null default '{}',
  -- Shown when these option values are chosen: {"color": "sage"}.
  options    jsonb not null default '{}',
  -- As in categories.picture_source; null for a picture that is meant to be drawn.
  source     text,
  primary key (product_id, position)
);

create index product_pictures_by_picture on product_pictures (picture_id);
create index product_pictures_by_source on product_pictures (source) where source is not null;

create table collections (
  id         bigint generated always as identity primary key,
  slug       text not null unique,
  position   int not null default 0,
  visible    boolean not null default true,
  picture_id bigint references pictures,
  picture_source text,
  hash       text not null
);

create table collection_texts (
  collection_id bigint not null references collections on delete cascade,
  locale        text not null,
  name          text not null,
  description   text,
  primary key (collection_id, locale)
);

create table collection_products (
  collection_id bigint not null references collections on delete cascade,
  product_id    bigint not null references products on delete cascade,
  position      int not null,
  primary key (collection_id, product_id)
);

create index collection_products_by_position on collection_products (collection_id, position);
