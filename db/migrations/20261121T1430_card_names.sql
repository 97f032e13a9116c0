-- A card's row has its product's slug and brand too: with what a node remembers of prices and stock, a listing reads one
-- row for a card instead of three.

update product_cards pc set card = json_build_object(
    'slug', p.slug, 'brand', p.brand,
    'titles', (select json_object_agg(t.locale, t.title order by t.locale) from product_texts t where t.product_id = p.id),
    'pictures', (select json_agg(json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'preview', i.preview, 'color', i.average_color, 'alt', x.alt) order by x.position)
      from (select * from product_pictures where product_id = p.id order by position limit 2) x join pictures i on i.id = x.picture_id),
    'onlySku', (select case when count(*) = 1 then min(s.sku) end from skus s where s.product_id = p.id and not s.retired),
    'swatches', jsonb_path_query_first(p.options, '$[*] ? (exists(@.values[*].swatch)).values')
  )::text
from products p where p.id = pc.product_id;
