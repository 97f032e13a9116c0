-- Films of a product: [{src, title: {locale: text}, poster?, captions?: {locale: src}}]. A source is an https address, or a
-- path below the folder of films beside the pictures; `poster` is the position of one of the product's pictures.
alter table products add column videos jsonb not null default '[]';
