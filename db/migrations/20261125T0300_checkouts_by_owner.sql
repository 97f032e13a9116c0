-- Every sign-in asks whether its browser has open checkouts.
create index checkouts_by_owner on checkouts (owner_hash);
