-- Mailed links to a customer's orders that were signed until then open nothing any more; null: none was taken back.
alter table customers add column links_valid_from timestamptz;
