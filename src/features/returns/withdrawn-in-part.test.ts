import { expect, it } from 'vitest'
import { addStock } from '#features/catalog/shop/stock.ts'
import { cancelOrder } from '#features/orders/actions/change.ts'
import { adjustOrder } from '#features/orders/shop/adjust.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { unshipOrder } from '#features/orders/shop/unship.ts'
import { days, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, stockOf } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import {
  creditOf,
  ofOrder,
  orderIs,
  refundsOf,
  returnSales,
  returnWorld,
  type ReturnWorldOptions,
} from '#test/returns/return-world.ts'
import { returnOptions } from './actions/options.ts'
import { listReturns } from './actions/show.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { cancelReturn } from './actions/change.ts'
import { completeReturn, receiveReturn } from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'

/** Two stools, of which one has left, and a bowl that is not on hand. */
async function sentInPart(options: ReturnWorldOptions = {}) {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const world = await returnWorld({
    db,
    units: { 'stool-sage': 2, 'bowl-sage': 1 },
    sent: { 'stool-sage': 1 },
    ...options,
  })
  const { rows } = await db.pool.query<{ total: number }>('select total::int as total from orders')
  return {
    ...world,
    before,
    total: rows[0]!.total,
    faults: async () => checkHistory(await readHistory(db.pool), before),
    withdraw: async (lines: { line: number; quantity: number }[] | null = null, after = 2) => {
      const done = await withdrawOrder(world.owner(after), { order: world.order.number, lines })
      return done.ok ? done.value.slug! : done.problem.name
    },
  }
}

/** What each return of the order gives, oldest first. */
async function returnsOf({ owner }: { owner: Awaited<ReturnType<typeof sentInPart>>['owner'] }) {
  const found = await listReturns(owner(), { page: 1, status: null, order: null })
  if (!found.ok) throw new Error('no list')
  return found.value.returns.map((one) => [one.slug, one.type, one.status, one.refundAmount]).toReversed()
}

it('withdraws from all of an order of which a part has left, to the cent', async () => {
  const world = await sentInPart()
  const { db, order, owner, withdraw, total, faults } = world
  expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
    value: {
      mayWithdraw: true,
      withdrawUnits: {
        sent: 'The stool (Sage) × 1',
        unsent: 'The stool (Sage) × 1; The bowl (Sage) × 1',
        isWhole: false,
      },
    },
  })
  const slug = await withdraw()
  const [never, sent] = await returnsOf(world)
  expect(sent).toEqual([slug, 'return_and_refund', 'pending_approval', expect.any(Number)])
  expect(never).toEqual([expect.any(String), 'refund_only', 'completed', expect.any(Number)])
  // Both together are all that was paid, delivery with the parcel.
  expect(Number(never![3]) + Number(sent![3])).toBe(total)
  expect(await refundsOf(db, order.id)).toEqual([`${never![3]} return:${never![0]}`])
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${never![3]}`)
  expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'bowl-sage')]).toEqual(['49/0', '0/0'])
  expect(await faults()).toEqual([])

  await receiveReturn(owner(3), slug, null, () => true)
  expect(await completeReturn(owner(3), slug)).toMatchObject({ ok: true })
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${total}`)
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  expect(await faults()).toEqual([])
  expect(await withdraw(null, 3)).toBe('withdrawal_over')
})

it('is never sent from that moment', async () => {
  const { order, owner, withdraw, faults } = await sentInPart()
  await withdraw()
  expect(await shipOrder(owner(3), order.number, parcel, onDelivery)).toEqual({
    ok: false,
    problem: { name: 'nothing_left' },
  })
  const one = { ...parcel, units: { 'stool-sage': 1 } }
  expect(await shipOrder(owner(3), order.number, one, onDelivery)).toEqual({
    ok: false,
    problem: { name: 'too_many', sku: 'stool-sage', left: 0 },
  })
  expect(await faults()).toEqual([])
})

