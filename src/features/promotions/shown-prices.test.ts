import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { termsAt, withoutPromotions } from '#domain/shown/paid-price.ts'
import { day } from '#domain/time.ts'
import { addToCart } from '#features/cart/actions/lines.ts'
import { saveForLater } from '#features/cart/actions/saved.ts'
import { productDetail } from '#features/catalog/actions/browse.ts'
import { productMarks } from '#features/catalog/queries/live.ts'
import { sharedEntry } from '#features/discovery/queries/share.ts'
import { listFavourites } from '#features/favourites/actions/browse.ts'
import { addFavourite } from '#features/favourites/actions/change.ts'
import { hasStale } from '#features/search/queries/index.ts'
import { indexStale } from '#features/search/work/keep-index.ts'
import { entry } from '#transfer/catalog/for-tests.ts'
import { formatMoney } from '#i18n/format.ts'
import { fillShop, promotion } from '#transfer/content/for-tests.ts'
import { cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { all, seeIn } from '#test/public-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { promotionTerms } from './queries/terms.ts'

/* Promotions wherever a price is shown, from their first moment to their last. */

/** Two hours on a day of December: the clock of a shop is never put back. */
const hours = (date: number) => ({
  begins: new Date(`2026-12-0${date}T10:00:00Z`),
  ends: new Date(`2026-12-0${date}T12:00:00Z`),
})
const just = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds)

const dollars = withoutPromotions('USD')
const priced = (sku: string, price: string, linePrice?: string) => ({
  sku,
  prices: { USD: { price, ...(linePrice === undefined ? {} : { linePrice }) } },
  stock: 50,
})
const catalogue = {
  format: 'violet-catalog',
  version: 1,
  categories: [
    { slug: 'lamps', name: { en: 'Lamps' } },
    { slug: 'table-lamps', name: { en: 'Table lamps' }, parent: 'lamps' },
  ],
  products: [
    entry('moon', { title: { en: 'Moon' }, categories: ['table-lamps'], skus: [priced('moon', '48.50')] }),
    entry('sun', { title: { en: 'Sun' }, categories: ['lamps'], skus: [priced('sun', '45.00', '60.00')] }),
    entry('chair', { title: { en: 'Chair' }, categories: ['lamps'], skus: [priced('chair', '44.00')] }),
    entry('stone', { title: { en: 'Stone' }, skus: [priced('stone', '19.90')] }),
  ],
}
const glow = (date: number): object =>
  promotion(`glow-${date}`, {
    startsAt: hours(date).begins.toISOString(),
    endsAt: hours(date).ends.toISOString(),
    conditions: { products: ['moon', 'sun'] },
    benefit: { kind: 'percent', percent: 10 },
  })
const pair = promotion('pair', {
  name: { en: 'Third one free' },
  conditions: { categories: ['lamps'] },
  benefit: { kind: 'buy-get', buy: 2, get: 1 },
})

