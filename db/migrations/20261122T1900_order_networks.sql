-- From where an unpaid order came: the units that one network holds are limited, and the operator can cancel
-- all of its orders at once.

-- The first 16 bytes of an HMAC of the address (IPv6: of its /64) under the key `networks` of signing_keys.
-- Null: not known, or forgotten, which it is after a day; of an order that is open and unpaid after thirty.
alter table orders add column network bytea;

create index orders_by_network on orders (network, placed_at) where network is not null;
