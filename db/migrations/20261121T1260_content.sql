-- Articles that were changed after they came out, what readers say of them, and how often a coupon was used.

alter table articles add column updated_at timestamptz;
alter table articles add constraint articles_updated_later check (updated_at > published_at);

create table article_comments (
  id          bigint generated always as identity primary key,
  -- What the comment is known by, in files and to the browser.
  code        text not null unique,
  article_id  bigint not null references articles on delete cascade,
  -- The code of what it answers. No foreign key: an answer outlives what it answers, and then stands by itself.
  answers     text,
  author      text not null,
  locale      text not null,
  -- Plain text with line breaks.
  content     text not null,
  -- Written by the article's author or the shop.
  official    boolean not null default false,
  created_at  timestamptz not null,
  visible     boolean not null default true,
  hash        text not null default ''
);

create index article_comments_of_article on article_comments (article_id, created_at desc, id desc) where visible;

alter table coupons add column used_count int not null default 0 check (used_count >= 0);
