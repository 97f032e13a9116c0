-- The picture that a customer chose of itself.

alter table customers add column picture_id bigint references pictures;

create index customers_by_picture on customers (picture_id) where picture_id is not null;
