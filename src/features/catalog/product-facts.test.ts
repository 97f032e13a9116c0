import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { day } from '#domain/time.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { productDetail, relatedProducts } from './actions/browse.ts'
import * as contract from './contract.ts'
import { exportCatalog } from '#transfer/catalog/export.ts'
import { reprice } from './shop/reprice.ts'
import type { ProductView } from './contract.ts'
import { filmPaths } from './queries/films.ts'
import {
  counts,
  dollars,
  entry,
  fileOf,
  run,
  scratchFolder,
  violetFile,
} from '#transfer/catalog/for-tests.ts'

const tea = entry('tea', {
  categories: ['drinks'],
  delivery: 'large',
  videos: [{ src: 'tea.webm', title: { en: 'Tea' }, captions: { en: 'tea.vtt' } }],
  skus: [
    {
      sku: 'tea',
      prices: {
        USD: {
          price: '12.00',
          tiers: [
            { from: 4, amount: '11.00' },
            { from: 12, amount: '9.50' },
          ],
        },
        JPY: { price: '1800', tiers: [{ from: 4, amount: '1700' }] },
      },
      stock: 30,
      unit: { amount: 250, unit: 'g', per: 100 },
    },
  ],
})
const shop = {
  categories: [{ slug: 'drinks', name: { en: 'Drinks' }, sizeGuide: 'how-much' }],
  products: [
    tea,
    entry('pot', { goesWith: ['cup', 'missing', 'tea', 'bowl'], sizeGuide: 'pots', taxClass: 'reduced' }),
    entry('cup', {
      options: [
        {
          code: 'color',
          name: { en: 'Colour' },
          values: [
            { code: 'ink', name: { en: 'Ink' } },
            { code: 'oat', name: { en: 'Oat' } },
          ],
        },
      ],
      skus: [
        { sku: 'cup-ink', options: { color: 'ink' }, prices: { USD: { price: '18' } }, stock: 0 },
        { sku: 'cup-oat', options: { color: 'oat' }, prices: { USD: { price: '19' } }, stock: 5 },
      ],
    }),
    entry('bowl', { skus: [{ sku: 'bowl', prices: { USD: { price: '20' } }, stock: 0 }] }),
    entry('tray'),
    entry('rug'),
  ],
  collections: [{ slug: 'table', name: { en: 'Table' }, products: ['tray', 'rug', 'bowl'] }],
}

async function detail(db: Database, slug: string, currency = 'USD'): Promise<ProductView> {
  const found = await productDetail(contextOf(db, { currency, config: { shop: dollars } }), { slug })
  if (!found.ok) throw new Error(`${slug} is not there`)
  return found.value
}

it('tells what a measure costs, what more cost, and where sizes are explained', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile(shop))
  const view = await detail(db, 'tea')
  expect(view.skus[0]).toMatchObject({
    unitPrice: '$4.80 / 100 g',
    lowest: null,
    tiers: [
      { from: 4, amount: 1100, text: '$11', off: '−8%' },
      { from: 12, amount: 950, text: '$9.50', off: '−20%' },
    ],
  })
  expect(view.delivery).toBe('large')
  expect((await detail(db, 'tea', 'JPY')).skus[0]!.tiers.map(({ text }) => text)).toEqual(['¥1,700'])
  // Converted with the price.
  expect((await detail(db, 'tea', 'EUR')).skus[0]!.tiers.map(({ amount }) => amount)).toEqual([1012, 874])
})

