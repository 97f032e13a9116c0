-- The interface texts of a shop (`violet words`): language packs, and what the merchant changed.

-- Languages that are on beyond those of the program.
create table word_packs (
  -- A language prefix of URLs.
  language text primary key check (length(language) between 2 and 10),
  -- What it is written in, BCP 47: a language without a prefix of its own borrows one.
  lang     text not null check (length(lang) between 2 and 35),
  -- Key → ICU message, of a file that the merchant brought. Null: the pack that comes with the program.
  messages jsonb check (jsonb_typeof(messages) = 'object'),
  added_at timestamptz not null
);

-- Texts that the merchant wrote in the place of those of the program or of a pack.
create table words (
  language   text not null check (length(language) between 2 and 10),
  key        text not null check (length(key) between 1 and 200),
  -- ICU.
  message    text not null check (length(message) between 1 and 2000),
  changed_at timestamptz not null,
  primary key (language, key)
);
