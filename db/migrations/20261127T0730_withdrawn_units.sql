-- Units that a withdrawal took out of the order before they were sent: they never are. A return of the type
-- refund_only has them, so they count in `returned` as those do that were sent.
alter table order_lines
  add column withdrawn int not null default 0,
  add check (withdrawn >= 0 and shipped + withdrawn <= quantity);

do $$
declare
  former text;
begin
  select conname into strict former
  from pg_constraint
  where conrelid = 'order_lines'::regclass
    and contype = 'c'
    and pg_get_constraintdef(oid) like '%returned <= shipped%';
  execute format('alter table order_lines drop constraint %I', former);
end
$$;

alter table order_lines
  add check (returned >= 0 and returned <= shipped + withdrawn);