it('leads to the page on sizes of the product, of its category or of the shop, where there is one', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile(shop))
  const guides = async (sizeGuide: string | null = null): Promise<(string | null)[]> => {
    const ctx = contextOf(db, { currency: 'USD', config: { shop: { ...dollars, sizeGuide } } })
    const found = await Promise.all(['pot', 'tea', 'cup'].map((slug) => productDetail(ctx, { slug })))
    return found.map((one) => (one.ok ? one.value.sizeGuide : 'unknown'))
  }
  expect(await guides('sizes')).toEqual([null, null, null])
  await db.pool.query(
    `insert into pages (slug, visible) values ('how-much', true), ('sizes', true), ('pots', false)`,
  )
  expect(await guides('sizes')).toEqual(['/page/sizes', '/page/how-much', '/page/sizes'])
  expect(await guides('gone')).toEqual([null, '/page/how-much', null])
  await db.pool.query(`update pages set visible = true`)
  expect(await guides()).toEqual(['/page/pots', '/page/how-much', null])
})

it('is bought together with what the merchant names and can be had, else with its neighbours', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile(shop))
  const together = async (slug: string): Promise<unknown> => {
    const found = await relatedProducts(contextOf(db), { slug, limit: 4 })
    return found.ok && found.value.together.map(({ sku, choice, price }) => [sku, choice, price.text])
  }
  expect(await together('pot')).toEqual([
    ['cup-oat', 'Oat', '$19'],
    ['tea', '', '$12'],
  ])
  expect(await together('bowl')).toEqual([
    ['rug', '', '$19.90'],
    ['tray', '', '$19.90'],
  ])
  expect(await together('cup')).toEqual([])
})

it('exports all of it, and importing that changes nothing', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile(shop))
  const written = async (): Promise<string> => {
    const path = join(await scratchFolder(), 'all.json')
    const pieces: string[] = []
    await exportCatalog(db, { write: async (text) => void pieces.push(text), picture: null })
    await writeFile(path, pieces.join(''))
    return path
  }
  const first = await written()
  const text = await readFile(first, 'utf8')
  expect(text).toContain('"tiers":[{"from":4,"amount":"11.00"},{"from":12,"amount":"9.50"}]')
  expect(text).toContain('"unit":{"per":100,"unit":"g","amount":250}')
  expect(text).toContain('"goesWith":["cup","missing","tea","bowl"],"sizeGuide":"pots","taxClass":"reduced"')
  expect(text).toContain('"sizeGuide":"how-much"')
  await db.pool.query("update products set hash = ''")
  await db.pool.query("update categories set hash = ''")
  const again = await run(db, first)
  expect(counts(again)).toEqual([0, 0, 6, 0])
  expect(again.categories).toMatchObject({ added: 0, changed: 0 })
  expect(await readFile(await written(), 'utf8')).toBe(text)
})

it.each([
  [[{ from: 4, amount: '12' }], 'the tier from 4 costs 12 USD, which is not less than before it'],
  [
    [
      { from: 4, amount: '11' },
      { from: 4, amount: '10' },
    ],
    'the tier from 4 does not follow the one from 4',
  ],
  [[{ from: 4, amount: '11.005' }], '"11.005" is more exact than USD can be'],
])('refuses tiers that make no sense: %j', async (tiers, reason) => {
  const { db } = await freshDatabase()
  const product = entry('tea', { skus: [{ sku: 'tea', prices: { USD: { price: '12', tiers } } }] })
  const report = await run(db, await violetFile({ products: [product] }))
  expect(report.products.added).toBe(0)
  expect(JSON.stringify(report)).toContain(JSON.stringify(reason).slice(1, -1))
})

it('keeps converted tiers true when a rate changes, as an import would have them', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile({ products: [tea], categories: shop.categories }))
  const euros = async (): Promise<unknown> =>
    (await db.pool.query("select amount, tiers from sku_prices where currency = 'EUR'")).rows
  const rate = { baseCurrency: 'USD', currencies: [{ code: 'EUR', rate: '0.5', roundTo: 5 }] }
  await db.transact((tx) => reprice(tx, rate))
  expect(await euros()).toEqual([
    {
      amount: 600,
      tiers: [
        { from: 4, amount: 550 },
        { from: 12, amount: 475 },
      ],
    },
  ])
})

