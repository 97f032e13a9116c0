-- Slugs that an entry has in single languages, in place of its own: /zh/product/橡木凳 for /product/oak-stool.

create table entry_slugs (
  -- `product`, `category`, `collection`, `tag`, `article`, `page`
  kind      text not null,
  locale    text not null,
  slug      text not null,
  -- Null: what had this name was deleted.
  entry_id  bigint,
  -- It had this slug before, and has another one or none now: the URL leads on.
  is_former boolean not null default false,
  primary key (kind, locale, slug)
);

create unique index entry_slugs_by_entry on entry_slugs (kind, entry_id, locale) where not is_former;
create index entry_slugs_by_slug on entry_slugs (kind, slug);

create function drop_entry_slugs() returns trigger language plpgsql as $$
begin
  update entry_slugs set entry_id = null, is_former = true where kind = tg_argv[0] and entry_id = old.id;
  return null;
end $$;

do $$
declare
  entry record;
begin
  for entry in select * from (values
    ('products', 'product'), ('categories', 'category'), ('collections', 'collection'), ('tags', 'tag'),
    ('articles', 'article'), ('pages', 'page')) as e (table_name, kind)
  loop
    execute format(
      'create trigger slugs_deleted after delete on %I for each row execute function drop_entry_slugs(%L)',
      entry.table_name, entry.kind);
  end loop;
end $$;
