-- From where an unpaid order came: what one network holds is limited, and the operator can cancel all of it at
-- once.

-- The first 16 bytes of an HMAC of the address (IPv6: of its /64) under the key `networks` of signing_keys. Null:
-- not known, or forgotten, which it is after a day, or as long as the order is open and unpaid, but after thirty
-- days.
alter table orders add column network bytea;

create index orders_by_network on orders (network, placed_at) where network is not null;