/** Imports the price, and moves the clock of all prices back by some days before the next. */
async function sell(db: Database, price: object, daysBefore = 0): Promise<void> {
  await db.pool.query(`update sku_prices set since = since - interval '${daysBefore} days'`)
  await db.pool.query(
    `update price_history set since = since - interval '${daysBefore} days', until = until - interval '${daysBefore} days'`,
  )
  const product = entry('rug', { skus: [{ sku: 'rug', prices: { USD: price }, stock: 3 }] })
  await run(db, await violetFile({ products: [product] }), { replace: true })
}

it('tells with a reduction the lowest price of the 30 days before it', async () => {
  const { db } = await freshDatabase()
  const lowest = async (): Promise<unknown> => (await detail(db, 'rug')).skus[0]!.lowest
  await sell(db, { price: '100' })
  expect(await lowest()).toBeNull()
  // For 10 days 80, then 90 for 5: then "reduced" from 120 to 85.
  await sell(db, { price: '80' }, 60)
  await sell(db, { price: '90' }, 10)
  await sell(db, { price: '85', linePrice: '120' }, 5)
  expect(await lowest()).toBe('$80')
  // Forty days later the 80 is forgotten; what held until now is the lowest.
  await sell(db, { price: '70', linePrice: '120' }, 40)
  expect(await lowest()).toBe('$85')
  // No reduction: nothing to tell.
  await sell(db, { price: '75' }, 1)
  expect(await lowest()).toBeNull()
  // The same price that is now called a reduction was the price before as well.
  await sell(db, { price: '75', linePrice: '120' }, 1)
  expect(await lowest()).toBe('$70')
  const { rows } = await db.pool.query(
    "select amount from price_history where currency = 'USD' order by since",
  )
  expect(rows.map(({ amount }) => amount)).toEqual([10_000, 8_000, 9_000, 8_500, 7_000, 7_500])
})

it('counts promotions that have ended among the prices before a reduction', async () => {
  const { db } = await freshDatabase()
  const ago = (days: number): Date => new Date(Date.now() - days * day)
  const promote = (slug: string, categories: string[], percent: number, from: Date, until: Date | null) =>
    db.pool.query(
      'insert into promotions (slug, starts_at, ends_at, conditions, benefit) values ($1, $2, $3, $4, $5)',
      [
        slug,
        from,
        until,
        { products: [], categories, collections: [], firstOrder: false },
        { kind: 'percent', percent },
      ],
    )
  const price = async (): Promise<unknown> => {
    const ctx = contextOf(db, { now: new Date(), config: { shop: dollars } })
    const found = await productDetail(ctx, { slug: 'rug' })
    return found.ok && [found.value.skus[0]!.price.text, found.value.skus[0]!.lowest]
  }
  const put = async (usd: object): Promise<void> => {
    const rug = entry('rug', { categories: ['rugs'], skus: [{ sku: 'rug', prices: { USD: usd }, stock: 3 }] })
    const categories = [{ slug: 'rugs', name: { en: 'Rugs' } }]
    await run(db, await violetFile({ categories, products: [rug] }), { replace: true })
  }
  await put({ price: '100' })
  await db.pool.query(`update sku_prices set since = since - interval '40 days'`)
  await put({ price: '90', linePrice: '100' })
  expect(await price()).toEqual(['$90', '$100'])
  await promote('autumn', ['rugs'], 20, ago(10), ago(5))
  expect(await price()).toEqual(['$90', '$80'])
  // The one that runs now names no category.
  await promote('all', [], 50, ago(1), null)
  expect(await price()).toEqual(['$45', '$50'])
  await db.pool.query(`update promotions set starts_at = now() where slug = 'all'`)
  expect(await price()).toEqual(['$45', '$80'])
})

