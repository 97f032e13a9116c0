import { describe, expect, it } from 'vitest'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { editOrder } from '#features/orders/shop/edit.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { refundOrder } from '#features/orders/rules/refund.ts'
import { lockPayable } from '#features/orders/queries/pay.ts'
import { approveReturn, completeReturn, receiveReturn } from '#features/returns/shop/decide.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { LiveMessage } from '#wire/live-messages.ts'
import { freshDatabase, poison } from '#test/database.ts'
import { loopsIn } from '#test/loops/loops-in.ts'
import { days, minutes, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { begun, deliver, paymentWorld } from '#test/payment-world.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, type TestOrder } from '#test/placed-orders.ts'
import { returnWorld } from '#test/returns/return-world.ts'

/* The loops about orders and money: each piece of their work is done, whatever becomes of the others. */

/** More than one batch of such a loop. */
const moreThanBatch = 201

async function statusOf(db: Database, orders: readonly { id: number }[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ status: string }>(
    'select status from orders where id = any($1) order by id',
    [orders.map(({ id }) => id)],
  )
  return rows.map(({ status }) => status)
}

describe('returns.expire', () => {
  /** A return for each piece of its work, that is due after 29 days. */
  async function dueReturns() {
    const world = await returnWorld({ units: { 'stool-sage': 5 } })
    const { db, owner, apply } = world
    const overdue = await apply({ 'stool-sage': 1 })
    await approveReturn(owner(), overdue, null)
    const held = await apply({ 'stool-sage': [1, 'rare-sage'] }, { type: 'exchange' })
    await db.pool.query(
      `update sku_prices set amount = 5350 where currency = 'USD'
       and sku_id = (select id from skus where sku = 'stool-ink')`,
    )
    const exchanged = async (): Promise<{ slug: string; order: string }> => {
      const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' })
      await approveReturn(owner(), slug, null)
      await receiveReturn(owner(), slug, null, () => true)
      const done = await completeReturn(owner(2), slug)
      if (!done.ok) throw new Error(done.problem.name)
      return { slug, order: done.value.exchangeOrder! }
    }
    const [paid, cancelled] = [await exchanged(), await exchanged()]
    const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [
      paid.order,
    ])
    await payTestOrder(owner(2), rows[0]!.id)
    await cancelByShop(owner(3), cancelled.order, 'Lost', { restock: false })
    return { ...world, overdue, held, paid: paid.slug, cancelled: cancelled.slug }
  }
  type Due = Awaited<ReturnType<typeof dueReturns>>

  async function facts({ db, overdue, held, paid, cancelled }: Due): Promise<Record<string, boolean>> {
    const { rows } = await db.pool.query<Record<string, boolean>>(
      `select
         (select status = 'ended' from returns where number = $1) as ended,
         (select sum(l.exchange_held) = 0 from return_lines l join returns r on r.id = l.return_id where r.number = $2) as unheld,
         (select status = 'done' from refunds where cause = 'exchange:' || $3) as booked,
         (select settled_at is not null from returns where number = $4) as settled`,
      [overdue, held, paid, cancelled],
    )
    return rows[0]!
  }

  const all = { ended: true, unheld: true, booked: true, settled: true }

  it('does all that time does to returns, and pages hear of it', async () => {
    const due = await dueReturns()
    const told: LiveMessage[] = []
    const live = { tell: (_: string, message: LiveMessage) => void told.push(message) }
    const run = await loopsIn(due.db, { now: () => days(29), live })
    await run('returns.expire')
    expect(await facts(due)).toEqual(all)
    const heard = told.flatMap((message) => (message.type === 'return.changed' ? [message.return] : []))
    expect([...new Set(heard)].toSorted()).toEqual([due.overdue, due.held, due.cancelled].toSorted())
  })

  it.each<[piece: keyof typeof all, table: string, when: (due: Due) => string]>([
    ['ended', 'returns', ({ overdue }) => `new.number = '${overdue}' and new.status = 'ended'`],
    ['unheld', 'return_lines', () => 'old.exchange_held > 0 and new.exchange_held = 0'],
    ['booked', 'refunds', ({ paid }) => `new.cause = 'exchange:${paid}'`],
    ['settled', 'returns', ({ cancelled }) => `new.number = '${cancelled}' and new.settled_at is not null`],
  ])('does the others when one return cannot be %s, and says which', async (piece, table, when) => {
    const due = await dueReturns()
    await poison(due.db, table, when(due))
    const run = await loopsIn(due.db, { now: () => days(29) })
    await expect(run('returns.expire')).rejects.toThrow(/^return \d+: planted$/)
    expect(await facts(due)).toEqual({ ...all, [piece]: false })
  })
})

