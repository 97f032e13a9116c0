-- Scripts and stylesheets of the last builds that served this shop. A browser that has one of them gets its
-- successor as the difference.
create table assets (
  -- SHA-256 of the content, as browsers name it.
  hash bytea primary key check (octet_length(hash) = 32),
  -- Without the hash of its URL: `base.css`. All versions of one file have the same.
  name text not null,
  content bytea not null,
  -- The last start of a node whose build has it.
  seen_at timestamptz not null
);

create index assets_by_name on assets (name, seen_at desc);
