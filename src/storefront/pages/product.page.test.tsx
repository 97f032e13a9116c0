import { createElement, type ComponentType } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Loaded } from '#platform/server/pages/page.ts'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { elements } from '#test/markup.ts'
import type { Theme } from '#wire/shop-config.ts'
import ProductButtons from '#features/catalog/islands/product-buttons/island.tsx'
import ProductImage from '#features/catalog/islands/product-image/island.tsx'
import product from './product.page.tsx'

let database: TestDatabase

// Eight reviews of the vase; every other one has a picture.
const reviewed = `
  insert into reviews (code, product_id, author, locale, score, title, content, created_at, helpful_count)
    select 'rv-' || n, p.id, 'Author ' || n, 'en', case when n = 8 then 2 else 5 end, case when n = 1 then 'Tall & calm' end,
      'Words ' || n, '2026-10-01'::timestamptz + n * interval '1 day', 20 - n
    from products p, generate_series(1, 8) n where p.slug = 'vase';
  insert into review_pictures (review_id, position, picture_id) select id, 0, 1 from reviews where code in ('rv-1', 'rv-3');
  update products set rating_average = 4.6, rating_count = 8 where slug in ('vase', 'tray');
`

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
  await database.db.pool.query(reviewed)
})
afterAll(() => database.drop())

const islands = new Map<string, ComponentType<never>>([
  ['product-buttons', ProductButtons as ComponentType<never>],
  ['product-image', ProductImage as ComponentType<never>],
])

interface Asked {
  sku?: string
  query?: string
  currency?: string
  locale?: Locale
  theme?: Partial<Theme>
  cookies?: Record<string, string>
}

function contextFor({ currency = 'USD', locale = 'en', theme = {}, cookies = {} }: Asked): Ctx {
  const ctx = cartVisitor(database.db, { cookies }).context({ currency, locale })
  return { ...ctx, shop: { ...ctx.shop, theme: { ...ctx.shop.theme, ...theme } } }
}

function load(slug: string, asked: Asked = {}): Promise<Loaded<unknown>> {
  const { sku, query = '' } = asked
  return product.load(
    contextFor(asked),
    sku === undefined ? { slug } : { slug, sku },
    new URLSearchParams(query),
  )
}

async function show(slug: string, asked: Asked = {}): Promise<string> {
  const ctx = contextFor(asked)
  const loaded = await load(slug, asked)
  if (loaded.kind !== 'page') throw new Error(`${slug} has no page`)
  const rendering: Rendering = { lang: ctx.lang, islands, cache: null, tags: new Set(), used: new Set() }
  return renderView(createElement(product.View, { data: loaded.data, ctx }), rendering)
}

async function structured(slug: string, asked: Asked = {}): Promise<unknown> {
  const loaded = await load(slug, asked)
  if (loaded.kind !== 'page') throw new Error(`${slug} has no page`)
  return product.meta(loaded.data, contextFor(asked)).structured?.[0]
}

describe('the address', () => {
  it('of a product shows its first SKU that can be bought', async () => {
    const html = await show('rare')
    expect(html).toContain('Colour: Sage')
    expect(html).toContain('<h1>Rare</h1>')
    expect(html).toContain('Only 3 left')
  })

  it('of a SKU shows that one, its picture first, even when it is sold out', async () => {
    const html = await show('rare', { sku: 'rare-ink' })
    expect(html).toContain('Colour: Ink')
    expect(html).toMatch(/<button[^>]*disabled[^>]*>Sold out/)
    expect(elements(html, 'li').flatMap(({ id }) => (id?.startsWith('picture-') ? [id] : []))).toEqual([
      'picture-2',
      'picture-0',
      'picture-1',
    ])
  })

  it('of a SKU that is no longer made leads to its product, of nothing to nothing', async () => {
    expect(await load('lamp', { sku: 'lamp-ink' })).toEqual({
      kind: 'redirect',
      to: '/product/lamp',
      status: 302,
    })
    expect(await load('teapot')).toEqual({ kind: 'missing', status: 404 })
    expect(await load('hidden')).toEqual({ kind: 'missing', status: 404 })
  })

  it('is one to search engines, whatever SKU is shown', async () => {
    const loaded = await load('rare', { sku: 'rare-ink', locale: 'zh' })
    if (loaded.kind !== 'page') throw new Error('no page')
    expect(product.meta(loaded.data, contextFor({ locale: 'zh' })).canonicalPath).toBe('/product/rare')
  })
})