describe('a promotion', () => {
  let at = new Date('2026-12-01T00:00:00Z')
  let shop: WholeShop
  let other: WholeShop
  beforeAll(async () => {
    shop = await openWholeShop(() => at)
    other = await openWholeShop(() => at, {}, shop)
    await fillShop(shop.database.db, catalogue, {
      promotions: [glow(1), glow(2), glow(3), pair],
    })
    while (await hasStale(shop.database.db)) await indexStale(shop.database.db)
    await Promise.all([shop.catchUp(), other.catchUp()])
  })
  afterAll(async () => {
    await other.close()
    await shop.close()
  })

  const pages = [
    ...['/product/moon', '/category/lamps', '/search?q=moon', '/', '/choose/moon', '/compare?p=moon'],
    '/cart/link?items=moon:1',
  ]

  it('is in every price from its first moment up to its last, on every node, and nothing has to arrive', async () => {
    const { begins, ends } = hours(1)
    for (const [moment, now, before] of [
      [just(begins, -1), '$48.50', false],
      [begins, '$43.65', true],
      [just(ends, -1), '$43.65', true],
      [ends, '$48.50', false],
    ] as const) {
      at = moment
      for (const node of [shop, other])
        for (const path of [...pages, ...pages]) {
          const { status, body } = await node.get(path)
          const where = `${path} at ${moment.toISOString()}`
          expect([where, status, body.includes(now)]).toEqual([where, 200, true])
          expect([where, body.includes('$43.65')]).toEqual([where, before])
        }
      const suggested = await shop.post('/api/web/search/suggest', { q: 'moon' })
      const { data } = JSON.parse(suggested.body) as { data: { products: { price: string }[] } }
      expect(data.products.map(({ price }) => price)).toEqual([now])
    }
  })

  it('is told to machines: offers with their end, the feed with its sale price, the picture for links', async () => {
    const { begins, ends } = hours(2)
    const offerOf = async (slug: string): Promise<unknown> => {
      const { structured } = await seeIn(shop, `/product/${slug}`)
      return structured.find((block) => block['@type'] === 'Product')!['offers']
    }
    const itemOf = async (id: string): Promise<string> => {
      const { body } = await shop.get('/merchant-en-USD.xml')
      return all(body, /<item>(.*?)<\/item>/gs).find((item) => item.includes(`<g:id>${id}<`))!
    }
    at = just(begins, -30_000)
    expect(await offerOf('moon')).toMatchObject({ price: '48.50' })
    expect(await offerOf('moon')).not.toHaveProperty('priceValidUntil')
    const before = await shop.get('/merchant-en-USD.xml')
    expect(before.headers['cache-control']).toBe('public, max-age=30')
    expect(await itemOf('moon')).not.toContain('sale_price')

    at = begins
    expect(await offerOf('moon')).toMatchObject({ price: '43.65', priceValidUntil: ends.toISOString() })
    const known = { 'if-none-match': String(before.headers['etag']) }
    expect((await shop.get('/merchant-en-USD.xml', known)).status).toBe(200)
    const moon = await itemOf('moon')
    expect(moon).toContain('<g:price>48.50 USD</g:price><g:sale_price>43.65 USD</g:sale_price>')
    expect(moon).toContain(`${begins.toISOString()}/${ends.toISOString()}`)
    // The merchant's former price stays the one that is struck.
    expect(await itemOf('sun')).toContain(
      '<g:price>60.00 USD</g:price><g:sale_price>40.50 USD</g:sale_price>',
    )
    const { db } = shop.database
    const terms = termsAt(at, await promotionTerms(db, at), dollars)
    const shared = await sharedEntry(db, 'product', 'moon', terms)
    expect([shared!.amountFrom, shared!.amountTo]).toEqual([4_365, 4_365])
  })

  it('decides how a listing is sorted, filtered and spanned', async () => {
    const { begins } = hours(3)
    const slugs = async (search: string): Promise<string[]> => {
      const { body } = await shop.get(`/category/lamps?${search}`)
      return all(body, /<a class="product-card-link" href="\/product\/(\w+)"/g)
    }
    at = just(begins, -1)
    expect(await slugs('sort=price-asc')).toEqual(['chair', 'sun', 'moon'])
    at = begins
    expect(await slugs('sort=price-asc')).toEqual(['sun', 'moon', 'chair'])
    const listed = async (filters: object) => {
      const { body } = await shop.post('/api/web/product/list', {
        category: 'lamps',
        filters,
        sort: 'price-asc',
      })
      const { data } = JSON.parse(body) as {
        data: { products: { slug: string }[]; price: { from: number; to: number } }
      }
      return { slugs: data.products.map(({ slug }) => slug), span: [data.price.from, data.price.to] }
    }
    expect(await listed({})).toEqual({ slugs: ['sun', 'moon', 'chair'], span: [4_050, 4_400] })
    expect((await listed({ priceMin: 4_300, priceMax: 4_390 })).slugs).toEqual(['moon'])
    expect((await listed({ priceMin: 4_450 })).slugs).toEqual([])
  })

  it('that asks for several is told in words and never in the price', async () => {
    at = hours(3).ends
    const { body } = await shop.get('/product/chair')
    expect(body).toContain('href="/promotion/pair">Third one free</a>')
    expect(body).toContain('Buy 2, get 1 free')
    expect(body).toContain('$44')
    const listing = (await shop.get('/category/lamps')).body
    expect(all(listing, /<span class="badge badge-sale">([^<]+)<\/span>/g).toSorted()).toEqual([
      'Offer',
      'Offer',
      '−25%',
    ])
    expect((await shop.get('/product/stone')).body).not.toContain('/promotion/pair"')
  })

  it('is a change of the prices that open pages follow', async () => {
    const { begins } = hours(1)
    const { db } = shop.database
    const known = await promotionTerms(db, just(begins, -1))
    const marksAt = async (moment: Date) => {
      const terms = termsAt(moment, known, dollars)
      const { rows } = await db.pool.query<{ id: number; slug: string }>('select id, slug from products')
      const marks = await productMarks(
        db,
        rows.map(({ id }) => id),
        5,
        terms,
      )
      return new Map(rows.map(({ id, slug }) => [slug, marks.find((mark) => mark.id === id)!]))
    }
    const [before, during] = [await marksAt(just(begins, -1)), await marksAt(begins)]
    const differs = [...before].flatMap(([slug, { prices }]) =>
      during.get(slug)!.prices === prices ? [] : slug,
    )
    expect(differs.toSorted()).toEqual(['moon', 'sun'])
  })
})

