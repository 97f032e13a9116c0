-- Versions of the theme that shall be shown at a time.
create table theme_schedules (
  id         bigint generated always as identity primary key,
  version_id bigint not null references theme_versions,
  due_at     timestamptz not null,
  created_at timestamptz not null,
  -- Why it could not be shown at its time; null while it waits. A row whose version was shown is deleted.
  failure    text
);
