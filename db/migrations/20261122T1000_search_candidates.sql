-- The rest of a very large shop is searched in eighths, and no more of them than are needed (decision 027): an index
-- gives all that it has at once, and what a million products have of common words takes longer than all else together.

set local maintenance_work_mem = '256MB';

do $$
begin
  for eighth in 0..7 loop
    execute format('create index search_rest_head_%1$s on search_rest using gin (head) with (fastupdate = off) where product_id %% 8 = %1$s', eighth);
    execute format('create index search_rest_words_%1$s on search_rest using gin (words) with (fastupdate = off) where product_id %% 8 = %1$s', eighth);
  end loop;
end
$$;

drop index search_rest_head;
drop index search_rest_words;

/*
 * The products that have what is wanted, at most `most` of them. The popular ones and those that are known are asked
 * until there are `enough`. Where those do not fill two pages of 48, of the rest so many as do: one eighth after the
 * other is asked for those that have it in their head, and where all that does not fill one page, for those whose
 * description has it. What is named so, a whole title or an article number, is found in what was left out as well.
 *
 * Scanning a table is never quicker, and the plan is the same whatever is wanted.
 */
create function search_candidates(wanted tsquery, named tsquery, most int, enough int) returns table (id bigint, head tsvector)
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  found_so_far int := 0;
  found_now int;
begin
  return query select s.product_id, s.head from search_popular s where s.words @@ wanted limit most;
  get diagnostics found_so_far = row_count;
  if found_so_far < enough then
    return query select s.product_id, s.head from search_known s where s.words @@ wanted limit most - found_so_far;
    get diagnostics found_now = row_count;
    found_so_far := found_so_far + found_now;
  else
    return query select s.product_id, s.head from search_known s where s.words @@ named limit 10;
  end if;
  if found_so_far >= least(enough, 96) then
    return query select * from (
      select r.product_id, r.head from search_rest r where r.product_id % 8 = 0 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 1 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 2 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 3 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 4 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 5 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 6 and r.head @@ named
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 7 and r.head @@ named
    ) s limit 10;
    return;
  end if;
  return query select * from (
      select r.product_id, r.head from search_rest r where r.product_id % 8 = 0 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 1 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 2 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 3 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 4 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 5 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 6 and r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 7 and r.head @@ wanted
    ) s limit least(most, 96) - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= least(enough, 48) then return; end if;
  return query select * from (
      select r.product_id, r.head from search_rest r where r.product_id % 8 = 0 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 1 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 2 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 3 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 4 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 5 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 6 and r.words @@ wanted and not r.head @@ wanted
      union all select r.product_id, r.head from search_rest r where r.product_id % 8 = 7 and r.words @@ wanted and not r.head @@ wanted
    ) s limit most - found_so_far;
end
$$;

-- As nodes of the version before ask.
create or replace function search_candidates(wanted tsquery, most int, enough int) returns table (id bigint, head tsvector)
language sql stable
as $$ select * from search_candidates(wanted, null, most, enough) $$;
