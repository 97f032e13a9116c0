import { hasStale } from '#features/search/queries/index.ts'
import { indexStale } from '#features/search/work/keep-index.ts'
import { openWholeShop, type WholeShop } from './whole-shop.ts'

/* For tests of public addresses: a shop with an entry of each kind, and its pages as a search engine sees them. */

export const settings = { name: 'Oak & Sons', currencies: [{ code: 'JPY', rate: '150' }] }

/** Every rule of the routes, other than by default. */
export const changed = {
  isCustom: true,
  categories: [
    { path: '/made-for-you', type: 'collection', slug: 'slow' },
    { path: '/reads/:slug', type: 'article' },
    { path: '/legal', type: 'custom', slug: 'terms' },
  ],
  appRule: '/a/*',
  articleRule: '/journal/:slug',
  categoryRule: '/shop/:slug/all',
  collectionRule: '/series/:slug',
  pageRule: '/about/:slug',
  productRule: '/p/:slug',
  tagRule: '/marked/:slug',
  userPath: '/my/account/',
}

/** A shop with an entry of each kind, all of which can be found: indexing is announced like any change. */
export async function openPublicShop(): Promise<WholeShop> {
  const shop = await openWholeShop()
  const { db } = shop.database
  await db.pool.query(goods)
  while (await hasStale(db)) await indexStale(db)
  await shop.configure({ shop: settings })
  return shop
}

/** A page as a search engine sees it. */
export interface Seen {
  status: number
  body: string
  page: string
  lang: string
  title: string
  description: string
  canonical: string
  robots: string
  alternates: { lang: string; href: string }[]
  tags: Map<string, string>
  structured: Record<string, unknown>[]
}

export async function seeIn(shop: WholeShop, path: string): Promise<Seen> {
  const { status, body } = await shop.get(path)
  const tags = new Map(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  )
  return {
    status,
    body,
    page: all(body, /<body data-page="([^"]+)"/g)[0] ?? '',
    lang: all(body, /<html lang="([^"]+)"/g)[0] ?? '',
    title: all(body, /<title>([^<]+)<\/title>/g)[0] ?? '',
    description: tags.get('description') ?? '',
    canonical: all(body, /<link rel="canonical" href="([^"]+)">/g)[0] ?? '',
    robots: tags.get('robots') ?? '',
    alternates: [...body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
      ([, lang, href]) => ({ lang: lang!, href: href! }),
    ),
    tags,
    structured: all(body, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    ),
  }
}

export function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!)
}