it('keeps no price that nobody has seen, and none for what did not change', async () => {
  const { db } = await freshDatabase()
  await sell(db, { price: '100' })
  await sell(db, { price: '100' }, 1)
  const kept = await db.pool.query('select 1 from price_history')
  expect(kept.rowCount).toBe(0)
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('update sku_prices set amount = 5000')
    await client.query('update sku_prices set amount = 6000')
    await client.query('commit')
  } finally {
    client.release()
  }
  const { rows } = await db.pool.query("select amount from price_history where currency = 'USD'")
  expect(rows).toEqual([{ amount: 10_000 }])
})

it('has films with captions, from the media folder or elsewhere', async () => {
  const { db } = await freshDatabase()
  const videos = [
    {
      src: 'films/steam.webm',
      title: { en: 'Steam rises', zh: '热气' },
      poster: 0,
      captions: { en: 'films/steam.en.vtt', zh: 'films/steam.zh.vtt' },
    },
    { src: 'https://films.example/pour.mp4', title: { en: 'Pouring' } },
  ]
  const pictures = [{ tint: '#aabbcc' }]
  await run(db, await violetFile({ products: [entry('tea', { pictures, videos })] }), { pictures: 'later' })
  const found = await productDetail(contextOf(db, { locale: 'zh' }), { slug: 'tea' })
  expect(found.ok && found.value.videos).toEqual([
    {
      src: '/media/films/films/steam.webm',
      type: 'video/webm',
      title: '热气',
      poster: expect.stringMatching(/^\/media\/[0-9a-f]{16}\/1080\.webp$/),
      captions: [
        { src: '/media/films/films/steam.en.vtt', lang: 'en', label: '英语', isOwn: false },
        { src: '/media/films/films/steam.zh.vtt', lang: 'zh-Hans', label: '简体中文', isOwn: true },
      ],
    },
    {
      src: 'https://films.example/pour.mp4',
      type: 'video/mp4',
      title: 'Pouring',
      poster: expect.any(String),
      captions: [],
    },
  ])
  expect(await filmPaths(db)).toEqual(['films/steam.en.vtt', 'films/steam.webm', 'films/steam.zh.vtt'])
})

it.each([
  [{ src: '../secret.webm', title: { en: 'A' } }, 'an https address, or a path'],
  [{ src: 'http://films.example/a.mp4', title: { en: 'A' } }, 'an https address, or a path'],
  [{ src: 'a.avi', title: { en: 'A' } }, 'a film ends in .mp4 or .webm'],
  [{ src: 'a.mp4', title: { en: 'A' }, poster: 0 }, 'there are 0 pictures'],
])('refuses the film %j', async (video, reason) => {
  const { db } = await freshDatabase()
  const report = await run(db, await violetFile({ products: [entry('tea', { videos: [video] })] }))
  expect(report.products.refused).toBe(1)
  expect(JSON.stringify(report)).toContain(reason)
})

it('is not imported with a measure that there is not', async () => {
  const { db } = await freshDatabase()
  const product = entry('tea', {
    skus: [{ sku: 'tea', prices: { USD: { price: '12' } }, unit: { amount: 1, unit: 'cubit', per: 1 } }],
  })
  const report = await run(
    db,
    await fileOf(JSON.stringify({ format: 'violet-catalog', version: 1, products: [product] })),
  )
  expect([report.products.added, report.products.refused]).toEqual([0, 1])
})

it('says which SKU is chosen: the given one, otherwise the first that can be bought, as the page does', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile(shop))
  const chosen = async (slug: string, sku?: string): Promise<string | null> => {
    const input = contract.productDetail.input.parse({ slug, ...(sku === undefined ? {} : { sku }) })
    const found = await productDetail(contextOf(db, { config: { shop: dollars } }), input)
    return found.ok ? found.value.chosen : null
  }
  expect(await chosen('cup')).toBe('cup-oat')
  expect(await chosen('cup', 'cup-ink')).toBe('cup-ink')
  expect(await chosen('cup', 'no-such-sku')).toBe('cup-oat')
  expect(await chosen('bowl')).toBe('bowl')
  expect(await chosen('no-such-product', 'cup-ink')).toBeNull()
})
