-- Paths of another shop, or of the past, that lead to pages of this one (`violet redirects`).
-- They are looked up only where no page answers.
create table redirects (
  -- Without language and query, in lower case, each part percent-encoded. `*` stands for characters
  -- within one part, `**` at the end for all parts that are left.
  source     text primary key check (source ~ '^/[!-~]+$' and length(source) <= 1000),
  -- With its own query, where it has one; `$1` is what the first `*` stands for.
  target     text not null check (target ~ '^/[!-~]*$' and target !~ '^//' and length(target) <= 2000),
  -- 301 or 308: both are permanent.
  status     smallint not null default 301 check (status in (301, 308)),
  is_pattern boolean not null generated always as (position('*' in source) > 0) stored,
  created_at timestamptz not null
);

-- Patterns are few, and every node has all of them in memory.
create index redirects_patterns on redirects (source) where is_pattern;
