-- The pictures within the texts of articles, pages and promotions, by the source that a text names. Null: not fetched yet.
create table prose_pictures (
  source     text collate "C" primary key,
  picture_id bigint references pictures (id)
);

create index prose_pictures_picture on prose_pictures (picture_id);
