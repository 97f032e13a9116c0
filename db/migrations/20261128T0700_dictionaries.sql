-- Texts that browsers have and answers are compressed with: two visits of each language, one of a
-- listing and one of a product. They hold nothing that a page does not show to everybody.
create table dictionaries (
  -- SHA-256 of the content, as browsers name it.
  hash bytea primary key check (octet_length(hash) = 32),
  -- The prefix of the pages that it is for; empty for the first language.
  lang_path text not null,
  -- Of the program, its words and its look: pages of another one are written otherwise.
  edition text not null,
  content bytea not null,
  created_at timestamptz not null,
  unique (lang_path, edition)
);
