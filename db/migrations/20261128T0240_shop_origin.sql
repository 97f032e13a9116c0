-- Where the server was last open: commands that write mails have no address of their own.

create table shop_origin (
  -- One row.
  only_row boolean primary key default true check (only_row),
  origin   text not null,
  noted_at timestamptz not null
);
