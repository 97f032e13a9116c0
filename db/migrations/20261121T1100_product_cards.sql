-- What a product's card shows and neither price nor stock changes, as it is sent: a listing reads one row for a card
-- instead of five. Kept by the import; made here for the products that are there already.

create table product_cards (
  product_id bigint primary key references products on delete cascade,
  -- JSON: titles (locale → title), pictures (the first two), onlySku (when it has exactly one), swatches
  card       text not null
);

insert into product_cards (product_id, card)
select p.id, json_build_object(
    'titles', (select json_object_agg(t.locale, t.title order by t.locale) from product_texts t where t.product_id = p.id),
    'pictures', (select json_agg(json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'preview', i.preview, 'color', i.average_color, 'alt', x.alt) order by x.position)
      from (select * from product_pictures where product_id = p.id order by position limit 2) x join pictures i on i.id = x.picture_id),
    'onlySku', (select case when count(*) = 1 then min(s.sku) end from skus s where s.product_id = p.id and not s.retired),
    'swatches', jsonb_path_query_first(p.options, '$[*] ? (exists(@.values[*].swatch)).values')
  )::text
from products p;