it('keeps what was withdrawn unsent, when the shopper keeps what has come', async () => {
  const world = await sentInPart()
  const { db, order, owner, withdraw, faults } = world
  const slug = await withdraw()
  const [never] = await returnsOf(world)
  expect(await cancelReturn(owner(3), { slug })).toMatchObject({ ok: true })
  expect(await cancelReturn(owner(3), { slug: String(never![0]) })).toMatchObject({ ok: false })
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${never![3]}`)
  expect(await returnOptions(owner(3), { order: order.number })).toMatchObject({
    value: { lines: [{ returnable: 1 }, { returnable: 0 }] },
  })
  expect(await faults()).toEqual([])
})

it('takes of a chosen line what has not left first, and leaves the rest to be sent', async () => {
  const world = await sentInPart()
  const { db, order, owner, withdraw, lineOf, faults } = world
  const line = await lineOf('stool-sage')
  expect(await withdraw([{ line, quantity: 3 }])).toBe('return_too_many')
  expect(
    await withdraw([
      { line, quantity: 1 },
      { line, quantity: 1 },
    ]),
  ).toBe('unknown_return_line')
  expect(await refundsOf(db, order.id)).toEqual([])
  const slug = await withdraw([{ line, quantity: 1 }])
  expect(await returnsOf(world)).toEqual([[slug, 'refund_only', 'completed', 4850]])
  expect(await orderIs(db, order.id)).toBe('in_progress paid partly_shipped refunded 4850')
  const bowl = { ...parcel, units: { 'bowl-sage': 1 } }
  expect(await shipOrder(owner(3), order.number, bowl, onDelivery)).toMatchObject({
    problem: { name: 'not_on_hand' },
  })
  expect(await faults()).toEqual([])
  await withdraw(null, 3)
  expect((await returnsOf(world)).map(([, type]) => type)).toEqual([
    'refund_only',
    'refund_only',
    'return_and_refund',
  ])
  expect(await faults()).toEqual([])
})

it('counts what the shop gave back before, and gives no cent of it twice', async () => {
  const world = await sentInPart()
  const { db, order, owner, withdraw, total, faults } = world
  const given = { amount: 1000, reason: 'late', choice: { kind: 'keep' }, key: 'a' } as const
  expect(await refundByShop(owner(1), order.number, given)).toMatchObject({ ok: true })
  const slug = await withdraw()
  await receiveReturn(owner(3), slug, null, () => true)
  expect(await completeReturn(owner(3), slug)).toMatchObject({ ok: true })
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${total}`)
  expect(await faults()).toEqual([])
})

it('is of goods that have cost nothing, too, though the rest of the money goes back with it', async () => {
  const world = await sentInPart({ units: { 'stool-sage': 1, 'bowl-sage': 1 } })
  const { db, order, owner, withdraw, total, faults } = world
  const free = { amount: 4850, line: 'stool-sage', reason: 'a gift', key: 'a' }
  expect(await adjustOrder(owner(1), order.number, free)).toMatchObject({ ok: true })
  const delivery = { amount: 500, line: null, reason: 'late', key: 'b' }
  expect(await adjustOrder(owner(1), order.number, delivery)).toMatchObject({ ok: true })
  const slug = await withdraw()
  expect(await returnsOf(world)).toEqual([
    [expect.any(String), 'refund_only', 'completed', total - 5350],
    [slug, 'return_and_refund', 'pending_approval', 0],
  ])
  expect(await orderIs(db, order.id)).toBe(`in_progress paid delivered refunded ${total}`)
  await receiveReturn(owner(3), slug, null, () => true)
  expect(await completeReturn(owner(3), slug)).toMatchObject({ ok: true, value: { amount: 0 } })
  expect(await faults()).toEqual([])
})

it('has days that do not begin by it: an early parcel is withdrawn from with the rest', async () => {
  const world = await sentInPart()
  const { withdraw, faults } = world
  expect(await withdraw(null, 40)).toMatch(/^R-/)
  expect(await returnsOf(world)).toHaveLength(2)
  expect(await faults()).toEqual([])
})

