-- Links by which colleagues see a version of the theme before shoppers do; and what `theme dev` has stored.

create table theme_links (
  -- It stands in the link, which is signed.
  id         bigint generated always as identity primary key,
  version_id bigint not null references theme_versions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index theme_links_version on theme_links (version_id);

alter table theme_versions
  -- What `theme dev` has stored last of a folder: the next save takes its place.
  add column is_working boolean not null default false;
