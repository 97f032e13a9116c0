-- Between the best sellers and all the others: in a shop of a million products, words that too few of the best sellers
-- have are looked for here before the postings of the whole shop are read (decision 027).

alter table search_products add column known boolean not null default false;

create index search_products_known on search_products using gin (words) with (fastupdate = off) where known;

/*
 * The products that have what is wanted, at most `most` of them: the popular ones, then those that are known, then
 * those that have it in their head, then, when there are few, those whose description has it. Scanning the table is
 * never quicker.
 */
create or replace function search_candidates(wanted tsquery, most int) returns table (id bigint, head tsvector)
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
  return query select s.product_id, s.head from search_products s where s.known and s.words @@ wanted limit most - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= most then return; end if;
  return query select s.product_id, s.head from search_products s
    where not s.popular and not s.known and s.head @@ wanted limit most - found_so_far;
  get diagnostics found_now = row_count;
  found_so_far := found_so_far + found_now;
  if found_so_far >= least(most, 100) then return; end if;
  return query select s.product_id, s.head from search_products s
    where not s.popular and not s.known and s.words @@ wanted and not s.head @@ wanted limit most - found_so_far;
end
$$;