describe('the price that is shown', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await fillShop(database.db, catalogue, {
      promotions: [
        promotion('dusk', {
          conditions: { categories: ['lamps'] },
          benefit: { kind: 'percent', percent: 13 },
        }),
        promotion('flat', {
          conditions: { products: ['sun'] },
          benefit: { kind: 'fixed-price', amounts: { USD: '39.99' } },
        }),
        promotion('all', { benefit: { kind: 'percent', percent: 7 } }),
      ],
    })
  })
  afterAll(() => database.drop())

  it('is what the cart asks for one unit, to the last cent', async () => {
    const visitor = cartVisitor(database.db)
    const shown: Record<string, number> = {}
    for (const slug of ['moon', 'sun', 'chair', 'stone']) {
      const found = await productDetail(visitor.context(), { slug })
      if (!found.ok) throw new Error(slug)
      shown[slug] = found.value.skus[0]!.price.amount
      const buyer = cartVisitor(database.db)
      await buyer.does(addToCart, { sku: slug, quantity: 1 })
      const cart = await buyer.view()
      expect([slug, cart.subtotalAmount]).toEqual([slug, shown[slug]])
      await buyer.does(saveForLater, { line: cart.lines[0]!.id })
      const saved = (await buyer.view()).more?.saved.map(({ price }) => price)
      expect([slug, saved]).toEqual([slug, [formatMoney(shown[slug], 'USD', 'en')]])
    }
    // 48.50 less 13 %, then less 7 %, each rounded once.
    expect(shown).toEqual({ moon: 3_924, sun: 3_641, chair: 3_560, stone: 1_851 })
  })

  it('has the lowest price before a reduction for as long as that runs', async () => {
    const { db } = database
    const lasting = { conditions: { products: ['chair'] }, benefit: { kind: 'percent', percent: 20 } }
    const ago = (days: number): string => new Date(Date.now() - days * day).toISOString()
    await fillShop(db, catalogue, {
      promotions: [
        promotion('black', {
          ...lasting,
          benefit: { kind: 'percent', percent: 50 },
          startsAt: ago(110),
          endsAt: ago(101),
        }),
        promotion('winter', { ...lasting, startsAt: ago(100) }),
      ],
    })
    await db.pool.query(`update sku_prices set since = since - interval '200 days'`)
    await db.pool.query(`update promotions set visible = false where slug in ('all', 'dusk')`)
    const found = await productDetail(cartVisitor(db).context(), { slug: 'chair' })
    const [sku] = found.ok ? found.value.skus : []
    expect([sku!.price.text, sku!.lowest]).toEqual(['$35.20', '$22'])
    await db.pool.query(`update promotions set visible = slug in ('all', 'dusk', 'flat')`)
  })

  it('is stored with a favourite, and falls when a promotion begins', async () => {
    const early = cartVisitor(database.db)
    await early.does(addFavourite, { type: 'product', id: 'stone' })
    const { rows } = await database.db.pool.query('select seen_amount from favourites')
    expect(rows).toEqual([{ seen_amount: 1_851 }])
    const falls = async () => {
      const list = await early.does(listFavourites, { type: 'product', page: 1 })
      return list.ok && list.value.products.map(({ fall }) => fall)
    }
    expect(await falls()).toEqual([null])
    await database.db.pool.query(
      `update promotions set benefit = '{"kind": "percent", "percent": 50}' where slug = 'all'`,
    )
    expect(await falls()).toEqual([{ by: '$8.56', before: '$18.51' }])
  })
})
