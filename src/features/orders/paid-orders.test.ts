import { describe, expect, it } from 'vitest'
import { days, minutes, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, payTestOrder, placeTestOrder, stockOf } from '#test/placed-orders.ts'
import { cancelOrder, confirmReceipt, orderDetail, withdrawCancellation } from './actions/change.ts'
import { approveCancellation, refuseCancellation } from './shop/decide.ts'
import { deliverOrder, shipOrder } from './shop/ship.ts'
import { completeDelivered } from './work/timer.ts'

describe('a paid order', () => {
  async function paid(method: 'card' | 'transfer' = 'card') {
    const db = await stockedShop()
    const order = await placeTestOrder(db, { method })
    const { ctx } = orderVisitor(db, order.token, { now: minutes(1) })
    await payTestOrder(ctx, order.id)
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    return { db, order, ctx }
  }

  it('asks before it is cancelled; granted, it gives units and money back', async () => {
    const { db, order, ctx } = await paid()
    expect(await cancelOrder(ctx, { slug: order.number, reason: 'Changed my mind' })).toMatchObject({
      ok: true,
      value: { status: 'pending_cancellation', may: { withdrawCancellation: true, confirmReceipt: false } },
    })
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    expect(await approveCancellation(ctx, order.number)).toEqual({ ok: true, value: { status: 'cancelled' } })
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
    const { rows } = await db.pool.query('select amount, cause, status from refunds')
    expect(rows).toEqual([{ amount: order.total, cause: `cancel:${order.id}`, status: 'pending' }])
    expect(await approveCancellation(ctx, order.number)).toMatchObject({
      ok: false,
      problem: { name: 'not_now' },
    })
    expect(await eventsOf(db, order.id)).toEqual([
      'placed',
      'paid',
      'cancellation_requested',
      'cancellation_approved',
    ])
  })

  it('goes on when the shop refuses, or the shopper takes it back', async () => {
    const { db, order, ctx } = await paid()
    await cancelOrder(ctx, { slug: order.number, reason: '' })
    expect(await refuseCancellation(ctx, order.number, 'It is packed')).toEqual({
      ok: true,
      value: { status: 'in_progress' },
    })
    await cancelOrder(ctx, { slug: order.number, reason: '' })
    expect(await withdrawCancellation(ctx, { slug: order.number })).toMatchObject({
      ok: true,
      value: { status: 'in_progress' },
    })
    expect(await withdrawCancellation(ctx, { slug: order.number })).toEqual({
      ok: false,
      problem: { name: 'not_now' },
    })
    expect(await refuseCancellation(ctx, order.number, '')).toMatchObject({ ok: false })
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    const { rows } = await db.pool.query('select count(*)::int as refunds from refunds')
    expect(rows).toEqual([{ refunds: 0 }])
  })

  it('is asked to be cancelled five times a day, each of which is mailed; taking it back is never refused', async () => {
    const { db, order, ctx } = await paid()
    const { slug } = { slug: order.number }
    const round = async (at = ctx): Promise<boolean> => {
      const asked = await cancelOrder(at, { slug, reason: 'Buy at example.com' })
      if (asked.ok) expect(await withdrawCancellation(at, { slug })).toMatchObject({ ok: true })
      else expect(asked.problem).toEqual({ name: 'too_many_requests', details: { hours: 12, minutes: 0 } })
      return asked.ok
    }
    const rounds: boolean[] = []
    for (let n = 0; n < 7; n += 1) rounds.push(await round())
    expect(rounds).toEqual([true, true, true, true, true, false, false])
    const events = await eventsOf(db, order.id)
    expect(events.filter((kind) => kind === 'cancellation_requested')).toHaveLength(5)
    expect(events.at(-1)).toBe('cancellation_withdrawn')
    // Of another order nothing is used up, and the next day brings new ones.
    expect(await round({ ...ctx, now: days(1) })).toBe(true)
    const other = await placeTestOrder(db)
    const own = orderVisitor(db, other.token, { now: minutes(1) }).ctx
    await payTestOrder(own, other.id)
    expect(await cancelOrder(own, { slug: other.number, reason: '' })).toMatchObject({ ok: true })
  })

  it('is cancelled without being looked at where the shop wants it so', async () => {
    const { db, order } = await paid()
    const { ctx } = orderVisitor(db, order.token, { now: minutes(2), sales: { cancelsByItself: true } })
    expect(await cancelOrder(ctx, { slug: order.number, reason: '' })).toMatchObject({
      ok: true,
      value: { status: 'cancelled', refunded: '$102' },
    })
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  })

  it('leaves in parcels, arrives, and is confirmed', async () => {
    const { db, order, ctx } = await paid('transfer')
    const ship = (units: Record<string, number> | null, at = minutes(60)) =>
      shipOrder({ ...ctx, now: at }, order.number, { ...parcel, units }, onDelivery)
    expect(await ship({ 'stool-sage': 3 })).toEqual({
      ok: false,
      problem: { name: 'too_many', sku: 'stool-sage', left: 2 },
    })
    expect(await ship({ stool: 1 })).toEqual({ ok: false, problem: { name: 'unknown_sku', sku: 'stool' } })
    expect(await ship({ 'stool-sage': 1 })).toMatchObject({
      ok: true,
      value: { deliveryStatus: 'partly_shipped' },
    })
    expect(await cancelOrder(ctx, { slug: order.number, reason: '' })).toMatchObject({ ok: false })
    expect(await confirmReceipt(ctx, { slug: order.number })).toMatchObject({ ok: false })
    expect(await ship(null, minutes(90))).toMatchObject({ ok: true, value: { deliveryStatus: 'shipped' } })
    expect(await ship(null)).toEqual({ ok: false, problem: { name: 'nothing_left' } })
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    const first = await deliverOrder({ ...ctx, now: days(2) }, order.number, 1)
    expect(first).toEqual({ ok: true, value: { deliveryStatus: 'shipped' } })
    expect(await deliverOrder({ ...ctx, now: days(3) }, order.number, null)).toEqual({
      ok: true,
      value: { deliveryStatus: 'delivered' },
    })
    expect(await deliverOrder(ctx, order.number, null)).toMatchObject({ ok: false })
    expect(await confirmReceipt(ctx, { slug: order.number })).toMatchObject({
      ok: true,
      value: {
        status: 'completed',
        parcels: [{ contents: ['The stool × 1'] }, { contents: ['The stool × 1'] }],
      },
    })
    expect(await eventsOf(db, order.id)).toEqual([
      'placed',
      'paid',
      'shipped',
      'shipped',
      'delivered',
      'completed',
    ])
  })

  it('is there once the shopper says so, though nobody noted the arrival', async () => {
    const { db, order, ctx } = await paid()
    await shipOrder({ ...ctx, now: days(1) }, order.number, parcel, onDelivery)
    const later = { ...ctx, now: days(2) }
    const reviewOf = async () => {
      const found = await orderDetail(later, { slug: order.number })
      return found.ok ? found.value.lines.map(({ review }) => review?.isWritten ?? null) : null
    }
    expect(await reviewOf()).toEqual([null])
    expect(await confirmReceipt(later, { slug: order.number })).toMatchObject({
      ok: true,
      value: { status: 'completed', deliveryStatus: 'delivered', shipping: { isLate: false } },
    })
    expect(await reviewOf()).toEqual([false])
    const { rows } = await db.pool.query('select delivered_at, confirmed from shipments')
    expect(rows).toEqual([{ delivered_at: days(2), confirmed: true }])
  })

  it.each([
    ['15 days after it arrived', true, 18],
    ['30 days after it left, when nobody said that it arrived', false, 30],
  ])('is completed by itself %s', async (_when, arrives, after) => {
    const { db, order, ctx } = await paid()
    await shipOrder(ctx, order.number, parcel, onDelivery)
    if (arrives) await deliverOrder({ ...ctx, now: days(3) }, order.number, null)
    expect(await completeDelivered({ ...ctx, now: new Date(days(after).getTime() - 60_000) })).toBe(0)
    expect(await completeDelivered({ ...ctx, now: days(after + 1) })).toBe(1)
    expect((await eventsOf(db, order.id)).at(-1)).toBe('completed')
  })
})

