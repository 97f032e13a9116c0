import { createElement } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { htmlLang, langPath, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createPageCache, type PageCache } from '#platform/server/pages/page-cache.ts'
import { canonicalQuery, type AnyPage, type PageHead } from '#platform/server/pages/page.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { testCtx } from '#test/test-ctx.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { refreshCards } from '../queries/derived.ts'
import category from './category.page.tsx'
import choose from './choose.page.tsx'
import collection from './collection.page.tsx'
import compare from './compare.page.tsx'
import home from '#storefront/pages/home.page.tsx'
import recent from './recent.page.tsx'
import tag from './tag.page.tsx'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(catalogue)
  const { rows } = await database.db.pool.query<{ id: number }>('select id from products')
  await database.db.transact((tx) =>
    refreshCards(
      tx,
      rows.map(({ id }) => id),
    ),
  )
})
afterAll(() => database.drop())

// 50 mugs; every second one comes in sage, the third is on sale, the fourth sold out, the fifth has one SKU only.
const catalogue = `
  insert into pictures (key, width, height, preview, average_color) values ('00000000000000aa', 1600, 1600, 'data:image/webp;base64,AA', '#aabbcc');
  insert into categories (slug, hash) values ('kitchen', ''), ('garden', '');
  insert into categories (slug, parent_id, hash) select 'mugs', id, '' from categories where slug = 'kitchen';
  insert into category_texts (category_id, locale, name, description)
    select id, 'en', initcap(slug), '<p>Words about ' || slug || '.</p>' from categories;
  insert into category_texts (category_id, locale, name) select id, 'zh', '马克杯' from categories where slug = 'mugs';
  insert into collections (slug, picture_id, hash) select 'slow-mornings', id, '' from pictures;
  insert into collection_texts (collection_id, locale, name, description) select id, 'en', 'Slow Mornings', '<p>For nobody else. Really.</p>' from collections;
  insert into tags (slug, hash) values ('handmade', '');
  insert into tag_texts (tag_id, locale, name) select id, 'en', 'Handmade' from tags;
  insert into products (slug, options, hash, in_stock, sold_count, published_at)
    select 'mug-' || n, '[{"code": "color", "name": {"en": "Colour"}, "values": [
      {"code": "sage", "name": {"en": "Sage", "zh": "鼠尾草绿"}, "swatch": "#a2ac90"}, {"code": "ink", "name": {"en": "Ink"}, "swatch": "#222233"}]}]',
      '', n <> 4, 100 - n, '2026-11-20T00:00:00Z'::timestamptz - n * interval '1 day' from generate_series(1, 50) n;
  insert into product_texts (product_id, locale, title) select id, 'en', case slug when 'mug-1' then '<b>Mug</b> & "1"' else 'Mug ' || substr(slug, 5) end from products;
  insert into product_categories (category_id, product_id, direct)
    select c.id, p.id, c.slug = 'mugs' from categories c, products p where c.slug in ('mugs', 'kitchen');
  insert into collection_products (collection_id, product_id, position) select c.id, p.id, p.id from collections c, products p where p.id <= 6;
  insert into product_tags (tag_id, product_id) select t.id, p.id from tags t, products p where p.id <= 2;
  insert into product_pictures (product_id, position, picture_id) select p.id, 1, i.id from products p, pictures i;
  insert into skus (product_id, sku, position, options, on_hand)
    select p.id, p.slug || '-' || color, place, jsonb_build_object('color', color), case p.slug when 'mug-4' then 0 else 9 end
    from products p, unnest(array['sage', 'ink']) with ordinality c(color, place)
    where (color = 'ink' or p.id % 2 = 0) and not (p.slug = 'mug-5' and color = 'sage');
  insert into sku_prices (sku_id, currency, amount) select id, 'USD', 1000 + product_id * 100 from skus;
  insert into product_prices (product_id, currency, amount_from, amount_to, line_from)
    select id, 'USD', 1000 + id * 100, 1000 + id * 100, case slug when 'mug-3' then 2000 end from products;
  insert into product_option_values (option_code, value_code, product_id, in_stock)
    select 'color', s.options->>'color', s.product_id, s.on_hand > 0 from skus s;
`

interface Seen {
  status: number
  html: string
  head: PageHead
  tags: ReadonlySet<string>
}

/** Loads and renders a page as the server does, for one visitor. */
async function see(
  page: AnyPage,
  params: Record<string, string>,
  search = '',
  { locale = 'en' as Locale, cache = null as PageCache | null, shop = {} } = {},
): Promise<Seen> {
  const ctx = contextOf(locale, shop)
  const loaded = await page.load(ctx, params, canonicalQuery(page, new URLSearchParams(search)))
  if (loaded.kind !== 'page') throw new Error(`there is no page: ${JSON.stringify(loaded)}`)
  const tags = new Set(loaded.tags)
  const rendering = { lang: ctx.lang, islands: new Map(), cache, tags, used: new Set<string>() }
  const html = renderView(createElement(page.View, { data: loaded.data, ctx }), rendering)
  return { status: loaded.status ?? 200, html, head: page.meta(loaded.data, ctx), tags }
}

