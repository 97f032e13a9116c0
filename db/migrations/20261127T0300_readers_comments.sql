-- Comments that readers write themselves: whose they are, and whether the shop lets them stand.
alter table article_comments
  -- Null: from a file, of the shop, or of a guest.
  add column customer_id bigint references customers,
  add column state       text not null default 'published'
    check (state in ('pending', 'published', 'refused')),
  -- Why it waits, as `heldFor` in features/content/rules/held-for.ts names it; null: it never waited.
  add column held_for    text,
  -- Why the merchant refused it, in words for who wrote it.
  add column reason      text,
  add column decided_at  timestamptz,
  add constraint article_comments_shown check (state = 'published' or not visible);

create index article_comments_of_customer on article_comments (customer_id, created_at desc)
  where customer_id is not null;
create index article_comments_undecided on article_comments (id) where state <> 'published';
-- Whether the same words were sent before.
create index article_comments_by_words on article_comments (md5(content));
