import { beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { entry } from '#transfer/catalog/for-tests.ts'
import { article, fillShop, page } from '#transfer/content/for-tests.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { configGaps } from './config-gaps.ts'
import { configure } from './configure.ts'

const noKeys = { stripe: null, demoGateway: false }
const now = new Date('2026-11-21T09:00:00Z')

let db: Database
beforeEach(async () => {
  db = (await freshDatabase()).db
  await fillShop(
    db,
    { format: 'violet-catalog', version: 1, products: [entry('cup')] },
    {
      pages: [page('terms'), page('guide', { visible: false })],
      articles: [article('soon', { publishedAt: '2036-01-01T00:00:00Z' })],
    },
  )
})

const allGaps = async (document: object, options: typeof noKeys = noKeys): Promise<string[]> =>
  (await configGaps(db, shopConfig.parse(document), options)).map(({ path, reason }) => `${path}: ${reason}`)

/** Those of a shop that has what every shop needs. */
const gaps = (document: {
  shop?: object
  sales?: object
  search?: object
  router?: object
}): Promise<string[]> =>
  allGaps({
    ...document,
    shop: { email: 'owner@shop.example', ...document.shop },
    sales: { payment: [transfer], returns, ...document.sales },
  })

const transfer = {
  code: 'transfer',
  provider: 'manual',
  name: { en: 'Transfer' },
  instructions: { en: 'To account 012-345' },
}
const returns = { address: { consignee: 'Oak & Linen', lines: ['1 Argyle Street'] } }

it('misses an address for parcels that come back, and goods in a final sale that there are not', async () => {
  const finalSale = { categories: ['clearance'] }
  expect(await gaps({ sales: { returns: { finalSale } } })).toEqual([
    'sales.returns.finalSale.categories.0: there is no category clearance',
    'sales.returns.address: is not set: no return whose goods come back can be approved',
  ])
})

it('misses what a shop without settings lacks before its first order', async () => {
  const address = 'sales.returns.address: is not set: no return whose goods come back can be approved'
  const email = 'shop.email: is not set: the shop is mailed of no order, and of nothing that waits'
  expect(await allGaps({})).toEqual([
    'sales.payment: is empty: orders are paid by bank transfer, and shoppers are told no account; name one in the instructions of a method',
    address,
    email,
  ])
  const payment = [
    { ...transfer, instructions: { en: ' ' } },
    { code: 'cod', provider: 'cod', name: {} },
  ]
  expect(await allGaps({ sales: { payment } })).toEqual([
    'sales.payment.0.instructions: are not set: shoppers who pay by transfer are told no account',
    address,
    email,
  ])
})

it('misses nothing in a shop that has what its configuration names', async () => {
  expect(
    await gaps({
      sales: {
        terms: 'terms',
      },
      search: {
        redirects: {
          one: '/page/terms?a=1#b',
          two: '/product/cup',
          three: '/product/cup/cup',
          four: '/cart',
          five: '/article/soon',
          six: '/feed.xml',
          seven: '/user/center',
          eight: '/article',
          nine: '/app/terms',
        },
      },
    }),
  ).toEqual([])
})

it('misses pages that settings name, and the targets of searches and messages', async () => {
  expect(
    await gaps({
      shop: {
        sizeGuide: 'guide',
        announcement: [
          { text: { en: 'Hi' }, href: '/promotion/winter' },
          { text: { en: 'Ho' }, href: 'https://a.example' },
        ],
      },
      sales: { terms: 'conditions' },
      router: { isCustom: true, categories: [{ path: '/start', type: 'collection', slug: 'all' }] },
      search: { redirects: { delivery: '/page/shipping', cups: '/p/cups', guide: '/page/guide' } },
    }),
  ).toEqual([
    'sales.terms: there is no page conditions: shoppers are asked for no consent',
    'shop.sizeGuide: the page guide is hidden',
    'router.categories.0: there is no collection all',
    'search.redirects.delivery: /page/shipping leads nowhere: there is no page shipping',
    'search.redirects.cups: /p/cups leads nowhere: the shop has no such page',
    'search.redirects.guide: /page/guide leads nowhere: the page guide is hidden',
    'shop.announcement.0.href: /promotion/winter leads nowhere: there is no promotion winter',
  ])
})

it('misses the keys of ways to pay', async () => {
  const payment = [
    { code: 'card', provider: 'stripe', name: { en: 'Card' } },
    { code: 'play', provider: 'demo', name: { en: 'Play money' } },
  ]
  expect(await gaps({ sales: { payment } })).toEqual([
    'sales.payment.0: card is not offered: its provider is stripe, and STRIPE_SECRET_KEY is not set',
    'sales.payment.1: play is not offered: its provider is demo, and DEMO_GATEWAY is off',
  ])
})

it('finds prices that the rates of an older configuration have rounded to nothing', async () => {
  const shop = { baseCurrency: 'USD', currencies: [{ code: 'EUR', rate: '0.9' }] }
  expect((await configure(db, { shop }, now)).ok).toBe(true)
  expect(await gaps({ shop })).toEqual([])
  await db.pool.query(`update sku_prices set amount = 0 where currency = 'EUR'`)
  expect(await gaps({ shop })).toEqual([
    'shop.currencies: 1 SKUs, such as cup, would cost nothing in EUR: its rate is too low or its roundTo too high',
  ])
})

it('misses amounts in the base currency, where nothing else says how much', async () => {
  const method = (price: object, more: object = {}) => ({
    code: 'parcel',
    name: { en: 'Parcel' },
    rows: [{ price }],
    days: { from: 1, to: 3 },
    ...more,
  })
  expect(await gaps({ sales: { shipping: [method({ USD: 590 })] } })).toEqual([])
  expect(
    await gaps({
      sales: { shipping: [method({ EUR: 590 }, { freeFrom: { EUR: 9_000 } })], minimumOrder: { EUR: 1 } },
    }),
  ).toEqual([
    'sales.shipping.0.rows.0.price: has no amount in USD, the base currency: in USD the row is not offered',
    'sales.shipping.0.freeFrom: has no amount in USD, the base currency: in USD it is never free',
    'sales.minimumOrder: has no amount in USD, the base currency: in USD any order will do',
  ])
})

it('misses a method that gives the free delivery which shoppers are told of', async () => {
  const method = (more: object) => ({
    code: 'parcel',
    name: { en: 'Parcel' },
    rows: [{ price: { USD: 400 } }],
    days: { from: 1, to: 3 },
    ...more,
  })
  const told = (more: object) =>
    gaps({ shop: { freeShippingFrom: 100 }, sales: { shipping: [method(more)] } })
  expect(await told({ freeFrom: { USD: 9_000 } })).toEqual([
    'shop.freeShippingFrom: tells shoppers of free delivery from 100 (minor units of USD), and no method of sales.shipping is free from there',
  ])
  expect(await told({ freeFrom: { USD: 100 } })).toEqual([])
  expect(await told({ rows: [{ minAmount: { USD: 100 }, price: { USD: 0 } }] })).toEqual([])
  expect(await gaps({ shop: { freeShippingFrom: 100 } })).toEqual([])
})