describe('orders.expire', () => {
  it('cancels what is past its hold, behind any number of orders that cannot be cancelled', async () => {
    const db = await stockedShop()
    await db.pool.query('update skus set on_hand = 1000')
    const orders: TestOrder[] = []
    for (let count = 0; count <= moreThanBatch; count++)
      orders.push(await placeTestOrder(db, { units: { 'stool-sage': 1 } }))
    const [last, ...failing] = orders.toReversed()
    await poison(db, 'orders', `new.id < ${last!.id}`)
    const run = await loopsIn(db, { now: () => days(1) })
    await expect(run('orders.expire')).rejects.toThrow(
      new RegExp(`^order ${orders[0]!.id}: planted; .* and 181 more$`),
    )
    expect(await statusOf(db, [last!])).toEqual(['cancelled'])
    expect(new Set(await statusOf(db, failing))).toEqual(new Set(['in_progress']))
  })
})

it('orders.complete completes what arrived long ago, behind one that cannot be', async () => {
  const db = await stockedShop()
  const orders: TestOrder[] = []
  for (let count = 0; count < 3; count++) {
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now: days(0) })
    await payTestOrder(ctx, order.id)
    await shipOrder(ctx, order.number, parcel, onDelivery)
    await deliverOrder(ctx, order.number, null)
    orders.push(order)
  }
  await poison(db, 'orders', `new.id = ${orders[0]!.id}`)
  const run = await loopsIn(db, { now: () => days(60) })
  await expect(run('orders.complete')).rejects.toThrow(`order ${orders[0]!.id}: planted`)
  expect(await statusOf(db, orders)).toEqual(['in_progress', 'completed', 'completed'])
})

it('orders.remind reminds of differences, behind one of which it cannot', async () => {
  const db = await stockedShop()
  const orders = [await placeTestOrder(db), await placeTestOrder(db)]
  for (const order of orders) {
    const { ctx } = orderVisitor(db, order.token, { now: days(0) })
    await payTestOrder(ctx, order.id)
    const wish = { changes: [], reprice: false, shipping: 900, reason: '' }
    expect(await editOrder(ctx, order.number, wish, null)).toMatchObject({ value: { due: 400 } })
  }
  await poison(db, 'orders', `new.id = ${orders[0]!.id}`)
  const run = await loopsIn(db, { now: () => days(4) })
  await expect(run('orders.remind')).rejects.toThrow(`order ${orders[0]!.id}: planted`)
  const { rows } = await db.pool.query('select id from orders where due_reminded_at is not null')
  expect(rows).toEqual([{ id: orders[1]!.id }])
})

it('returns.remind reminds of parcels, behind one of which it cannot', async () => {
  const { db, owner, apply } = await returnWorld()
  const slugs = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  for (const slug of slugs) await approveReturn(owner(1), slug, null)
  await poison(db, 'returns', `new.number = '${slugs[0]}'`)
  const run = await loopsIn(db, { now: () => days(13) })
  await expect(run('returns.remind')).rejects.toThrow('planted')
  const { rows } = await db.pool.query('select number from returns where reminded_at is not null')
  expect(rows).toEqual([{ number: slugs[1] }])
})

