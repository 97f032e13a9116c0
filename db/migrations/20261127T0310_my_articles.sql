-- Articles that customers write. What is published of one is a row of `articles`, as the merchant's own are.
create table customer_articles (
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- Null: nothing of it is published.
  article_id  bigint unique references articles on delete set null,
  -- Reserved among the articles of customers; those of the merchant go first.
  slug        text not null unique,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

create index customer_articles_of_customer on customer_articles (customer_id, updated_at desc, id desc);

-- Each time that an article is saved it gets a new row: its id names exactly one text. Those that nobody
-- needs any more are deleted at once.
create table article_revisions (
  id                  bigint generated always as identity primary key,
  customer_article_id bigint not null references customer_articles on delete cascade,
  state               text not null check (state in ('draft', 'submitted', 'refused', 'published')),
  title               text not null,
  -- Markdown.
  content             text not null,
  locale              text not null,
  picture_id          bigint references pictures,
  -- Why the merchant refused it, in words for its author.
  reason              text,
  written_at          timestamptz not null,
  decided_at          timestamptz
);

-- The one that is worked on, and the one that readers see.
create unique index article_revisions_working on article_revisions (customer_article_id)
  where state <> 'published';
create unique index article_revisions_published on article_revisions (customer_article_id)
  where state = 'published';
create index article_revisions_waiting on article_revisions (id) where state = 'submitted';
create index article_revisions_picture on article_revisions (picture_id) where picture_id is not null;

-- The pictures in a text: stored for as long as a revision shows them.
create table article_revision_pictures (
  revision_id bigint not null references article_revisions on delete cascade,
  picture_id  bigint not null references pictures,
  position    int not null,
  primary key (revision_id, picture_id)
);

create index article_revision_pictures_picture on article_revision_pictures (picture_id);

-- When the merchant was last mailed that comments and articles wait.
create table content_told (
  one     boolean primary key default true check (one),
  told_at timestamptz not null
);