it('either leaves or is withdrawn from unsent, when both happen at once', async () => {
  const { order, owner, withdraw, faults, db } = await sentInPart({ units: { 'stool-sage': 2 } })
  const [sent, slug] = await Promise.all([shipOrder(owner(2), order.number, parcel, onDelivery), withdraw()])
  expect(slug).toMatch(/^R-/)
  const { rows } = await db.pool.query('select shipped, withdrawn, returned from order_lines')
  expect(rows).toEqual([{ shipped: sent.ok ? 2 : 1, withdrawn: sent.ok ? 0 : 1, returned: 2 }])
  expect(await faults()).toEqual([])
})

it('keeps its parcel: without it the order could be cancelled, and its money given back twice', async () => {
  const { db, order, owner, withdraw, faults } = await sentInPart({ arrived: false })
  expect(await cancelReturn(owner(3), { slug: await withdraw() })).toMatchObject({ ok: true })
  const { rows } = await db.pool.query<{ id: number }>('select id from shipments')
  expect(await unshipOrder(owner(3), order.number, rows[0]!.id)).toEqual({
    ok: false,
    problem: { name: 'withdrawn' },
  })
  expect(await orderIs(db, order.id)).toMatch(/^in_progress paid shipped /)
  expect(await faults()).toEqual([])
})

it('is of the whole order as long as nothing has left, and no part of it cancels it', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'bowl-sage': 1 }, now: days(0) })
  const { ctx } = orderVisitor(db, order.token, { now: days(1), sales: returnSales() })
  await payTestOrder(ctx, order.id)
  const { lineOf } = ofOrder(db, order, () => ctx)
  const [stools, bowl] = [await lineOf('stool-sage'), await lineOf('bowl-sage')]
  const withdraw = async (...lines: [line: number, quantity: number][]) => {
    const chosen = lines.map(([line, quantity]) => ({ line, quantity }))
    const done = await withdrawOrder(ctx, { order: order.number, lines: chosen })
    return done.ok ? done.value.slug : done.problem.name
  }
  expect(await withdraw()).toBe('return_empty')
  expect(await withdraw([999_999, 1])).toBe('unknown_return_line')
  expect(await withdraw([stools, 1], [stools, 1], [bowl, 1])).toBe('unknown_return_line')
  expect(await withdraw([stools, 3], [bowl, 1])).toBe('return_too_many')
  expect(await withdraw([stools, 2])).toBe('withdraw_whole')
  expect(await withdraw([stools, 1], [bowl, 1])).toBe('withdraw_whole')
  expect(await orderIs(db, order.id)).toBe('in_progress paid unshipped refunded 0')
  expect((await db.pool.query(`select from outbox_mails where kind = 'return.receipt'`)).rowCount).toBe(0)
  expect(await withdraw([stools, 2], [bowl, 1])).toBe(null)
  expect(await orderIs(db, order.id)).toMatch(/^cancelled paid unshipped /)
  expect((await db.pool.query(`select from outbox_mails where kind = 'return.receipt'`)).rowCount).toBe(1)
})

it('is checked: a unit that is counted as withdrawn and was not is found', async () => {
  const { db, before, withdraw } = await sentInPart()
  await withdraw()
  const history = await readHistory(db.pool)
  history.lines[0]!.withdrawn -= 1
  const rules = checkHistory(history, before).map(({ rule }) => rule)
  expect(new Set(rules)).toEqual(
    new Set(['moves_explain_lines', 'delivery_is_derived', 'asked_within_bought']),
  )
})

