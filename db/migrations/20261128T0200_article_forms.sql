-- Names that a page gives its form when it is shown. A form that is sent again, since its answer did not
-- come, goes to the article that it made, and over what it saved itself.
alter table customer_articles
  add column made_in text check (length(made_in) between 1 and 64),
  add column saved_in text check (length(saved_in) between 1 and 64);

create unique index customer_articles_made_in on customer_articles (customer_id, made_in)
  where made_in is not null;