describe('mails.orders', () => {
  it.each([
    ['the mail cannot be written', 'outbox_mails', `new.recipient = 'eve@example.com'`, 'insert'],
    ['the note of it cannot', 'order_events', 'new.order_id = 1', 'update'],
  ] as const)('writes all others when %s', async (_, table, when, on) => {
    const { db, order, apply } = await returnWorld({ email: 'eve@example.com' })
    expect(order.id).toBe(1)
    const slug = await apply({ 'stool-sage': 1 })
    await placeTestOrder(db)
    await poison(db, table, when, on)
    const run = await loopsIn(db, { now: () => days(2) })
    await expect(run('mails.orders')).rejects.toThrow(
      /no mail about placed \(event \d+\) of order 1: planted/,
    )
    const handled = await db.pool.query<{ what: string }>(
      `select 'order ' || order_id as what from order_events where handled_at is not null
       union select 'return ' || r.number from return_events e join returns r on r.id = e.return_id
       where e.handled_at is not null order by 1`,
    )
    const others = on === 'update' ? ['order 2', `return ${slug}`] : ['order 2']
    expect(handled.rows.map(({ what }) => what)).toEqual(others)
  })

  it('leaves an event that only a newer version knows to its nodes, and hides no later one', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now: minutes(1) })
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into order_events (order_id, kind, actor, at) values ($1, 'from_the_future', 'operator', now()) returning id`,
      [order.id],
    )
    await payTestOrder(ctx, order.id)
    const run = await loopsIn(db, { now: () => minutes(2) })
    for (let turn = 0; turn < 2; turn++)
      await expect(run('mails.orders')).rejects.toThrow(
        `left to nodes of a newer version, which know these kinds: no mail about from_the_future (event ${rows[0]!.id}) of order ${order.id}`,
      )
    const open = await db.pool.query('select kind from order_events where handled_at is null')
    expect(open.rows).toEqual([{ kind: 'from_the_future' }])
    const mails = await db.pool.query('select kind from outbox_mails order by id')
    expect(mails.rows).toEqual([{ kind: 'order.placed' }, { kind: 'order.paid' }])
  })
})

describe('payments.reconcile', () => {
  it('asks about all payments, behind any number that cannot be changed', async () => {
    const { db } = await freshDatabase()
    const world = paymentWorld(db)
    const orders = []
    for (let count = 0; count < 7; count++) {
      const order = await world.placed()
      await world.gateway.answer(await begun(world, order), 'silent')
      orders.push(order)
    }
    const last = orders.at(-1)!
    await poison(db, 'payments', `new.order_id < ${last.id}`)
    const now = () => minutes(29.5)
    const run = await loopsIn(db, { now, providers: new Map([['demo', world.demo]]) })
    await expect(run('payments.reconcile')).rejects.toThrow(/(?:payment [1-6]: planted(?:; |$)){6}/)
    const { rows } = await db.pool.query(`select id from orders where pay_status = 'paid'`)
    expect(rows).toEqual([{ id: last.id }])
  })
})

it('refunds.send sends all refunds, behind any number that cannot be changed', async () => {
  const { db } = await freshDatabase()
  const world = paymentWorld(db)
  for (let count = 0; count < 3; count++) {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'approve')
    await deliver(world)
    await db.transact(async (tx) => {
      await lockPayable(tx, order.id)
      const refund = { orderId: order.id, amount: 100, reason: '', cause: `operator:${count}` }
      return refundOrder(tx, { ...refund, now: world.clock.now })
    })
  }
  await poison(db, 'refunds', `new.cause in ('operator:0', 'operator:1')`)
  const run = await loopsIn(db, { now: () => world.clock.now, providers: new Map([['demo', world.demo]]) })
  await expect(run('refunds.send')).rejects.toThrow('refund 1: planted; refund 2: planted')
  const { rows } = await db.pool.query(`select cause from refunds where status = 'done'`)
  expect(rows).toEqual([{ cause: 'operator:2' }])
})

it('demo-gateway.answer sends what waits, though a late answer cannot be given and a notice not be sent', async () => {
  const { db } = await freshDatabase()
  const world = paymentWorld(db)
  const [late, first, second] = [await world.placed(), await world.placed(), await world.placed()]
  const references = [
    await begun(world, late),
    await begun(world, first),
    await begun(world, second),
  ] as const
  await world.gateway.answer(references[0], 'later')
  await world.gateway.drain()
  world.bag.length = 0
  await world.gateway.answer(references[1], 'approve')
  await world.gateway.answer(references[2], 'approve')
  world.later(60_000)
  await poison(db, 'demo_charges', `new.reference = '${references[0]}'`)
  await poison(db, 'demo_notices', `new.reference = '${references[1]}'`)
  const run = await loopsIn(db, { now: () => world.clock.now, gateway: world.gateway })
  await expect(run('demo-gateway.answer')).rejects.toThrow(/^planted; notice \d+: planted$/)
  expect(world.bag.map(({ body }) => String(body))).toEqual([expect.stringContaining(references[2])])
})
