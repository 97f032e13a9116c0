-- Who writes on a draft of `theme dev`: folders of the same name are not the same draft.

alter table theme_versions
  -- The folder that the draft follows, as a hash: its path is nobody's business. Null: it is no such draft.
  add column workplace text check (length(workplace) = 64);