const load = (page: AnyPage, params: Record<string, string>, search = ''): ReturnType<AnyPage['load']> =>
  page.load(contextOf('en'), params, canonicalQuery(page, new URLSearchParams(search)))

function contextOf(locale: Locale, shop = {}): Ctx {
  const texts = dictionaries(locale)
  const lang = htmlLang(locale)
  const settings = shopConfig.parse({ shop: { tagline: { en: 'Things for a calm home' }, ...shop } })
  return testCtx(database.db, {
    now: new Date('2026-11-21T10:00:00Z'),
    locale,
    lang,
    langPath: langPath(locale),
    shop: { ...settings, theme: defaultTheme },
    t: translator(texts, lang),
    texts,
  })
}

const cardsIn = (html: string): number => html.split('class="product-card"').length - 1

describe('a category', () => {
  it('shows 48 cards, its words, its parts and the way here', async () => {
    const { html, status } = await see(category, { slug: 'kitchen' })
    expect(status).toBe(200)
    expect(cardsIn(html)).toBe(48)
    expect(html).toContain('<h1>Kitchen</h1>')
    expect(html).toContain('<p>Words about kitchen.</p>')
    expect(html).toContain('<a href="/category/mugs" data-page="category">Mugs</a>')
    expect(html).toContain('50 products')
  })

  it('shows as many cards on a page as the merchant wants', async () => {
    const options = { shop: { productsPerPage: 24 } }
    const first = await see(category, { slug: 'mugs' }, '', options)
    expect(cardsIn(first.html)).toBe(24)
    expect(first.html).toContain('24 of 50 seen')
    const last = await see(category, { slug: 'mugs' }, '?page=3', options)
    expect(cardsIn(last.html)).toBe(2)
    expect(last.html).toContain('50 of 50 seen')
  })

  it('shows every product as text, whatever it is called', async () => {
    const { html } = await see(category, { slug: 'mugs' })
    expect(html).toContain('&lt;b&gt;Mug&lt;/b&gt; &amp; &quot;1&quot;')
    expect(html).not.toContain('<b>Mug</b>')
  })

  it('says on the card what is new, reduced, or sold out', async () => {
    const { html } = await see(category, { slug: 'mugs' }, '?sort=best')
    const card = (title: string): string =>
      html.split('<article').find((part) => part.includes(`title">${title}</h3>`))!
    expect(card('Mug 2')).toContain('<span class="badge">New</span>')
    expect(card('Mug 3')).toContain('<span class="badge badge-sale">−35%</span>')
    expect(card('Mug 3')).toMatch(
      /price-now">\$13<.*<s class="price-line"><span class="visually-hidden">before <\/span>\$20<\/s>/,
    )
    expect(card('Mug 4')).toContain('<span class="badge badge-faint">Sold out</span>')
    expect(card('Mug 40')).not.toContain('badge')
  })

  it('offers to add at once what has nothing to choose', async () => {
    const { html } = await see(category, { slug: 'mugs' })
    expect(html).toMatch(
      /<button class="product-card-add" type="submit" form="quick-add" name="sku" value="mug-5-ink" aria-label="Add Mug 5 to cart">/,
    )
    expect(html).not.toContain('value="mug-2-')
  })

  it('has real links to its other pages, with everything chosen', async () => {
    const first = await see(category, { slug: 'mugs' }, '?sort=price-desc')
    expect(first.html).toContain('href="/category/mugs?page=2&amp;sort=price-desc" rel="next"')
    const second = await see(category, { slug: 'mugs' }, '?page=2&sort=price-desc')
    expect(cardsIn(second.html)).toBe(2)
    expect(second.html).toContain('href="/category/mugs?sort=price-desc" rel="prev"')
    expect(second.html).toContain('aria-current="page">2</a>')
    expect(second.head.title).toBe('Mugs – page 2 – Violet')
  })

  it('is a form that says what can be chosen, how often it is there, and what is chosen', async () => {
    const { html } = await see(category, { slug: 'mugs' }, '?o.color=sage&price=20-40&stock=1')
    expect(html).toMatch(/<form id="filters"[^>]* action="\/category\/mugs" method="get"/)
    expect(html).toMatch(
      /<input type="checkbox" id="f-color-sage" name="o.color" checked="" value="sage"\/>.*?Sage<\/span><span class="facet-count">\d+</,
    )
    expect(html).toMatch(/name="o.color" value="ink"\/>/)
    expect(html).toMatch(/name="min"[^>]* value="20"/)
    expect(html).toMatch(/name="max"[^>]* value="40"/)
    expect(html).toMatch(/name="stock" checked="" value="1"/)
    expect(cardsIn(html)).toBe(11)
  })

  it('lets each choice go by a link of its own', async () => {
    const { html } = await see(category, { slug: 'mugs' }, '?o.color=sage&price=20-40&stock=1')
    expect(html).toContain(
      'href="/category/mugs?price=20-40&amp;stock=1" data-keep-scroll="" aria-label="Remove filter: Sage"',
    )
    expect(html).toContain(
      'href="/category/mugs?o.color=sage&amp;stock=1" data-keep-scroll="" aria-label="Remove filter: $20 – $40"',
    )
    expect(html).toContain(
      'href="/category/mugs?o.color=sage&amp;price=20-40" data-keep-scroll="" aria-label="Remove filter: In stock only"',
    )
    expect(html).toContain(
      '<a class="chip chip-clear" href="/category/mugs" data-keep-scroll="">Clear all</a>',
    )
  })

  it('leads out of a choice that nothing fits', async () => {
    const { html, head } = await see(category, { slug: 'mugs' }, '?price=900-')
    expect(html).toContain('Nothing fits all of this')
    expect(html).toContain('href="/category/mugs">Clear all</a>')
    expect(head.noindex).toBe(true)
  })

  it('leads out of a category that is empty', async () => {
    const { html } = await see(category, { slug: 'garden' })
    expect(html).toContain('Nothing here yet')
    expect(html).not.toContain('id="filters"')
  })

  it('gives a typed price its one address, and a page too far the last one', async () => {
    expect(await load(category, { slug: 'mugs' }, '?min=20&max=40&sort=')).toEqual({
      kind: 'redirect',
      to: '/category/mugs?price=20-40',
      status: 302,
    })
    expect(await load(category, { slug: 'mugs' }, '?page=9')).toEqual({
      kind: 'redirect',
      to: '/category/mugs?page=2',
      status: 302,
    })
  })

  it('is missing when nobody has made it', async () => {
    expect(await load(category, { slug: 'nope' })).toEqual({ kind: 'missing', status: 404 })
    expect(await load(category, { slug: '%27--' })).toEqual({ kind: 'missing', status: 404 })
  })

  it('wants one facet indexed and no more', async () => {
    const indexable = async (query: string): Promise<boolean> =>
      (await see(category, { slug: 'mugs' }, query)).head.noindex !== true
    expect(await indexable('')).toBe(true)
    expect(await indexable('?page=2')).toBe(true)
    expect(await indexable('?o.color=sage')).toBe(true)
    expect(await indexable('?o.color=sage&o.color=ink')).toBe(false)
    expect(await indexable('?o.color=sage&stock=1')).toBe(false)
    expect(await indexable('?price=10-20')).toBe(false)
  })

  it('names one address for all its orders, and tells machines where it stands', async () => {
    const { head } = await see(category, { slug: 'mugs' }, '?sort=new&o.color=sage', { locale: 'zh' })
    expect(head.canonicalPath).toBe('/category/mugs?o.color=sage')
    expect(head.title).toBe('马克杯：25 件商品 – Violet')
    expect(head.structured?.[0]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: '首页', item: 'https://shop.example/zh' },
        { position: 2, name: 'Kitchen', item: 'https://shop.example/zh/category/kitchen' },
        { position: 3, name: '马克杯', item: 'https://shop.example/zh/category/mugs' },
      ],
    })
    expect(head.structured?.[1]).toMatchObject({ '@type': 'ItemList' })
    expect(head.preload?.srcset).toContain('/media/00000000000000aa/480.avif 480w')
  })

  it('is the same bytes for every visitor, and carries the tags of all that it shows', async () => {
    const cache = createPageCache({ maxBytes: 10_000_000 })
    const first = await see(category, { slug: 'mugs' }, '', { cache })
    const second = await see(category, { slug: 'mugs' }, '', { cache })
    expect(second.html).toBe(first.html)
    expect(second.tags).toEqual(first.tags)
    expect([...first.tags].filter((name) => name.startsWith('product:'))).toHaveLength(48)
    expect([...first.tags].some((name) => name.startsWith('category:'))).toBe(true)
  })
})