it('sells what is paid to the courier when it leaves, and lets nothing else leave unpaid', async () => {
  const db = await stockedShop()
  const unpaid = await placeTestOrder(db, { method: 'transfer' })
  const cash = await placeTestOrder(db, { method: 'cod' })
  const { ctx } = orderVisitor(db, cash.token, { now })
  expect(await shipOrder(ctx, unpaid.number, parcel, onDelivery)).toEqual({
    ok: false,
    problem: { name: 'unpaid' },
  })
  expect(await stockOf(db, 'stool-sage')).toBe('50/4')
  expect(await shipOrder(ctx, cash.number, parcel, onDelivery)).toMatchObject({ ok: true })
  expect(await stockOf(db, 'stool-sage')).toBe('48/2')
  expect(await cancelOrder(ctx, { slug: cash.number, reason: '' })).toEqual({
    ok: false,
    problem: { name: 'not_now' },
  })
})

it('sends a backorder when its goods have come, and no sooner', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { units: { 'bowl-sage': 3 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  expect(await stockOf(db, 'bowl-sage')).toBe('0/3')
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toEqual({
    ok: false,
    problem: { name: 'not_on_hand', sku: 'bowl-sage' },
  })
  await db.pool.query(`update skus set on_hand = 2 where sku = 'bowl-sage'`)
  expect(
    await shipOrder(ctx, order.number, { ...parcel, units: { 'bowl-sage': 2 } }, onDelivery),
  ).toMatchObject({ ok: true })
  expect(await stockOf(db, 'bowl-sage')).toBe('0/1')
  const { rows } = await db.pool.query('select held, shipped from order_lines')
  expect(rows).toEqual([{ held: 1, shipped: 2 }])
})
