import { expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { entry, expectConsistent, run, violetFile } from '#transfer/catalog/for-tests.ts'
import { addStock, listStock, setStock, type StockRow } from './stock.ts'

const sizes = {
  code: 'size',
  name: { en: 'Size' },
  values: [
    { code: 's', name: { en: 'S' } },
    { code: 'l', name: { en: 'L' } },
  ],
}
const skus = ['s', 'l'].map((size) => ({
  sku: `cup-${size}`,
  options: { size },
  prices: { USD: { price: '1' } },
  stock: 0,
}))

async function shop(): Promise<Database> {
  const { db } = await freshDatabase()
  await run(db, await violetFile({ products: [entry('cup', { options: [sizes], skus }), entry('mug')] }))
  await db.pool.query('delete from cache_changes')
  return db
}

async function told(db: Database): Promise<unknown> {
  const { rows } = await db.pool.query<{ tags: string[]; hard: boolean }>(
    'delete from cache_changes returning tags, hard',
  )
  return rows.map(({ tags, hard }) => [tags.map((tag) => tag.replace(/\d+/, 'n')), hard])
}

it('sets and adds, keeps what listings say about stock true, and tells the page caches', async () => {
  const db = await shop()
  expect(await setStock(db, 'cup-s', 5, new Date())).toMatchObject({
    ok: true,
    value: { sku: 'cup-s', onHand: 5, held: 0, product: 'cup' },
  })
  await expectConsistent(db)
  expect(
    (await db.pool.query('select value_code, in_stock from product_option_values order by 1')).rows,
  ).toEqual([
    { value_code: 'l', in_stock: false },
    { value_code: 's', in_stock: true },
  ])
  expect(await told(db)).toEqual([
    [['product:n'], true],
    [['list'], false],
  ])
  expect(await addStock(db, 'cup-s', -2, new Date())).toMatchObject({ ok: true, value: { onHand: 3 } })
  expect(await told(db)).toEqual([[['product:n'], true]])
  expect((await db.pool.query(`select version from products where slug = 'cup'`)).rows).toEqual([
    { version: 3 },
  ])
})

it('never goes below what orders hold, or below nothing', async () => {
  const db = await shop()
  await db.pool.query(`update skus set on_hand = 5, held = 2 where sku = 'cup-s'`)
  expect(await setStock(db, 'cup-s', 1, new Date())).toEqual({
    ok: false,
    problem: { name: 'held', held: 2, onHand: 5 },
  })
  expect(await addStock(db, 'cup-s', -4, new Date())).toEqual({
    ok: false,
    problem: { name: 'held', held: 2, onHand: 5 },
  })
  expect(await setStock(db, 'cup-s', -1, new Date())).toEqual({
    ok: false,
    problem: { name: 'not_a_quantity' },
  })
  expect(await setStock(db, 'cup-s', 1.5, new Date())).toEqual({
    ok: false,
    problem: { name: 'not_a_quantity' },
  })
  expect(await setStock(db, 'no', 1, new Date())).toEqual({ ok: false, problem: { name: 'unknown_sku' } })
  expect((await db.pool.query(`select on_hand, held from skus where sku = 'cup-s'`)).rows).toEqual([
    { on_hand: 5, held: 2 },
  ])
  expect(await told(db)).toEqual([])
  expect(await addStock(db, 'cup-s', -3, new Date())).toMatchObject({
    ok: true,
    value: { onHand: 2, held: 2 },
  })
})

it('loses no addition of many at once', async () => {
  const db = await shop()
  await Promise.all(Array.from({ length: 40 }, () => addStock(db, 'cup-s', 3, new Date())))
  expect((await db.pool.query(`select on_hand from skus where sku = 'cup-s'`)).rows).toEqual([
    { on_hand: 120 },
  ])
})

it('lists all SKUs, or those that run low', async () => {
  const db = await shop()
  await setStock(db, 'cup-l', 6, new Date())
  const listed = async (low: number | null) => {
    const rows: StockRow[] = []
    await listStock(db, low, (row) => void rows.push(row))
    return rows.map(({ sku, onHand }) => [sku, onHand])
  }
  expect(await listed(null)).toEqual([
    ['cup-l', 6],
    ['cup-s', 0],
    ['mug', 3],
  ])
  expect(await listed(3)).toEqual([
    ['cup-s', 0],
    ['mug', 3],
  ])
})
