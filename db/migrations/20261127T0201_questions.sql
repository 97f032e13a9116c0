-- Questions about products, and answers by the merchant and by buyers.

create table questions (
  id          bigint generated always as identity primary key,
  -- Its name for the operator and in addresses: ten letters and digits.
  code        text not null unique,
  product_id  bigint not null references products on delete cascade,
  -- Who asked while signed in.
  customer_id bigint,
  author      text not null,
  -- Where the answer is mailed to; deleted when that is done, and after 90 days.
  email       text,
  content     text not null,
  locale      text not null,
  state       text not null default 'pending' check (state in ('pending', 'published', 'refused')),
  refusal     text check (refusal in ('spam', 'insult', 'personal', 'unrelated', 'unlawful')),
  created_at  timestamptz not null,
  checked_at  timestamptz,
  check ((refusal is null) = (state <> 'refused'))
);

create index questions_of_product on questions (product_id, created_at desc, id desc)
  where state = 'published';
create index questions_to_check on questions (id) where checked_at is null;
create index questions_by_customer on questions (customer_id) where customer_id is not null;
create index questions_with_email on questions (created_at) where email is not null;

create table question_answers (
  id            bigint generated always as identity primary key,
  code          text not null unique,
  question_id   bigint not null references questions on delete cascade,
  -- By what a buyer has the product; null: the merchant answers.
  order_line_id bigint references order_lines on delete cascade,
  author        text not null,
  content       text not null,
  locale        text not null,
  state         text not null default 'pending' check (state in ('pending', 'published', 'refused')),
  refusal       text check (refusal in ('spam', 'insult', 'personal', 'unrelated', 'unlawful')),
  created_at    timestamptz not null,
  checked_at    timestamptz,
  check ((refusal is null) = (state <> 'refused')),
  -- A line of an order answers a question once.
  unique (question_id, order_line_id)
);

create index question_answers_to_check on question_answers (id) where checked_at is null;
create index question_answers_by_line on question_answers (order_line_id) where order_line_id is not null;