it('names every unit in the receipt and in the mails to the shop, and says what happens to each', async () => {
  const { db, withdraw, sales } = await sentInPart()
  const slug = await withdraw()
  const ctxFor = () => {
    const { ctx } = orderVisitor(db, null, { now: days(2), sales })
    return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
  }
  await tellReturnEvents({ db, ctxFor, shopLocale: 'en', now: () => days(2) })
  const { rows } = await db.pool.query<{ kind: string; recipient: string; plain: string }>(
    `select kind, recipient, plain from outbox_mails where kind like 'return.%' order by kind, id`,
  )
  expect(rows.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
    'return.completed ada@example.com',
    'return.receipt ada@example.com',
    'return.shop.withdrawn owner@shop.example',
    'return.shop.withdrawn owner@shop.example',
  ])
  const [, receipt, never, sent] = rows.map(({ plain }) => plain)
  expect(receipt).toContain('The stool (Sage) × 2; The bowl (Sage) × 1')
  expect(receipt).toContain(
    'Not sent yet: The stool (Sage) × 1; The bowl (Sage) × 1. We do not send these any more',
  )
  expect(receipt).toContain('Already sent: The stool (Sage) × 1. Send these items back by 7 December 2026.')
  expect(never).toContain('The stool (Sage) × 1; The bowl (Sage) × 1')
  expect(never).toContain('Do not send them')
  expect(sent).toContain(`violet returns receive ${slug}`)
})

it('is not of an order that the shop keeps without its money, whose units the shop counts by itself', async () => {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2 } })
  const ctx = orderVisitor(db, order.token, { now: days(1), sales: returnSales() }).ctx
  await payTestOrder(ctx, order.id)
  const mayWithdraw = async () => {
    const found = await returnOptions(ctx, { order: order.number })
    return found.ok && found.value.mayWithdraw
  }
  expect(await mayWithdraw()).toBe(true)
  const kept = { amount: null, reason: 'goodwill', choice: { kind: 'keep' }, key: 'a' } as const
  expect(await refundByShop(ctx, order.number, kept)).toMatchObject({ ok: true })
  const { rows } = await db.pool.query<{ refunded: number }>('select refunded from orders')
  expect(await mayWithdraw()).toBe(false)
  expect(await withdrawOrder(ctx, { order: order.number, lines: null })).toMatchObject({
    problem: { name: 'withdrawal_over' },
  })
  expect(await orderIs(db, order.id)).toBe(`in_progress paid unshipped refunded ${rows[0]!.refunded}`)
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  const mails = await db.pool.query(`select kind from outbox_mails where kind like '%withdraw%'`)
  expect(mails.rows).toEqual([])
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it.each(['withdrawing', 'cancelling'])(
  'gives the store credit back that the shop still has of such an order, by %s, and its units once',
  async (way) => {
    const db = await stockedShop()
    const before = (await readHistory(db.pool)).skus
    const { credit, balance } = await creditOf(db, 2000)
    const order = await placeTestOrder(db, { units: { 'stool-sage': 2 }, credit })
    const sales = { ...returnSales(), cancelsByItself: true }
    const ctx = orderVisitor(db, order.token, { now: days(1), sales }).ctx
    await payTestOrder(ctx, order.id)
    const kept = { amount: null, reason: 'sold out', choice: { kind: 'keep' }, key: 'a' } as const
    expect(await refundByShop(ctx, order.number, kept)).toMatchObject({ ok: true, value: { amount: 8200 } })
    // As the operator is told to.
    await addStock(db, 'stool-sage', 2, days(1))
    expect([await balance(), await stockOf(db, 'stool-sage')]).toEqual([0, '50/0'])
    const ended =
      way === 'withdrawing'
        ? await withdrawOrder(ctx, { order: order.number, lines: null })
        : await cancelOrder(ctx, { slug: order.number, reason: '' })
    expect(ended).toMatchObject({ ok: true })
    expect(await orderIs(db, order.id)).toBe('cancelled paid unshipped refunded 8200')
    expect([await balance(), await stockOf(db, 'stool-sage')]).toEqual([2000, '50/0'])
    await withdrawOrder(ctx, { order: order.number, lines: null })
    expect(await balance()).toBe(2000)
    expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
  },
)
