create table parcels (id bigint primary key, order_id bigint not null);

create index parcels_by_order on parcels (order_id);

alter table parcels add column weight int;

update parcels set weight = 0;

alter table orders add column parcels int;

create function count_parcels() returns trigger language plpgsql as $$
begin
  update orders set parcels = parcels + 1 where id = new.order_id;
  return new;
end $$;

create trigger parcel_added after update of order_id on parcels for each row execute function count_parcels();

insert into parcels (id, order_id) values (1, 1) on conflict (id) do update set order_id = excluded.order_id;
