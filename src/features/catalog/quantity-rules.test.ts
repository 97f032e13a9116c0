import { expect, it } from 'vitest'
import { merchantFeed } from '#features/discovery/merchant.ts'
import { withoutPromotions } from '#domain/shown/paid-price.ts'
import type { Database } from '#platform/server/db/db.ts'
import productPage from '#storefront/pages/product.page.tsx'
import { freshDatabase } from '#test/database.ts'
import { elements } from '#test/markup.ts'
import { contextOf, loadPage } from '#test/page-visitor.ts'
import {
  counts,
  dollars,
  entry,
  expectConsistent,
  exported,
  fileOf,
  run,
  shopOf,
  violetFile,
} from '#transfer/catalog/for-tests.ts'
import { productDetail } from './actions/browse.ts'

const glasses = entry('glasses', {
  quantity: { min: 12, step: 6 },
  options: [
    {
      code: 'size',
      name: { en: 'Size' },
      values: [
        { code: 's', name: { en: 'S' } },
        { code: 'l', name: { en: 'L' } },
      ],
    },
  ],
  skus: [
    {
      sku: 'glass-s',
      options: { size: 's' },
      prices: { USD: { price: '3', linePrice: '4', tiers: [{ from: 12, amount: '2.50' }] } },
      stock: 40,
    },
    {
      sku: 'glass-l',
      options: { size: 'l' },
      prices: { USD: { price: '4' } },
      stock: 40,
      quantity: { min: 2, max: 24, step: 2 },
    },
  ],
})

async function shopWith(...products: object[]): Promise<Database> {
  const { db } = await freshDatabase()
  const report = await run(db, await violetFile({ products }))
  expect(report.problems).toEqual([])
  return db
}

const rules = async (db: Database): Promise<unknown> =>
  (
    await db.pool.query(
      'select sku, min_quantity as min, max_quantity as max, quantity_step as step from skus where not retired order by position',
    )
  ).rows

it('is the product’s, or the SKU’s own; and an export brings it back', async () => {
  const db = await shopWith(glasses)
  expect(await rules(db)).toEqual([
    { sku: 'glass-s', min: 12, max: null, step: 6 },
    { sku: 'glass-l', min: 2, max: 24, step: 2 },
  ])
  const text = await exported(db)
  expect(counts(await run(db, await fileOf(text)))).toEqual([0, 0, 1, 0])
  expect(JSON.parse((await shopOf(db)).products.get('glasses') ?? '')).toMatchObject({
    quantity: { min: 12, step: 6 },
    skus: [{ sku: 'glass-s' }, { sku: 'glass-l', quantity: { min: 2, max: 24, step: 2 } }],
  })
})

it('is changed by itself, whole', async () => {
  const db = await shopWith(glasses)
  const products = [{ slug: 'glasses', quantity: { min: 4 } }]
  expect(counts(await run(db, await violetFile({ products })))).toEqual([0, 1, 0, 0])
  expect(await rules(db)).toMatchObject([
    { min: 4, max: null, step: 1 },
    { min: 2, max: 24, step: 2 },
  ])
})

it.each([
  [{ min: 5, step: 2 }, 'min is 5, which is no multiple of the step 2'],
  [{ min: 4, max: 2 }, 'max is 2, which is less than 4'],
  [{ step: 0 }, 'step'],
])('is refused where no quantity could follow it: %j', async (quantity, reason) => {
  const { db } = await freshDatabase()
  const report = await run(db, await violetFile({ products: [entry('cup', { quantity })] }))
  expect(counts(report)).toEqual([0, 0, 0, 1])
  expect(JSON.stringify(report.problems)).toContain(reason)
})

it('is sold out with fewer than the minimum, everywhere', async () => {
  const db = await shopWith(
    entry('few', { quantity: { min: 6 }, skus: [{ sku: 'few', prices: { USD: { price: '3' } }, stock: 5 }] }),
    entry('enough', {
      quantity: { step: 6 },
      skus: [{ sku: 'enough', prices: { USD: { price: '3' } }, stock: 11 }],
    }),
  )
  const { rows } = await db.pool.query('select slug, in_stock from products order by slug')
  expect(rows).toEqual([
    { slug: 'enough', in_stock: true },
    { slug: 'few', in_stock: false },
  ])
  const skus = async (slug: string): Promise<unknown> => {
    const found = await productDetail(contextOf(db), { slug })
    return found.ok && found.value.skus
  }
  expect(await skus('few')).toMatchObject([{ available: 0, quantity: { min: 6, max: null, step: 1 } }])
  expect(await skus('enough')).toMatchObject([{ available: 6, quantity: { min: 6, max: null, step: 6 } }])
  await expectConsistent(db)
})

it('is said on the page, in its structured data, and in the feed by the price of as many', async () => {
  const db = await shopWith(glasses)
  const ctx = contextOf(db, { config: { shop: dollars } })
  const loaded = await loadPage(productPage, ctx, { slug: 'glasses' })
  if (loaded.kind !== 'page') throw new Error('there is no such page')
  expect(productPage.meta(loaded.data, ctx).structured?.[0]).toMatchObject({
    hasVariant: [
      { offers: { eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 12, unitCode: 'C62' } } },
      { offers: { eligibleQuantity: { minValue: 2, maxValue: 24 } } },
    ],
  })
  expect(loaded.data).toMatchObject({
    skus: [
      { min: 12, step: 6, most: 96, rule: 'Buy at least 12 of this. Sold in steps of 6.' },
      { min: 2, step: 2, most: 24, rule: 'Sold in steps of 2.' },
    ],
  })
  let feed = ''
  const name = { locale: 'en', currency: 'USD', format: 'xml' } as const
  for await (const part of merchantFeed(
    { db, shop: ctx.shop, words: ctx.words, origin: 'https://s.example', now: ctx.now },
    name,
    withoutPromotions('USD'),
  ))
    feed += part
  const [small] = feed.split('</item>').filter((item) => item.includes('glass-s'))
  expect(small).toContain('<g:price>48.00 USD</g:price>')
  expect(small).toContain('<g:sale_price>30.00 USD</g:sale_price>')
  expect(small).toContain('<g:multipack>12</g:multipack>')
  expect(elements(feed, 'g:multipack').length).toBe(2)
})

it('leaves a product that goes with another out where one of it is not sold', async () => {
  const db = await shopWith(entry('pot', { goesWith: ['glasses', 'cup'] }), glasses, entry('cup'))
  const ctx = contextOf(db)
  const loaded = await loadPage(productPage, ctx, { slug: 'pot' })
  expect(loaded.kind === 'page' && loaded.data).toMatchObject({ together: [{ sku: 'cup' }] })
})