it('a collection shows its picture large, its words, and its products in the merchant’s order', async () => {
  const { html, head } = await see(collection, { slug: 'slow-mornings' })
  expect(html).toContain('<h1>Slow Mornings</h1>')
  expect(html).toMatch(
    /<img src="\/media\/00000000000000aa\/\d+\.jpg" width="1600" height="1600" alt="Slow Mornings" loading="eager" fetchPriority="high"/i,
  )
  expect(html.indexOf('mug-1"')).toBeLessThan(html.indexOf('mug-6"'))
  expect(cardsIn(html)).toBe(6)
  expect(head.tags).toContainEqual({
    key: 'property',
    name: 'og:image',
    content: 'https://shop.example/media/00000000000000aa/og.jpg',
  })
})

it('a tag lists what bears it', async () => {
  const { html, head } = await see(tag, { slug: 'handmade' })
  expect(cardsIn(html)).toBe(2)
  expect(head.canonicalPath).toBe('/tag/handmade')
  expect(await load(tag, { slug: 'nope' })).toEqual({ kind: 'missing', status: 404 })
})

describe('home', () => {
  it('opens with the shop’s own words, a collection, what is new and what sells', async () => {
    const { html, head } = await see(home, {})
    expect(html).toContain('<h1 class="home-hero-title">Things for a calm home</h1>')
    expect(html).toContain('For nobody else.')
    expect(html).toContain('Start with Slow Mornings')
    expect(html).toContain('href="/search?sort=new"')
    expect([...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'New in',
      'Best sellers',
      'Newsletter',
    ])
    expect(head.title).toBe('Violet – Things for a calm home')
    expect(head.structured).toMatchObject([{ '@type': 'Organization' }, { '@type': 'WebSite' }])
    expect(head.preload?.srcset).toContain('/media/00000000000000aa/1920.avif 1920w')
  })

  it('names each picture once to a screen reader: by the link’s words', async () => {
    const { html } = await see(home, {})
    for (const link of html.match(/<a class="home-collection".*?<\/a>/gs) ?? [])
      expect(link).toContain('alt=""')
  })
})

