import { beforeEach, expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { now, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder, type TestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import { confirmRefund } from '../rules/refund.ts'
import { tellOrderEvents } from '../work/tell.ts'
import { cancelByShop } from './decide.ts'
import { editOrder } from './edit.ts'
import type { OrderEdit } from './plan-edit.ts'
import { exportBooks, type BookRow } from './read.ts'
import { recordPayment, refundByShop } from './record.ts'

/* A paid order that is made cheaper, and dearer again. Two stools and the courier were paid with 102.00 by transfer. */

let db: Database
let before: readonly SkuStock[]
let order: TestOrder
let ctx: Ctx
beforeEach(async () => {
  db = await stockedShop()
  before = (await readHistory(db.pool)).skus
  order = await placeTestOrder(db, { method: 'transfer' })
  ctx = orderVisitor(db, order.token, { now }).ctx
  await recordPayment(ctx, order.number)
})

function edit(wish: Partial<OrderEdit>): ReturnType<typeof editOrder> {
  return editOrder(
    ctx,
    order.number,
    { changes: [], reprice: false, shipping: null, reason: '', ...wish },
    null,
  )
}
const stools = (quantity: number) => edit({ changes: [{ kind: 'set', sku: 'stool-sage', quantity }] })

/** The order's sums, what its payments are, and what goes back why. */
async function moneyOf(): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select to_pay::int as "toPay", due::int, captured::int, refunded::int,
       (select string_agg(status || ' ' || amount, ', ' order by id) from payments where order_id = o.id) as payments,
       (select string_agg(split_part(cause, ':', 1) || ' ' || amount, ', ' order by id) from refunds where order_id = o.id) as back
     from orders o where id = $1`,
    [order.id],
  )
  return rows[0]
}

const violations = async (): Promise<unknown[]> => checkHistory(await readHistory(db.pool), before)

async function books(): Promise<BookRow[]> {
  const rows: BookRow[] = []
  await exportBooks(db, new Date(0), new Date('2100-01-01'), (row) => void rows.push(row))
  return rows
}

const sumOf = (rows: readonly BookRow[], ...kinds: string[]): number =>
  rows.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)

it('calls off what was to go back and nobody has sent', async () => {
  expect(await stools(1)).toMatchObject({ ok: true, value: { refund: 4_850, due: 0 } })
  // Dearer by less than that: the rest of it goes back, under a number of its own.
  expect(await edit({ shipping: 1_500 })).toMatchObject({
    ok: true,
    value: { toPay: 6_350, due: 0, refund: 3_850, calledOff: [{ amount: 4_850 }] },
  })
  expect(await moneyOf()).toEqual({
    toPay: 6_350,
    due: 0,
    captured: 10_200,
    refunded: 3_850,
    payments: 'captured 10200',
    back: 'edit 3850',
  })
  expect(await violations()).toEqual([])
  // Dearer by more: only what the shop does not have is asked for.
  expect(await stools(3)).toMatchObject({
    ok: true,
    value: { toPay: 16_050, due: 5_850, refund: 0, calledOff: [{ amount: 3_850 }] },
  })
  expect(await moneyOf()).toEqual({
    toPay: 16_050,
    due: 5_850,
    captured: 10_200,
    refunded: 0,
    payments: 'captured 10200, created 5850',
    back: null,
  })
  expect(await violations()).toEqual([])
  expect(await recordPayment(ctx, order.number)).toMatchObject({ ok: true, value: { amount: 5_850 } })
  expect(await moneyOf()).toMatchObject({ due: 0, captured: 16_050, refunded: 0 })
  const rows = await books()
  expect([sumOf(rows, 'sale', 'services', 'edit'), sumOf(rows, 'payment'), sumOf(rows, 'refund')]).toEqual([
    16_050, 16_050, 0,
  ])
  expect(await violations()).toEqual([])
})

it.each([
  ['cancelled', () => cancelByShop(ctx, order.number, '', { restock: true })],
  [
    'given back, which ends it',
    () =>
      refundByShop(ctx, order.number, {
        amount: null,
        reason: '',
        key: 'a',
        choice: { kind: 'end', restock: true },
      }),
  ],
])('takes its tax back once where the difference never comes, and it is %s', async (_, ends) => {
  await stools(1)
  expect(await stools(3)).toMatchObject({ value: { due: 4_850, calledOff: [{ amount: 4_850 }] } })
  expect(await ends()).toMatchObject({ ok: true })
  const { rows } = await db.pool.query<{ id: number; amount: number }>(
    'select id, amount::int from refunds order by id',
  )
  expect(rows.map(({ amount }) => amount)).toEqual([10_200])
  expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
  const booked = await books()
  const left = booked.filter(({ kind }) => ['sale', 'services', 'edit'].includes(kind))
  expect(sumOf(left, 'sale', 'services', 'edit')).toBe(5_350)
  const refunds = booked.filter(({ kind }) => kind === 'refund')
  expect(refunds.map(({ amount, taxRate, tax }) => [amount, taxRate, tax])).toEqual([
    [-4_850, '', 0],
    [-5_350, '19', -left.reduce((sum, { tax }) => sum + tax, 0)],
  ])
  expect(await violations()).toEqual([])
})

it('gives all back with its tax where the difference was paid', async () => {
  await stools(1)
  await stools(3)
  await recordPayment(ctx, order.number)
  expect(await moneyOf()).toMatchObject({ due: 0, captured: 15_050 })
  await cancelByShop(ctx, order.number, '', { restock: true })
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds order by id')
  for (const { id } of rows) await confirmRefund(ctx, id, '')
  const refunds = (await books()).filter(({ kind }) => kind === 'refund')
  expect(refunds.map(({ amount, taxRate }) => [amount, taxRate])).toEqual([
    [-4_850, '19'],
    [-10_200, '19'],
  ])
})

it('asks for what has been sent back', async () => {
  await stools(1)
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds')
  expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
  expect(await stools(2)).toMatchObject({ ok: true, value: { due: 4_850, calledOff: [] } })
  expect(await moneyOf()).toMatchObject({ due: 4_850, refunded: 4_850, back: 'edit 4850' })
  expect(await violations()).toEqual([])
})

it('calls nothing off that is sent in the same moment, or that another edit has called off', async () => {
  await stools(1)
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds')
  const dearer = () => edit({ changes: [{ kind: 'add', sku: 'vase-ink', quantity: 1 }] })
  await Promise.all([confirmRefund(ctx, rows[0]!.id, ''), dearer(), dearer()])
  expect(await violations()).toEqual([])
  expect(await moneyOf()).toMatchObject({ toPay: 15_050, captured: 10_200 })
})

it('tells the shopper of the refund that counts against the new total', async () => {
  await stools(1)
  await stools(2)
  const ctxFor = (locale: string) => orderVisitor(db, null, { now, locale: locale as Locale }).ctx
  await tellOrderEvents({ db, ctxFor, shopLocale: 'en', now: () => now })
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'order.edited' order by id desc limit 1`,
  )
  expect(rows[0]!.plain).toContain('We had not sent the refund of $48.50 yet.')
})
