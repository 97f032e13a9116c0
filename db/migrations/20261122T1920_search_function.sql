-- search_candidates again, with the same statements but written once: a loop writes the eight lines of each
-- of its three questions to the rest. The lines must stay in the function, one for each eighth: PostgreSQL
-- uses the index of an eighth only where the statement names that eighth by its number, and a statement that
-- is put together while searching would be planned anew each time.

-- Only versions before the last one called it.
drop function search_candidates(tsquery, int, int);

/*
 * The products that match `wanted`, at most `most` of them. The popular ones (tier 0) and the known ones
 * (tier 1) are asked until there are `enough`. Where those do not fill two pages of 48, the rest (tier 2) is
 * asked for what is missing: one eighth after the other for products whose head matches, and where all that
 * does not fill one page, for products whose description matches. `named`, a whole title or an article
 * number, is found in the tiers that were left out as well; null for none.
 *
 * A table is never scanned, since that is never quicker, and the plan is the same whatever is wanted.
 */
do $make$
declare
  asked constant text := 'select r.product_id, r.head from search_rest r where r.product_id % 8 = ';
  eighths text;
begin
  -- `{test}` stands for what a row must pass.
  select string_agg(asked || eighth || ' and {test}', E'\n      union all ' order by eighth) into eighths
  from generate_series(0, 7) eighth;

  execute replace(replace(replace($function$
create or replace function search_candidates(wanted tsquery, named tsquery, most int, enough int)
returns table (id bigint, head tsvector)
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
    return query select s.product_id, s.head from search_known s
      where s.words @@ wanted limit most - found_so_far;
    get diagnostics found_now = row_count;
    found_so_far := found_so_far + found_now;
  else
    return query select s.product_id, s.head from search_known s where s.words @@ named limit 10;
  end if;
  if found_so_far >= least(enough, 96) then
    return query select * from (
      {named in head}
    ) s limit 10;
    return;
  end if;
  return query select * from (
      {wanted in head}
    ) s limit least(most, 96) - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= least(enough, 48) then return; end if;
  return query select * from (
      {wanted in description}
    ) s limit most - found_so_far;
end
$$
$function$,
    '{named in head}', replace(eighths, '{test}', 'r.head @@ named')),
    '{wanted in head}', replace(eighths, '{test}', 'r.head @@ wanted')),
    '{wanted in description}', replace(eighths, '{test}', 'r.words @@ wanted and not r.head @@ wanted'));
end
$make$;
