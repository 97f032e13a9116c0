-- Themes as folders of files (`violet theme push`): what was stored, and what of it was shown when.

-- The files of all versions, each content once.
create table theme_files (
  -- SHA-256 of the content.
  hash       bytea primary key check (octet_length(hash) = 32),
  content    bytea not null check (octet_length(content) <= 20971520),
  -- What pages show of a picture; null for other files.
  picture_id bigint references pictures
);

create table theme_versions (
  id         bigint generated always as identity primary key,
  name       text not null check (length(name) between 1 and 80),
  -- Path in the folder → the hash of its content, 64 hex digits.
  manifest   jsonb not null check (jsonb_typeof(manifest) = 'object'),
  created_at timestamptz not null
);

-- The newest one that is not newer than a configuration belongs to it: both are written in one transaction.
create table theme_publications (
  id             bigint generated always as identity primary key,
  version_id     bigint not null references theme_versions,
  config_version int not null references shop_config,
  -- The publication that was undone to; null for one that is not an undoing.
  returns_to     bigint references theme_publications,
  published_at   timestamptz not null
);
