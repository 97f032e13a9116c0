import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import type { Database } from '#platform/server/db/db.ts'
import { exportBooks, type BookRow } from './read.ts'
import { adjustOrder } from './adjust.ts'
import { cancelByShop } from './decide.ts'
import { recordPayment, refundByShop } from './record.ts'
import { confirmRefund } from '../rules/refund.ts'

const now = new Date('2026-11-21T12:00:00Z')
const november = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')] as const

async function booked(db: Database): Promise<unknown[][]> {
  const rows: BookRow[] = []
  await exportBooks(db, ...november, (row) => void rows.push(row))
  return rows.map(({ kind, amount, taxRate, tax }) => [kind, amount, taxRate, tax])
}

it('has a row for each line, payment and refund, whose sums match and whose taxes are told by rate', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const unpaid = await placeTestOrder(db)
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'vase-ink': 1 }, method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  expect(await recordPayment(ctx, order.number)).toEqual({
    ok: true,
    value: { amount: order.total, currency: 'USD', isLate: false },
  })
  expect(await recordPayment(ctx, order.number)).toEqual({ ok: false, problem: { name: 'already_paid' } })
  const goodwill = { reason: 'goodwill', choice: null }
  expect(await refundByShop(ctx, order.number, { ...goodwill, amount: 1_000, key: 'a' })).toEqual({
    ok: true,
    value: { isNew: true, amount: 1_000, status: 'in_progress' },
  })
  expect(await refundByShop(ctx, order.number, { ...goodwill, amount: order.total, key: 'b' })).toEqual({
    ok: false,
    problem: { name: 'too_much', left: order.total - 1_000, openReturns: [] },
  })
  expect(await confirmRefund(ctx, 1, 'bank 7')).toBe(true)
  expect(await confirmRefund(ctx, 1, 'bank 7')).toBe(false)

  const rows: BookRow[] = []
  await exportBooks(db, ...november, (row) => void rows.push(row))
  expect(rows.some(({ order: of }) => of === unpaid.number)).toBe(false)
  expect(
    rows.map(({ kind, sku, quantity, amount, taxRate, tax }) => [kind, sku, quantity, amount, taxRate, tax]),
  ).toEqual([
    ['sale', 'stool-sage', 2, 9_700, '19', 1_549],
    ['sale', 'vase-ink', 1, 4_850, '19', 774],
    ['services', '', null, 500, '19', 80],
    ['payment', '', null, 15_050, '', 0],
    ['refund', '', null, -1_000, '19', -160],
  ])
  const sumOf = (...kinds: string[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  expect(sumOf('sale', 'services')).toBe(sumOf('payment', 'credit'))

  const later: BookRow[] = []
  await exportBooks(db, november[1], new Date('2027-01-01T00:00:00Z'), (row) => void later.push(row))
  expect(later).toEqual([])
})

it('notes a transfer that comes after its order was given up, and gives it back', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const held = async (): Promise<unknown[]> =>
    (await db.pool.query('select sku, held from skus order by sku')).rows
  const before = await held()
  const order = await placeTestOrder(db, { method: 'transfer' })
  expect(await held()).not.toEqual(before)
  const { ctx } = orderVisitor(db, order.token, { now })
  expect(await cancelByShop(ctx, order.number, 'no transfer came')).toMatchObject({ ok: true })
  expect(await recordPayment(ctx, order.number)).toEqual({
    ok: true,
    value: { amount: order.total, currency: 'USD', isLate: true },
  })
  const { rows } = await db.pool.query(
    `select o.status, o.stock_status, r.amount::int, r.reason, r.status as refund from orders o join refunds r on r.order_id = o.id`,
  )
  expect(rows).toEqual([
    {
      status: 'cancelled',
      stock_status: 'released',
      amount: order.total,
      reason: 'late',
      refund: 'pending',
    },
  ])
  expect(await held()).toEqual(before)

  await confirmRefund(ctx, 1, 'bank 8')
  expect(await booked(db)).toEqual([
    ['payment', order.total, '', 0],
    ['refund', -order.total, '', 0],
  ])
})

it('says that a transfer is late also where its order is given up at the same moment', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  const transact: typeof ctx.transact = async (work) => {
    await cancelByShop(ctx, order.number, 'no transfer came')
    return ctx.transact(work)
  }
  expect(await recordPayment({ ...ctx, transact }, order.number)).toEqual({
    ok: true,
    value: { amount: order.total, currency: 'USD', isLate: true },
  })
  const { rows } = await db.pool.query('select reason from refunds')
  expect(rows).toEqual([{ reason: 'late' }])
})

it('takes no tax back with money that came twice', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await db.pool.query(`
    insert into payments (order_id, method, provider, amount, currency, created_at, updated_at)
      select order_id, method, provider, amount, currency, created_at, updated_at from payments`)
  await payTestOrder(ctx, order.id)
  await confirmRefund(ctx, 1, 'bank 9')
  expect(await booked(db)).toEqual([
    ['sale', 9_700, '19', 1_549],
    ['services', 500, '19', 80],
    ['payment', 10_200, '', 0],
    ['payment', 10_200, '', 0],
    ['refund', -10_200, '', 0],
  ])
})

it('lets nobody note by hand what a provider has to say', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  expect(await recordPayment(ctx, order.number)).toEqual({
    ok: false,
    problem: { name: 'paid_online', method: 'card' },
  })
  expect(await recordPayment(ctx, '00000-00000')).toEqual({ ok: false, problem: { name: 'unknown_order' } })
  await payTestOrder(ctx, order.id)
  expect(await recordPayment(ctx, order.number)).toEqual({ ok: false, problem: { name: 'already_paid' } })
})

it('a refund stays as it was exported, whatever is taken off the price later', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2 }, method: 'transfer', tax: '19' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await recordPayment(ctx, order.number)
  // As if half of it had been sold at another rate of tax.
  await db.pool.query(
    `update orders set quote = jsonb_set(quote, '{adjustments}', (
       select jsonb_agg(case when a ? 'line' then a else jsonb_set(a, '{because,rate}', '"7"') end)
       from jsonb_array_elements(quote->'adjustments') a where a->'because'->>'kind' = 'tax')) where id = $1`,
    [order.id],
  )
  const refund = { amount: 1_000, reason: 'goodwill', key: 'a', choice: null }
  expect(await refundByShop(ctx, order.number, refund)).toMatchObject({ ok: true })
  expect(await confirmRefund(ctx, 1, 'bank 7')).toBe(true)
  const exported = await booked(db)
  expect(exported.filter(([kind]) => kind === 'refund').map(([, amount, rate]) => [amount, rate])).toEqual([
    [-951, '19'],
    [-49, '7'],
  ])
  const december = { ...ctx, now: new Date('2026-12-02T00:00:00Z') }
  const wish = { line: 'stool-sage', amount: 5_000, reason: 'a scratch', key: 'b' }
  expect(await adjustOrder(december, order.number, wish)).toMatchObject({ ok: true })
  expect(await booked(db)).toEqual(exported)
})
