-- Addresses that lead elsewhere now, and when what stands at an address was last changed.

-- What an entry was called before, by the entry's id, so that several changes lead straight to its present name.
create table former_slugs (
  -- `product`, `category`, …
  kind       text not null,
  slug       text not null,
  -- Null: what had this name was deleted.
  entry_id   bigint,
  changed_at timestamptz not null default now(),
  primary key (kind, slug)
);

create index former_slugs_by_entry on former_slugs (kind, entry_id);

-- Route patterns of earlier configurations.
create table past_routes (
  pattern     text primary key,
  -- What it showed: an entry's kind, `article-list`, `custom` for the app rule, `user` for the account area.
  kind        text not null,
  -- The one entry of a custom category that named it.
  slug        text,
  replaced_at timestamptz not null
);

create function remember_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update former_slugs set entry_id = null, changed_at = now() where kind = tg_argv[0] and entry_id = old.id;
    insert into former_slugs (kind, slug) values (tg_argv[0], old.slug)
      on conflict (kind, slug) do update set entry_id = null, changed_at = excluded.changed_at;
  else
    insert into former_slugs (kind, slug, entry_id) values (tg_argv[0], old.slug, new.id)
      on conflict (kind, slug) do update set entry_id = excluded.entry_id, changed_at = excluded.changed_at;
  end if;
  return null;
end $$;

create function touch_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

do $$
declare
  entry record;
begin
  for entry in select * from (values
    ('products', 'product', 'slug, visible, hash, version'), ('categories', 'category', 'slug, visible, hash'),
    ('collections', 'collection', 'slug, visible, hash'), ('tags', 'tag', 'slug, hash'),
    ('articles', 'article', 'slug, visible, hash'), ('pages', 'page', 'slug, visible, hash'),
    ('promotions', 'promotion', 'slug, visible, hash'), ('coupons', 'coupon', 'slug, visible, hash'),
    ('inquiry_forms', 'inquiry', 'slug, visible, hash')) as e (table_name, kind, columns)
  loop
    execute format('alter table %I add column changed_at timestamptz not null default now()', entry.table_name);
    execute format('create trigger touch before update of %s on %I for each row execute function touch_changed_at()',
      entry.columns, entry.table_name);
    execute format('create trigger renamed after update of slug on %I for each row when (old.slug <> new.slug) execute function remember_slug(%L)',
      entry.table_name, entry.kind);
    execute format('create trigger deleted after delete on %I for each row execute function remember_slug(%L)',
      entry.table_name, entry.kind);
  end loop;
end $$;
