-- Which products listings must read again, and since which transaction: every node keeps what listings choose and sort
-- by in memory (decision 016), and asks here before each answer. Kept by triggers, so that no writer can forget it.

create table listing_changes (
  -- Without a foreign key: a product that is gone is news as well.
  product_id bigint primary key,
  xid        xid8 not null default pg_current_xact_id()
);

create index listing_changes_by_xid on listing_changes (xid);

create function listing_changed() returns trigger language plpgsql as $$
begin
  -- In order: two transactions that touch the same products must not wait for each other.
  insert into listing_changes (product_id) select distinct product_id from touched order by 1
  on conflict (product_id) do update set xid = excluded.xid where listing_changes.xid <> excluded.xid;
  return null;
end $$;

create function product_listing_changed() returns trigger language plpgsql as $$
begin
  insert into listing_changes (product_id) values (coalesce(new.id, old.id))
  on conflict (product_id) do update set xid = excluded.xid where listing_changes.xid <> excluded.xid;
  return null;
end $$;

create trigger listing_inserted after insert on product_prices referencing new table as touched for each statement execute function listing_changed();
create trigger listing_updated after update on product_prices referencing new table as touched for each statement execute function listing_changed();
create trigger listing_deleted after delete on product_prices referencing old table as touched for each statement execute function listing_changed();

create trigger listing_inserted after insert on product_option_values referencing new table as touched for each statement execute function listing_changed();
create trigger listing_updated after update on product_option_values referencing new table as touched for each statement execute function listing_changed();
create trigger listing_deleted after delete on product_option_values referencing old table as touched for each statement execute function listing_changed();

create trigger listing_inserted after insert on product_categories referencing new table as touched for each statement execute function listing_changed();
create trigger listing_deleted after delete on product_categories referencing old table as touched for each statement execute function listing_changed();

create trigger listing_inserted after insert on product_tags referencing new table as touched for each statement execute function listing_changed();
create trigger listing_deleted after delete on product_tags referencing old table as touched for each statement execute function listing_changed();

-- Most updates of a product are none of its listings' business.
create trigger listing_updated after update on products for each row
  when ((old.visible, old.in_stock, old.published_at, old.sold_count, old.rating_average, old.rating_count)
    is distinct from (new.visible, new.in_stock, new.published_at, new.sold_count, new.rating_average, new.rating_count))
  execute function product_listing_changed();
create trigger listing_deleted after delete on products for each row execute function product_listing_changed();
