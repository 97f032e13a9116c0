-- The networks that limits count. A row names one as orders.network does.

-- Not guessed by trying all addresses, as the hash before it was. Null: deleted, which it is after a day.
alter table review_votes rename column address to network;
alter table review_votes alter column network drop not null;
update review_votes set network = null;

create index review_votes_by_network on review_votes (voted_at) where network is not null;

-- Of the visitor that the ticket was issued to; null for one whose sockets are not counted.
alter table live_tickets add column network bytea;
