-- What is searched, in a table of its own for each tier (decision 027): the rows that are asked first stand close
-- together, so that a search reads few pages, and those stay in memory.

alter table search_products rename to search_products_before;

create table search_products (
  product_id bigint not null,
  -- 0: asked first, in a shop of very many; in all others every product is. 1: asked next. 2: asked last.
  tier       smallint not null default 0,
  -- Title (A), brand, type and SKUs (B), options, tags and categories (C), in every language: what hits are ranked by.
  head       tsvector not null,
  -- The same and the descriptions (D): what is found.
  words      tsvector not null
) partition by list (tier);

create table search_popular partition of search_products for values in (0);
create table search_known partition of search_products for values in (1);
create table search_rest partition of search_products for values in (2);

do $$
declare
  part text;
begin
  foreach part in array array['search_popular', 'search_known', 'search_rest'] loop
    -- Read whole or not at all, and often: unpacking would cost more than room.
    execute format('alter table %I alter column head set storage external, alter column words set storage external', part);
    -- Who moves between the tiers leaves room that is soon used again.
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.05)', part);
  end loop;
end
$$;

insert into search_products (product_id, tier, head, words)
select product_id, case when popular then 0 when known then 1 else 2 end, head, words from search_products_before;

drop table search_products_before;

-- No product is in two tiers: whoever writes the index waits for whoever else does.
alter table search_popular add primary key (product_id);
alter table search_known add primary key (product_id);
alter table search_rest add primary key (product_id);

create index search_popular_words on search_popular using gin (words) with (fastupdate = off);
create index search_known_words on search_known using gin (words) with (fastupdate = off);
create index search_rest_head on search_rest using gin (head) with (fastupdate = off);
create index search_rest_words on search_rest using gin (words) with (fastupdate = off);

drop function search_candidates(tsquery, int);

/*
 * The products that have what is wanted, at most `most` of them, one tier after the other until there are `enough`: the
 * popular ones, those that are known, of the rest those that have it in their head, and where all that does not fill a
 * page of 48, those whose description has it. Scanning a table is never quicker.
 */
create function search_candidates(wanted tsquery, most int, enough int) returns table (id bigint, head tsvector)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  found_so_far int := 0;
  found_now int;
begin
  return query select s.product_id, s.head from search_popular s where s.words @@ wanted limit most;
  get diagnostics found_so_far = row_count;
  if found_so_far >= enough then return; end if;
  return query select s.product_id, s.head from search_known s where s.words @@ wanted limit most - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= enough then return; end if;
  return query select s.product_id, s.head from search_rest s where s.head @@ wanted limit most - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= least(enough, 48) then return; end if;
  -- Those that have it in their head are among these once more, and take no other's place.
  return query select s.product_id, s.head from (
      select r.product_id, r.head from search_rest r where r.words @@ wanted limit most - found_so_far + found_now
    ) s where not s.head @@ wanted limit most - found_so_far;
end
$$;
