-- How many units of a SKU one order may have: a minimum, a maximum, and the step between.

-- {min, max, step} as the catalogue file says it; null for any quantity. A SKU's own goes first.
alter table products add column quantity jsonb;

alter table skus
  add column quantity jsonb,
  -- What holds of the two, written with them: read wherever a quantity is judged.
  add column min_quantity  int not null default 1 check (min_quantity >= 1),
  add column max_quantity  int,
  add column quantity_step int not null default 1 check (quantity_step >= 1),
  add constraint skus_quantity_rule check (
    min_quantity % quantity_step = 0 and max_quantity % quantity_step = 0 and max_quantity >= min_quantity
  );

-- A line that was fine may be no quantity that is sold any more.
alter table cart_lines drop constraint cart_lines_seen_trouble_check;
alter table cart_lines
  add constraint cart_lines_seen_trouble_check check (seen_trouble in ('sold_out', 'not_enough', 'quantity'));