// Everything in three languages, but for the bench (English) and the mirror (Chinese).
const goods = `
  insert into pictures (key, width, height, preview, average_color) values ('00000000000000aa', 1600, 1600, 'data:image/webp;base64,AA', '#aabbcc');
  insert into categories (slug, picture_id, hash) select slug, i.id, '' from pictures i, unnest(array['rooms', 'halls']) slug;
  insert into categories (slug, parent_id, hash) select 'seats', id, '' from categories where slug = 'rooms';
  insert into category_texts (category_id, locale, name) select id, l, initcap(slug) from categories, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into collections (slug, picture_id, hash) select slug, i.id, '' from pictures i, unnest(array['slow', 'fast']) slug;
  insert into collection_texts (collection_id, locale, name) select id, l, initcap(slug) from collections, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into tags (slug, hash) values ('oak', ''), ('ash', '');
  insert into tag_texts (tag_id, locale, name) select id, l, initcap(slug) from tags, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into products (slug, options, hash, visible, in_stock, brand) select slug, case slug when 'lamp' then '[{"code": "color", "name": {"en": "Colour"}, "values": [
      {"code": "sage", "name": {"en": "Sage", "zh": "鼠尾草绿"}}, {"code": "ink", "name": {"en": "Ink"}}]}]'::jsonb else '[]' end, '', slug <> 'hidden', true,
      case slug when 'stool' then 'Oak <& Sons>' end
    from unnest(array['stool', 'lamp', 'chair', 'bench', 'mirror', 'hidden', 'vase', 'tray']) slug;
  insert into product_texts (product_id, locale, title, description)
    select p.id, l, case when l = 'en' then initcap(slug) else '橡木凳' end, '<p>About <b>' || slug || '</b>.</p>' from products p, unnest(array['en', 'zh', 'zh-HK']) l
    where case slug when 'bench' then l = 'en' when 'mirror' then l = 'zh' else true end;
  insert into skus (product_id, sku, position, options, on_hand, barcode)
    select id, upper(slug) || '-' || n, n, case when slug <> 'lamp' then '{}' when n = 1 then '{"color": "sage"}' else '{"color": "ink"}' end::jsonb,
      case n when 1 then 9 else 0 end, case n when 2 then '4006381333931' else '123' end
    from products, generate_series(1, 2) n where n = 1 or slug = 'lamp';
  insert into sku_prices (sku_id, currency, amount, line_amount) select id, 'USD', 4850, case sku when 'LAMP-2' then 6000 end from skus;
  insert into sku_prices (sku_id, currency, amount) select id, 'JPY', 7275 from skus;
  insert into product_prices (product_id, currency, amount_from, amount_to) select p.id, c, 4850, 4850 from products p, unnest(array['USD', 'JPY']) c;
  insert into product_categories (category_id, product_id, direct) select c.id, p.id, c.slug = 'seats' from categories c, products p where c.slug <> 'halls';
  insert into collection_products (collection_id, product_id, position) select c.id, p.id, p.id from collections c, products p;
  insert into product_tags (tag_id, product_id) select t.id, p.id from tags t, products p;
  insert into product_pictures (product_id, position, picture_id) select p.id, 1, i.id from products p, pictures i;
  insert into pictures (key, made, width, height, preview, average_color) values ('00000000000000bb', '{"tint": null, "icon": "product"}', 1600, 1600, '', '#e6e5e1');
  insert into product_pictures (product_id, position, picture_id) select p.id, 0, i.id from products p, pictures i where p.slug in ('vase', 'lamp') and i.made is not null;
  insert into product_cards (product_id, card) select p.id, json_build_object(
      'slug', p.slug, 'brand', p.brand, 'titles', (select json_object_agg(t.locale, t.title) from product_texts t where t.product_id = p.id),
      'pictures', json_build_array(json_build_object('key', '00000000000000aa', 'width', 1600, 'height', 1600, 'preview', 'data:image/webp;base64,AA', 'color', '#aabbcc', 'alt', json_build_object())),
      'onlySku', null, 'swatches', null)::text from products p;
  insert into articles (slug, author, published_at) select slug, '{"name": {"en": "Ada", "zh": "艾达"}}', case slug when 'tomorrow' then now() + interval '1 day' else now() - interval '1 day' end
    from unnest(array['wood', 'iron', 'tomorrow']) slug;
  update articles set picture_id = (select id from pictures where made is not null) where slug = 'wood';
  insert into article_texts (article_id, locale, title, summary, body)
    select id, l, case when slug <> 'wood' then slug when l = 'en' then 'Wood & us' else '木头与我们' end, 'In short.', '<p>See <a href="/product/stool">the stool</a>.</p>'
    from articles, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into pages (slug) values ('terms'), ('help'), ('gone'), ('home');
  insert into page_texts (page_id, locale, title, summary, body) select id, l, initcap(slug), 'About ' || slug, '<p>Words.</p>' from pages, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into promotions (slug, conditions, benefit) values ('spring', '{"products": [], "categories": ["seats"], "collections": [], "firstOrder": false}', '{"kind": "percent", "percent": 10}');
  insert into promotion_texts (promotion_id, locale, name, summary) select id, l, 'Spring', 'Ten percent.' from promotions, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
    select slug, upper(slug), '{"products": [], "categories": [], "collections": [], "firstOrder": false}', '{"kind": "percent", "percent": 10}', slug = 'welcome', 1, false
    from unnest(array['welcome', 'secret']) slug;
  insert into inquiry_forms (slug, fields) values ('feedback', '[]');
  insert into inquiry_form_texts (inquiry_form_id, locale, title, summary, content_label, thanks) select id, l, 'Feedback', 'Tell us.', 'Message', 'Thanks.' from inquiry_forms, unnest(array['en', 'zh', 'zh-HK']) l;
  insert into coupon_texts (coupon_id, locale, name, summary) select id, l, initcap(slug), 'For you.' from coupons, unnest(array['en', 'zh', 'zh-HK']) l;
`
