-- What the shop has answered to inquiries, and which of them are done with.

alter table inquiries
  add column state text not null default 'open' check (state in ('open', 'answered', 'closed'));

create index inquiries_open on inquiries (id) where state = 'open';

create table inquiry_answers (
  id          bigint generated always as identity primary key,
  inquiry_id  bigint not null references inquiries on delete cascade,
  -- As it was mailed.
  content     text not null,
  answered_at timestamptz not null
);

create index inquiry_answers_by_inquiry on inquiry_answers (inquiry_id, id);
