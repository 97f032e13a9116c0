-- What is searched. Tokens are made by the program (src/features/search/text); PostgreSQL only keeps and finds them.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- No foreign key: what the words of a product that is gone counted for is taken away when its row is.
create table search_products (
  product_id bigint primary key,
  -- Title (A), brand, type and SKUs (B), options, tags and categories (C), in every language: what hits are ranked by.
  head       tsvector not null,
  -- The same and the descriptions (D): what is found.
  words      tsvector not null,
  -- Of the products that are asked first in a shop of very many; in all others every product is.
  popular    boolean not null default true
);

-- Read whole or not at all, and often: unpacking would cost more than room.
alter table search_products alter column head set storage external, alter column words set storage external;

create index search_products_popular on search_products using gin (words) with (fastupdate = off) where popular;
create index search_products_head on search_products using gin (head) with (fastupdate = off) where not popular;
create index search_products_words on search_products using gin (words) with (fastupdate = off) where not popular;

-- Categories, collections, articles and pages.
create table search_entries (
  kind  text not null check (kind in ('category', 'collection', 'article', 'page')),
  id    bigint not null,
  head  tsvector not null,
  words tsvector not null,
  primary key (kind, id)
);

create index search_entries_words on search_entries using gin (words) with (fastupdate = off);

-- The words in the heads of products and entries, and in how many: for completing and correcting what is typed.
create table search_words (
  word   text collate "C" primary key,
  things int not null
);

create index search_words_alike on search_words using gin (word gin_trgm_ops);

-- What was searched for and found: only terms made of the shop's own words, and nothing about who asked.
create table search_terms (
  term   text collate "C" not null,
  locale text not null,
  day    date not null,
  count  int not null,
  primary key (locale, term, day)
);

create index search_terms_by_day on search_terms (day);

-- What must be indexed again: each transaction adds its own rows, so none can take away another's that it does not see.
create table search_stale (
  no   bigint generated always as identity primary key,
  kind text not null,
  id   bigint not null
);

create index search_stale_by_thing on search_stale (kind, id);

insert into search_stale (kind, id)
select 'product', id from products union all
select 'category', id from categories union all
select 'collection', id from collections union all
select 'article', id from articles union all
select 'page', id from pages;

/*
 * The products that have what is wanted, at most `most` of them: first the popular ones, then those that have it in
 * their head, then, when there are few, those whose description has it. Scanning the table is never quicker.
 */
create function search_candidates(wanted tsquery, most int) returns table (id bigint, head tsvector)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  found_so_far int := 0;
  found_now int;
begin
  return query select s.product_id, s.head from search_products s where s.popular and s.words @@ wanted limit most;
  get diagnostics found_so_far = row_count;
  if found_so_far >= most then return; end if;
  return query select s.product_id, s.head from search_products s where not s.popular and s.head @@ wanted limit most - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= least(most, 100) then return; end if;
  return query select s.product_id, s.head from search_products s
    where not s.popular and s.words @@ wanted and not s.head @@ wanted limit most - found_so_far;
end
$$;

-- Marks the owners of changed rows. Arguments: kind, the owner's column.
create function search_mark() returns trigger language plpgsql as $$
begin
  execute format('insert into search_stale (kind, id) select distinct %L, %I from changed', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

-- Marks the products of a category or tag whose name changed. Arguments: the table that joins them, its column.
create function search_mark_products() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into search_stale (kind, id) select distinct ''product'', j.product_id from changed c join %I j on j.%I = c.%I',
    tg_argv[0], tg_argv[1], tg_argv[1]);
  return null;
end
$$;

-- Marks one product.
create function search_mark_row() returns trigger language plpgsql as $$
begin
  insert into search_stale (kind, id) values ('product', (to_jsonb(new) ->> tg_argv[0])::bigint);
  return null;
end
$$;

do $$
declare
  marked record;
begin
  for marked in
    select * from (values
      ('product_texts', 'product', 'product_id'), ('product_tags', 'product', 'product_id'),
      ('product_categories', 'product', 'product_id'), ('category_texts', 'category', 'category_id'),
      ('collection_texts', 'collection', 'collection_id'), ('article_texts', 'article', 'article_id'),
      ('page_texts', 'page', 'page_id')
    ) t(name, kind, owner)
  loop
    execute format('create trigger search_added after insert on %I referencing new table as changed for each statement execute function search_mark(%L, %L)', marked.name, marked.kind, marked.owner);
    execute format('create trigger search_changed after update on %I referencing new table as changed for each statement execute function search_mark(%L, %L)', marked.name, marked.kind, marked.owner);
    execute format('create trigger search_removed after delete on %I referencing old table as changed for each statement execute function search_mark(%L, %L)', marked.name, marked.kind, marked.owner);
  end loop;
end
$$;

create trigger search_added after insert on skus referencing new table as changed for each statement execute function search_mark('product', 'product_id');
create trigger search_removed after delete on skus referencing old table as changed for each statement execute function search_mark('product', 'product_id');
-- Not for stock: only a statement that names these columns comes here.
create trigger search_changed after update of sku, barcode, retired on skus for each row
  when ((old.sku, old.barcode, old.retired) is distinct from (new.sku, new.barcode, new.retired)) execute function search_mark_row('product_id');
create trigger search_changed after update of brand, type, options, details on products for each row
  when ((old.brand, old.type, old.options, old.details) is distinct from (new.brand, new.type, new.options, new.details)) execute function search_mark_row('id');
create trigger search_renamed after update on category_texts referencing new table as changed for each statement execute function search_mark_products('product_categories', 'category_id');
create trigger search_renamed after update on tag_texts referencing new table as changed for each statement execute function search_mark_products('product_tags', 'tag_id');
