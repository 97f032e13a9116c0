-- A withdrawal needs nobody's consent, so it may come when the shop names no address for parcels: its
-- shopper is mailed one as soon as there is, and the time to send the parcel begins with that mail.
alter table returns
  add column awaits_address boolean not null default false,
  add constraint returns_await_address check (not awaits_address or (is_withdrawal and send_by is null));

create index returns_awaiting_address on returns (id) where awaits_address;

-- Those whose receipt said that the address follows, and never had a mail with it.
update returns
set awaits_address = true, send_by = null
where is_withdrawal
  and type = 'return_and_refund'
  and status = 'pending_approval'
  and sent_at is null
  and received_at is null
  and not exists (
    select from shop_config
    where version = (select max(version) from shop_config)
      and jsonb_typeof(document #> '{sales,returns,address}') = 'object'
  );
