-- Until when mailed links to the customer's orders were signed that open nothing any more; null: all work.
alter table customers add column links_valid_from timestamptz;