describe('what everyone gets', () => {
  it('is the same for two visitors, and tells nobody the exact stock', async () => {
    const one = await show('stool', { cookies: { violet_cart: 'a'.repeat(43), violet_cart_count: '3' } })
    expect(await show('stool')).toBe(one)
    await database.db.pool.query(`update skus set on_hand = 37 where sku = 'stool-sage'`)
    expect(await show('stool')).toBe(one)
  })

  it('holds the form and the gallery as the theme wants them', async () => {
    const html = await show('stool')
    expect(elements(html, 'form').slice(0, 3)).toMatchObject([
      { action: '/form/cart/add', 'data-action': 'cart/add' },
      { action: '/form/checkout/create' },
      { action: '/form/product/alert', 'data-action': 'product/alert' },
    ])
    expect(html.match(/id="picture-/g)).toHaveLength(3)
    const bare = await show('stool', { theme: { showCart: false, showSlideImage: false } })
    expect(bare).not.toContain('cart/add')
    expect(bare).not.toContain('checkout/create')
    expect(bare.match(/id="picture-/g)).toHaveLength(1)
  })

  it('is in the visitor’s language and currency', async () => {
    const html = await show('stool', { locale: 'zh', currency: 'JPY' })
    expect(html).toContain('<h1>橡木凳</h1>')
    expect(html).toContain('JP¥7,200')
    expect(html).toContain('加入购物车')
    expect(html).toContain('action="/zh/form/cart/add"')
  })
})

it('offers films that wait to be started, with their captions, and a link for who cannot play them', async () => {
  const videos = [{ src: 'turn.webm', title: { en: 'It turns' }, captions: { en: 'turn.vtt' } }]
  await database.db.pool.query(`update products set videos = $1 where slug = 'stool'`, [
    JSON.stringify(videos),
  ])
  const html = await show('stool')
  expect(elements(html, 'video')).toMatchObject([
    {
      controls: '',
      preload: 'none',
      'aria-label': 'It turns',
      poster: expect.stringContaining('/1080.webp'),
    },
  ])
  expect(elements(html, 'video')[0]).not.toHaveProperty('autoplay')
  expect(elements(html, 'source')).toContainEqual({ src: '/media/films/turn.webm', type: 'video/webm' })
  expect(elements(html, 'track')).toMatchObject([
    { kind: 'captions', src: '/media/films/turn.vtt', srclang: 'en', label: 'English', default: '' },
  ])
  expect(html).toContain('<a href="/media/films/turn.webm">It turns</a>')
})

describe('the reviews', () => {
  const authors = (html: string) => [...html.matchAll(/<strong>(Author \d)/g)].map(([, author]) => author)

  it('are six at a time, the most helpful first, and the score leads to them', async () => {
    const html = await show('vase')
    expect(authors(html)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Author ${n}`))
    expect(html).toContain('<a class="product-page-score" href="#reviews">')
    expect(html).toContain('id="reviews"')
    expect(html).toContain('5 stars: 7 reviews')
    expect(html).toContain('href="/product/vase?reviews=2#reviews"')
    expect(html.match(/href="\/media\/[^"]*\/1920\.jpg"/g)).toHaveLength(4)
  })

  it('are in the order and on the page that the address says, beside the SKU that it says', async () => {
    const html = await show('vase', { sku: 'vase-ink', query: 'order=low&reviews=2' })
    expect(authors(html)).toEqual(['Author 2', 'Author 1'])
    expect(html).toContain('href="/product/vase/vase-ink?order=low#reviews"')
    expect(await load('vase', { query: 'order=new&reviews=7' })).toEqual({
      kind: 'redirect',
      to: '/product/vase?order=new&reviews=2#reviews',
      status: 302,
    })
  })

  it('are those of one score where one is chosen, and each score is a way to them', async () => {
    const html = await show('vase', { query: 'stars=2' })
    expect(authors(html)).toEqual(['Author 8'])
    const bars = elements(html, 'a').filter((link) => link['class'] === 'review-bar')
    expect(bars.map((link) => [link['href'], link['aria-current']])).toEqual([
      ['/product/vase?stars=5#reviews', undefined],
      ['/product/vase#reviews', 'true'],
    ])
    expect(html).toContain('All reviews')
    expect(html).not.toContain('reviews=2')
    expect(await load('vase', { query: 'stars=2&reviews=2' })).toMatchObject({
      kind: 'redirect',
      to: '/product/vase?stars=2#reviews',
    })
  })

  it.each([
    ['stars=9', ''],
    ['order=x', ''],
    ['order=helpful', ''],
    ['fit=x', ''],
    ['reviews=x', ''],
    ['reviews=1', ''],
    ['reviews=02&order=new', '?order=new'],
    ['bought=x', ''],
    ['stars=5&stars=9', '?stars=5'],
  ])('have no page of their own under %s', async (query, right) => {
    expect(await load('vase', { query })).toEqual({
      kind: 'redirect',
      to: `/product/vase${right}#reviews`,
      status: 302,
    })
  })

  it('can each be found helpful, with a way back to where one was', async () => {
    const html = await show('vase', { query: 'order=new' })
    expect(elements(html, 'form').at(-1)).toMatchObject({
      action: '/form/review/helpful',
      method: 'post',
      'data-action': 'review/helpful',
    })
    expect(elements(html, 'input').at(-1)).toMatchObject({
      name: 'next',
      value: '/product/vase?order=new#reviews',
    })
  })

  it('are no part of a page without any, whatever its rating', async () => {
    expect(await show('stool')).not.toContain('reviews')
    const html = await show('tray')
    expect(html).toContain('aria-label="4.6 out of 5, 8 reviews"')
    expect(html).not.toContain('#reviews')
    expect(await load('tray', { query: 'reviews=2' })).toMatchObject({ kind: 'redirect' })
  })

  it('make the page old when they change', async () => {
    const { rows } = await database.db.pool.query<{ id: number }>(
      `select id from products where slug = 'vase'`,
    )
    const { id } = rows[0]!
    expect(await load('vase')).toMatchObject({ tags: [`product:${id}`, `reviews:${id}`, `questions:${id}`] })
  })
})

describe('the questions of a product', () => {
  it.each(['questions=7', 'questions=1', 'questions=x', 'questions=1&questions=x'])(
    'have no page of their own under %s',
    async (query) => {
      expect(await load('vase', { query })).toEqual({
        kind: 'redirect',
        to: '/product/vase#questions',
        status: 302,
      })
    },
  )

  it('have each of their pages under one address', async () => {
    await database.db.pool.query(`
      insert into questions (code, product_id, author, locale, content, state, created_at)
        select 'q-000000000' || n, p.id, 'Eve', 'en', 'Question ' || n, 'published', now()
        from products p, generate_series(1, 6) n where p.slug = 'stool'`)
    expect(await load('stool', { query: 'questions=2' })).toMatchObject({ kind: 'page' })
    expect(await load('stool', { query: 'questions=02' })).toMatchObject({
      kind: 'redirect',
      to: '/product/stool#questions',
    })
    expect(await load('stool', { query: 'questions=3' })).toMatchObject({
      kind: 'redirect',
      to: '/product/stool?questions=2#questions',
    })
  })
})

describe('what machines read', () => {
  it('has the rating and the first three reviews', async () => {
    expect(await structured('vase')).toMatchObject({
      aggregateRating: { ratingValue: 4.6, reviewCount: 8 },
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Author 1' },
          datePublished: '2026-10-02',
          name: 'Tall & calm',
          reviewBody: 'Words 1',
          reviewRating: { ratingValue: 5, bestRating: 5 },
        },
        { reviewBody: 'Words 2' },
        { reviewBody: 'Words 3' },
      ],
    })
    expect(await structured('stool')).not.toHaveProperty('review')
  })

  it('has a variant with an offer for each SKU, in whole and in decimal currencies', async () => {
    expect(await structured('rare')).toMatchObject({
      '@type': 'ProductGroup',
      name: 'Rare',
      url: 'http://shop.example/product/rare',
      productGroupID: 'rare',
      variesBy: ['https://schema.org/color'],
      hasVariant: [
        {
          '@type': 'Product',
          sku: 'rare-sage',
          name: 'Rare – Sage',
          color: 'Sage',
          offers: {
            price: '48.50',
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            url: 'http://shop.example/product/rare/rare-sage',
          },
        },
        { sku: 'rare-ink', offers: { price: '48.50', availability: 'https://schema.org/OutOfStock' } },
      ],
    })
    expect(await structured('bowl', { currency: 'JPY' })).toMatchObject({
      hasVariant: [
        { offers: { price: '7200', availability: 'https://schema.org/BackOrder' } },
        { offers: { price: '7200', availability: 'https://schema.org/InStock' } },
      ],
    })
  })

  it('has one offer and no span where there is one SKU', async () => {
    expect(await structured('lamp')).toMatchObject({
      sku: 'lamp-sage',
      offers: { '@type': 'Offer', price: '48.50' },
    })
  })
})
