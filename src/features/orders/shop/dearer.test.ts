import { beforeEach, describe, expect, it } from 'vitest'
import { now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, placeTestOrder, stockOf, type TestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'
import type { PaymentReport } from '#domain/payment.ts'
import { no, type Result } from '#domain/result.ts'
import { orderDetail } from '../actions/change.ts'
import { outlookOf } from '../present-delivery.ts'
import { checksToHasten, settledOrders } from '../queries/pay.ts'
import { findOrderById } from '../queries/read.ts'
import { applyPayment } from '../rules/pay.ts'
import { confirmRefund } from '../rules/refund.ts'
import { adjustOrder } from './adjust.ts'
import { cancelByShop } from './decide.ts'
import { editOrder, type EditedOrder, type EditFault } from './edit.ts'
import type { LineChange } from './plan-edit.ts'
import { exportBooks, type BookRow } from './read.ts'
import { recordPayment, refundByShop } from './record.ts'
import { shipOrder } from './ship.ts'

/* A paid order that the shop makes dearer. Two stools and the courier were paid with 102.00; a vase costs 48.50. */

let db: Database
let before: readonly SkuStock[]
let order: TestOrder
let ctx: Ctx
beforeEach(async () => {
  db = await stockedShop()
  before = (await readHistory(db.pool)).skus
  order = await placeTestOrder(db, { method: 'transfer' })
  ctx = orderVisitor(db, order.token, { now }).ctx
  expect(await recordPayment(ctx, order.number)).toMatchObject({ ok: true, value: { amount: 10_200 } })
})

function edit(...changes: LineChange[]): Promise<Result<EditedOrder, EditFault>> {
  return editOrder(ctx, order.number, { changes, reprice: false, shipping: null, reason: '' }, null)
}

const vases = (quantity: number): LineChange => ({ kind: 'set', sku: 'vase-ink', quantity })
const addVase: LineChange = { kind: 'add', sku: 'vase-ink', quantity: 1 }
const removeVases: LineChange = { kind: 'remove', sku: 'vase-ink' }
const oneStool: LineChange = { kind: 'set', sku: 'stool-sage', quantity: 1 }

/** The order's sums, what its payments are, and what went back why: "over 4850". */
async function moneyOf(): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select pay_status as paid, to_pay::int as "toPay", due::int, captured::int, refunded::int,
       (select string_agg(status || ' ' || amount, ', ' order by id) from payments where order_id = o.id) as payments,
       (select string_agg(split_part(cause, ':', 1) || ' ' || amount, ', ' order by id) from refunds where order_id = o.id) as back
     from orders o where id = $1`,
    [order.id],
  )
  return rows[0]
}

const plain = { paid: 'paid', refunded: 0, back: null }

/** The money of a payment of this amount comes, be it called off or not. */
async function capture(amount: number): Promise<string> {
  const { rows } = await db.pool.query<{ id: number; reference: string }>(
    'select id, reference from payments where order_id = $1 and amount = $2 order by id desc limit 1',
    [order.id, amount],
  )
  const { id, reference } = rows[0]!
  const eventId = `came:${id}`
  const report: PaymentReport = {
    eventId,
    reference,
    status: 'captured',
    amount,
    currency: 'USD',
    failure: null,
  }
  return applyPayment(ctx, 'manual', report, 'operator')
}

/** The first refund is sent, by hand. */
async function sendRefund(): Promise<boolean> {
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds order by id limit 1')
  return confirmRefund(ctx, rows[0]!.id, '')
}

const ship = () => shipOrder(ctx, order.number, parcel, onDelivery)
const violations = async (): Promise<unknown[]> => checkHistory(await readHistory(db.pool), before)

/** Rows of the books of all time: kind, SKU, amount, tax. */
async function booked(): Promise<unknown[]> {
  const found: BookRow[] = []
  await exportBooks(db, new Date(0), new Date('2100-01-01'), (row) => void found.push(row))
  return found.map(({ kind, sku, amount, tax }) => [kind, sku, amount, tax])
}

const sold = [
  ['sale', 'stool-sage', 9_700, 1_549],
  ['services', '', 500, 80],
]

it('asks exactly the difference, by a payment of its own, and stays paid', async () => {
  const shelf = await stockOf(db, 'vase-ink')
  expect(await edit(addVase)).toMatchObject({ ok: true, value: { toPay: 15_050, due: 4_850, refund: 0 } })
  expect(await moneyOf()).toEqual({
    ...plain,
    toPay: 15_050,
    due: 4_850,
    captured: 10_200,
    payments: 'captured 10200, created 4850',
  })
  expect(await stockOf(db, 'vase-ink')).not.toBe(shelf)
  // Another vase: what is asked for is replaced.
  expect(await edit(addVase)).toMatchObject({ ok: true, value: { toPay: 19_900, due: 9_700, refund: 0 } })
  expect(await moneyOf()).toMatchObject({
    due: 9_700,
    payments: 'captured 10200, cancelled 4850, created 9700',
  })
  // Other goods of the same price: what is asked for stays.
  const sameAgain: LineChange = { kind: 'add', sku: 'stool-sage', quantity: 1 }
  expect(await edit(sameAgain, vases(1))).toMatchObject({ ok: true, value: { toPay: 19_900, due: 9_700 } })
  expect(await moneyOf()).toMatchObject({ payments: 'captured 10200, cancelled 4850, created 9700' })
  expect(await violations()).toEqual([])
})

it('shows what is due, and no receipt before it is paid', async () => {
  await edit(addVase)
  expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({
    ok: true,
    value: {
      payStatus: 'paid',
      toPay: '$150.50',
      due: '$48.50',
      dueText: 'Amount due: $48.50',
      receipt: null,
      holdUntil: null,
      payment: { state: 'offline', instructions: 'To account 012-345' },
      may: { cancel: false, requestCancellation: true, changeMethod: false },
    },
  })
  await recordPayment(ctx, order.number)
  expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({
    ok: true,
    value: {
      due: null,
      dueText: null,
      receipt: `/order/${order.number}/receipt.pdf`,
      payment: { state: 'paid', instructions: '' },
    },
  })
})

it('is sent once the difference is paid', async () => {
  await edit(addVase)
  expect(await recordPayment(ctx, order.number)).toMatchObject({
    ok: true,
    value: { amount: 4_850, isLate: false },
  })
  expect(await moneyOf()).toEqual({
    ...plain,
    toPay: 15_050,
    due: 0,
    captured: 15_050,
    payments: 'captured 10200, captured 4850',
  })
  expect(await recordPayment(ctx, order.number)).toEqual({ ok: false, problem: { name: 'already_paid' } })
  expect(await ship()).toMatchObject({ ok: true, value: { deliveryStatus: 'shipped' } })
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'edited', 'paid', 'shipped'])
  expect(await violations()).toEqual([])
})

it('is neither sent, nor made cheaper, nor refunded in part before, and nothing of that moves anything', async () => {
  await edit(addVase)
  const money = await moneyOf()
  const refused = no({ name: 'difference_due', due: 4_850 })
  expect(await ship()).toEqual(refused)
  const wish = { line: null, amount: 100, reason: 'late', key: 'a' }
  expect(await adjustOrder(ctx, order.number, wish)).toEqual(refused)
  for (const choice of [null, { kind: 'keep' as const }])
    for (const amount of [100, null])
      expect(await refundByShop(ctx, order.number, { amount, reason: '', key: 'b', choice })).toEqual(refused)
  expect(await moneyOf()).toEqual(money)
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'edited'])
  // The last line: the database itself.
  await expect(
    db.pool.query(`update orders set delivery_status = 'shipped' where id = $1`, [order.id]),
  ).rejects.toThrow('orders_due_waits')
  await expect(
    db.pool.query(`update orders set pay_status = 'unpaid' where id = $1`, [order.id]),
  ).rejects.toThrow('orders_due_waits')
  expect(await violations()).toEqual([])
})

it('waits for nothing any more, and gives nothing back, when it is edited back', async () => {
  await edit(addVase)
  expect(await edit(removeVases)).toMatchObject({ ok: true, value: { toPay: 10_200, due: 0, refund: 0 } })
  expect(await moneyOf()).toEqual({
    ...plain,
    toPay: 10_200,
    due: 0,
    captured: 10_200,
    payments: 'captured 10200, cancelled 4850',
  })
  // What comes for it all the same goes back.
  expect(await capture(4_850)).toBe('applied')
  expect(await moneyOf()).toMatchObject({ paid: 'paid', due: 0, refunded: 4_850, back: 'twice 4850' })
  expect(await ship()).toMatchObject({ ok: true })
  expect(await violations()).toEqual([])
})

it('gives exactly the surplus back when it is made cheaper than what was paid', async () => {
  await edit(addVase)
  expect(await edit(oneStool, removeVases)).toMatchObject({
    ok: true,
    value: { toPay: 5_350, due: 0, refund: 4_850 },
  })
  expect(await moneyOf()).toMatchObject({
    due: 0,
    captured: 10_200,
    refunded: 4_850,
    payments: 'captured 10200, cancelled 4850',
    back: 'edit 4850',
  })
  // And dearer again, once that was sent: what went back is asked for, and no more.
  await sendRefund()
  expect(await edit(addVase)).toMatchObject({ ok: true, value: { toPay: 10_200, due: 4_850, refund: 0 } })
  expect((await recordPayment(ctx, order.number)).ok).toBe(true)
  expect(await moneyOf()).toMatchObject({ due: 0, captured: 15_050, refunded: 4_850 })
  expect(await violations()).toEqual([])
})

describe('money that is another amount than the difference', () => {
  it('goes back whole where it is too little, and the order waits on', async () => {
    await edit(addVase)
    await edit(addVase)
    expect(await capture(4_850)).toBe('applied')
    expect(await moneyOf()).toMatchObject({
      paid: 'paid',
      due: 9_700,
      captured: 15_050,
      refunded: 4_850,
      payments: 'captured 10200, captured 4850, created 9700',
      back: 'over 4850',
    })
    expect(await ship()).toMatchObject({ ok: false })
    expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'edited', 'edited'])
    expect(await recordPayment(ctx, order.number)).toMatchObject({ ok: true, value: { amount: 9_700 } })
    expect(await moneyOf()).toMatchObject({ due: 0, captured: 24_750, refunded: 4_850 })
    expect(await violations()).toEqual([])
  })

  it('counts where it is enough, and the rest goes back', async () => {
    await edit(addVase)
    await edit(vases(2))
    await edit(vases(1))
    expect(await capture(9_700)).toBe('applied')
    expect(await moneyOf()).toMatchObject({
      due: 0,
      captured: 19_900,
      refunded: 4_850,
      payments: 'captured 10200, cancelled 4850, captured 9700, created 4850',
      back: 'over 4850',
    })
    expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'edited', 'edited', 'edited', 'paid'])
    // The payment that is still open is in nobody's way.
    expect(await edit(vases(2))).toMatchObject({ ok: true, value: { due: 4_850 } })
    expect(await moneyOf()).toMatchObject({
      payments: 'captured 10200, cancelled 4850, captured 9700, cancelled 4850, created 4850',
    })
    expect(await violations()).toEqual([])
  })

  it('counts once when two payments come at once: the other one goes back', async () => {
    await edit(addVase)
    await edit(addVase)
    await edit(vases(1))
    expect(await Promise.all([capture(9_700), capture(4_850)])).toEqual(['applied', 'applied'])
    expect(await moneyOf()).toMatchObject({ paid: 'paid', due: 0, captured: 24_750, refunded: 9_700 })
    expect((await eventsOf(db, order.id)).filter((kind) => kind === 'paid')).toHaveLength(2)
    expect(await ship()).toMatchObject({ ok: true })
    expect(await violations()).toEqual([])
  })
})

describe('called off', () => {
  const ways: [string, () => Promise<Result<unknown, unknown>>][] = [
    ['cancelled', () => cancelByShop(ctx, order.number, '', { restock: true })],
    [
      'refunded',
      () =>
        refundByShop(ctx, order.number, {
          amount: null,
          reason: '',
          key: 'a',
          choice: { kind: 'end', restock: true },
        }),
    ],
  ]
  it.each(ways)('gives back what was kept, and nothing more: %s', async (_name, end) => {
    const shelf = await stockOf(db, 'vase-ink')
    await edit(addVase)
    expect(await end()).toMatchObject({ ok: true })
    expect(await moneyOf()).toMatchObject({ paid: 'paid', captured: 10_200, refunded: 10_200 })
    expect(await stockOf(db, 'vase-ink')).toBe(shelf)
    expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({
      ok: true,
      value: { status: 'cancelled', due: null, dueText: null, refundStatus: 'refunded', receipt: null },
    })
    // Money that comes later is recorded, and goes back.
    const late = { amount: 4_850, currency: 'USD', isLate: true }
    expect(await recordPayment(ctx, order.number)).toEqual({ ok: true, value: late })
    expect(await recordPayment(ctx, order.number)).toMatchObject({ ok: false })
    expect(await moneyOf()).toMatchObject({ paid: 'paid', captured: 15_050, refunded: 15_050 })
    expect(await violations()).toEqual([])
  })
})

it('counts its delivery from the last payment, and is not late for waiting', async () => {
  const delivery = {
    timeZone: 'Europe/Berlin',
    handling: { from: 0, to: 1 },
    zones: [{ name: { en: 'Germany' }, days: { from: 1, to: 3 } }],
  }
  const { shop } = shopConfig.parse({ shop: { delivery } })
  const later = new Date('2026-12-21T12:00:00Z')
  const isLate = async (): Promise<boolean | undefined> => {
    const row = (await findOrderById(db, order.id))!
    return outlookOf(row, { ...ctx, now: later, shop: { ...ctx.shop, shop } })?.isLate
  }
  expect(await isLate()).toBe(true)
  await edit(addVase)
  expect(await isLate()).toBe(false)
  await recordPayment({ ...ctx, now: later }, order.number)
  expect(await isLate()).toBe(false)
})

it('is polled for and not called off at its provider as long as the difference is due', async () => {
  await edit(addVase)
  expect(await settledOrders(db, [order.id])).toEqual([])
  const later = new Date(now.getTime() + 60_000)
  await db.pool.query('update payments set next_check_at = $1', [later])
  const dueNow = async (): Promise<number> => (await checksToHasten(db, now, now, 0, 9)).length
  expect(await dueNow()).toBe(0)
  await cancelByShop(ctx, order.number, '', { restock: true })
  expect(await settledOrders(db, [order.id])).toEqual([order.id])
  expect(await dueNow()).toBe(1)
})

describe('in the books', () => {
  it('what was added stands once it is paid, and its sums match', async () => {
    await edit(addVase)
    const asPaid = [...sold, ['payment', '', 10_200, 0]]
    expect(await booked()).toEqual(asPaid)
    await recordPayment(ctx, order.number)
    expect(await booked()).toEqual([
      ...sold,
      // This shop takes no tax today.
      ['edit', 'vase-ink', 4_850, 0],
      ['payment', '', 10_200, 0],
      ['payment', '', 4_850, 0],
    ])
  })

  it('what was added and taken out before it was paid stands nowhere', async () => {
    await edit(addVase)
    await edit(oneStool, removeVases)
    await confirmRefund(ctx, 1, '')
    expect(await booked()).toEqual([
      ...sold,
      ['edit', 'stool-sage', -4_850, -774],
      ['payment', '', 10_200, 0],
      ['refund', '', -4_850, 0],
    ])
  })

  it('an order that is called off gives back what was sold, with its tax', async () => {
    await edit(addVase)
    await cancelByShop(ctx, order.number, '', { restock: true })
    await confirmRefund(ctx, 1, '')
    expect(await booked()).toEqual([...sold, ['payment', '', 10_200, 0], ['refund', '', -10_200, -1_629]])
  })
})
