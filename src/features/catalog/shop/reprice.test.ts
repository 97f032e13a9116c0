import fc from 'fast-check'
import { expect, it } from 'vitest'
import { convert } from '#domain/money.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { counts, dollars, entry, expectConsistent, run, violetFile } from '#transfer/catalog/for-tests.ts'
import { reprice } from './reprice.ts'

async function prices(db: Database): Promise<unknown> {
  const { rows } = await db.pool.query<Record<string, unknown>>(
    'select sku, currency, amount, line_amount as line, converted from sku_prices join skus on skus.id = sku_id order by 1, 2',
  )
  return rows.map(({ sku, currency, amount, line, converted }) => [sku, currency, amount, line, converted])
}

const products = [
  entry('cup', { skus: [{ sku: 'cup', prices: { USD: { price: '10', linePrice: '12.50' } } }] }),
  entry('mug', { skus: [{ sku: 'mug', prices: { USD: { price: '20' }, EUR: { price: '17' } } }] }),
]

it('follows new rates, new currencies and those that are gone, and leaves prices of their own alone', async () => {
  const { db } = await freshDatabase()
  const file = await violetFile({ products })
  await run(db, file)
  await db.pool.query('delete from cache_changes')
  const shop = {
    baseCurrency: 'USD',
    currencies: [
      { code: 'EUR', rate: '0.95', roundTo: 5 },
      { code: 'CNY', rate: '7.1', roundTo: 100 },
    ],
  }
  expect(await db.transact((tx) => reprice(tx, shop))).toEqual({ ok: true, value: { skus: 2, products: 2 } })
  expect(await prices(db)).toEqual([
    ['cup', 'CNY', 7100, 8900, true],
    ['cup', 'EUR', 950, 1190, true],
    ['cup', 'USD', 1000, 1250, false],
    ['mug', 'CNY', 14200, null, true],
    ['mug', 'EUR', 1700, null, false],
    ['mug', 'USD', 2000, null, false],
  ])
  expect(
    (await db.pool.query('select currency, count(*)::int as count from product_prices group by 1 order by 1'))
      .rows,
  ).toEqual([
    { currency: 'CNY', count: 2 },
    { currency: 'EUR', count: 2 },
    { currency: 'USD', count: 2 },
  ])
  await expectConsistent(db)
  expect((await db.pool.query('select tags, hard from cache_changes')).rows).toEqual([
    { tags: ['catalog'], hard: true },
  ])
  // Nothing to do is nothing done, and the same file is still the same.
  expect(await db.transact((tx) => reprice(tx, shop))).toEqual({ ok: true, value: { skus: 0, products: 0 } })
  expect(counts(await run(db, file, { shop }))).toEqual([0, 0, 2, 0])
})

it('keeps the shown prices when the shop changes its base currency, and refuses one that has none', async () => {
  const { db } = await freshDatabase()
  await run(db, await violetFile({ products }))
  const shop = { baseCurrency: 'EUR', currencies: [{ code: 'USD', rate: '1.1', roundTo: 1 }] }
  expect(await db.transact((tx) => reprice(tx, shop))).toMatchObject({ ok: true })
  expect(await prices(db)).toEqual([
    ['cup', 'EUR', 920, 1150, false],
    ['cup', 'USD', 1000, 1250, false],
    ['mug', 'EUR', 1700, null, false],
    ['mug', 'USD', 2000, null, false],
  ])
  expect(await db.transact((tx) => reprice(tx, { baseCurrency: 'GBP', currencies: [] }))).toEqual({
    ok: false,
    problem: { name: 'no_base_price', skus: 2 },
  })
})

it('converts as the domain does, to the last unit', async () => {
  const { db } = await freshDatabase()
  await run(
    db,
    await violetFile({
      products: [entry('cup', { skus: [{ sku: 'cup', prices: { USD: { price: '1' } } }] })],
    }),
    { shop: { ...dollars, currencies: [] } },
  )
  const rate = fc
    .tuple(fc.integer({ min: 0, max: 9_999 }), fc.stringMatching(/^\d{0,9}$/))
    .map(([whole, part]) => (part === '' ? `${whole}` : `${whole}.${part}`))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 100_000_000 }),
      rate,
      fc.integer({ min: 1, max: 1_000 }),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      async (amount, given, roundTo, code) => {
        await db.pool.query(`update sku_prices set amount = $1, line_amount = null where currency = 'USD'`, [
          amount,
        ])
        await db.transact((tx) =>
          reprice(tx, { baseCurrency: 'USD', currencies: [{ code, rate: given, roundTo }] }),
        )
        const { rows } = await db.pool.query<{ amount: number }>(
          'select amount from sku_prices where currency = $1',
          [code],
        )
        expect(rows[0]?.amount).toBe(convert(amount, 'USD', code, given, roundTo))
      },
    ),
    { numRuns: 150 },
  )
})
