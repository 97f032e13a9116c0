import { createElement, type ComponentType } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Loaded } from '#platform/server/page.ts'
import { renderView, type Rendering } from '#platform/server/render.tsx'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { elements } from '#test/markup.ts'
import type { Theme } from '#wire/shop-config.ts'
import ProductButtons from '../islands/product-buttons/island.tsx'
import ProductImage from '../islands/product-image/island.tsx'
import product from './product.page.tsx'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

const islands = new Map<string, ComponentType<never>>([
  ['product-buttons', ProductButtons as ComponentType<never>],
  ['product-image', ProductImage as ComponentType<never>],
])

interface Asked {
  sku?: string
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
  const { sku } = asked
  return product.load(contextFor(asked), sku === undefined ? { slug } : { slug, sku }, new URLSearchParams())
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
    expect(elements(html, 'form')).toMatchObject([{ action: '/form/cart/add', 'data-action': 'cart/add' }])
    expect(html.match(/id="picture-/g)).toHaveLength(3)
    const bare = await show('stool', { theme: { showCart: false, showSlideImage: false } })
    expect(bare).not.toContain('<form')
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

describe('what machines read', () => {
  it('has an offer for each SKU, in whole and in decimal currencies', async () => {
    expect(await structured('rare')).toMatchObject({
      '@type': 'Product',
      name: 'Rare',
      url: 'http://shop.example/product/rare',
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'USD',
        lowPrice: '48.50',
        highPrice: '48.50',
        offerCount: 2,
        offers: [
          {
            sku: 'rare-sage',
            price: '48.50',
            availability: 'https://schema.org/InStock',
            url: 'http://shop.example/product/rare/rare-sage',
          },
          { sku: 'rare-ink', price: '48.50', availability: 'https://schema.org/OutOfStock' },
        ],
      },
    })
    expect(await structured('bowl', { currency: 'JPY' })).toMatchObject({
      offers: {
        lowPrice: '7200',
        offers: [
          { availability: 'https://schema.org/BackOrder' },
          { availability: 'https://schema.org/InStock' },
        ],
      },
    })
  })

  it('has one offer and no span where there is one SKU', async () => {
    expect(await structured('lamp')).toMatchObject({
      sku: 'lamp-sage',
      offers: { '@type': 'Offer', price: '48.50' },
    })
  })
})