describe('compare', () => {
  it('sets what differs apart from what does not, and offers what could come beside', async () => {
    const { html, head } = await see(compare, {}, '?p=mug-2&p=mug-3')
    expect(html).toMatch(/<tr class="compare-differs"><th scope="row">Price<span[^>]*> \(differs/)
    expect(html).toMatch(/<tr class="compare-same"><th scope="row">Availability</)
    expect(html).toContain('href="/compare?p=mug-3" aria-label="Do not compare Mug 2"')
    expect(html).toMatch(/href="\/compare\?p=mug-2&amp;p=mug-3&amp;p=mug-\d+" data-compare-add/)
    expect(head.noindex).toBe(true)
  })

  it('has nothing to set apart with one product, and a way out without any', async () => {
    expect((await see(compare, {}, '?p=mug-2')).html).not.toContain('compare-differs')
    expect((await see(compare, {})).html).toContain('Nothing to compare yet')
  })

  it('leads to the address of those that are there', async () => {
    expect(await load(compare, {}, '?p=mug-2&p=gone')).toEqual({
      kind: 'redirect',
      to: '/compare?p=mug-2',
      status: 302,
    })
  })
})

it('what was viewed last comes in the order of the address, without what is not a number or not there', async () => {
  const { html, head } = await see(recent, {}, '?ids=3,1,x,999999,1,-2')
  expect([...html.matchAll(/data-key="(\d+)"/g)].map(([, id]) => id)).toEqual(['3', '1'])
  expect(head.noindex).toBe(true)
  expect(cardsIn((await see(recent, {}, "?ids=';drop")).html)).toBe(0)
})

it('choosing offers each SKU, chooses the first that is there, and sends it to the cart', async () => {
  const { html, head } = await see(choose, { slug: 'mug-2' })
  expect(html).toContain('data-action="cart/add" action="/form/cart/add" method="post"')
  expect(
    [...html.matchAll(/name="sku" (checked="" )?value="([\w-]+)"/g)].map((found) => [
      found[2],
      Boolean(found[1]),
    ]),
  ).toEqual([
    ['mug-2-sage', true],
    ['mug-2-ink', false],
  ])
  expect(head).toMatchObject({ canonicalPath: '/product/mug-2', noindex: true })
  expect(await load(choose, { slug: 'nope' })).toEqual({ kind: 'missing', status: 404 })
})

it('pages of a category that stand together are one listing, and one address is indexed', async () => {
  const { html, head } = await see(category, { slug: 'mugs' }, '?from=1&page=2')
  expect(cardsIn(html)).toBe(50)
  expect(html).toContain('id="page-2"')
  expect(html).toContain('50 of 50 seen')
  expect(head).toMatchObject({ canonicalPath: '/category/mugs', noindex: true })
  const first = await see(category, { slug: 'mugs' })
  expect(first.html).toContain(
    'href="/category/mugs?from=1&amp;page=2#page-2" rel="next" data-more="5">Show more</a>',
  )
})
