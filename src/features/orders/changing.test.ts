import { describe, expect, it } from 'vitest'
import { openByKey } from '#features/session/rules/opened.ts'
import { whoIs } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import { days, minutes, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, placeTestOrder, stockOf, testMethods } from '#test/placed-orders.ts'
import { buyAgain } from './actions/buy-again.ts'
import { cancelOrder, extendHold, orderDetail } from './actions/change.ts'
import { cancelByShop, confirmUnpaid } from './shop/decide.ts'
import { shipOrder } from './shop/ship.ts'
import { expireUnpaid } from './work/timer.ts'
import { holdTime } from './rules/hold-time.ts'
import { signLink } from '#platform/server/signing.ts'

describe('who may see an order', () => {
  it('is its browser, and nobody else learns whether there is one', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const own = await orderDetail(orderVisitor(db, order.token, { now }).ctx, { slug: order.number })
    expect(own).toMatchObject({
      ok: true,
      value: {
        slug: order.number,
        status: 'in_progress',
        payStatus: 'unpaid',
        total: '$102',
        email: 'ada@example.com',
      },
    })
    const stranger = orderVisitor(db, 'A'.repeat(43), { now }).ctx
    const unknown = { ok: false, problem: { name: 'unknown_order' } }
    expect(await orderDetail(stranger, { slug: order.number })).toEqual(unknown)
    expect(await orderDetail(stranger, { slug: '00000-00000' })).toEqual(unknown)
    expect(await cancelOrder(stranger, { slug: order.number, reason: '' })).toEqual(unknown)
    expect(await eventsOf(db, order.id)).toEqual(['placed'])
  })

  it('is who has the link of a mail, until the visit is over', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx, visitor } = orderVisitor(db, null, { now })
    expect(await openByKey(ctx, 'nonsense')).toBeNull()
    const watch = await signLink(db, 'order.watch', order.id, days(1))
    expect(await openByKey(ctx, watch)).toBeNull()
    expect(visitor.written).toEqual([])
    expect(await openByKey(ctx, await signLink(db, 'order.open', order.id, days(400)))).toBe(order.id)
    expect(visitor.written).toMatchObject([{ name: 'violet_orders', httpOnly: true }])
    expect(await orderDetail(ctx, { slug: order.number.toLowerCase().replace('-', '') })).toMatchObject({
      ok: true,
    })
    const tomorrow: Ctx = { ...ctx, now: days(1), who: () => whoIs(tomorrow) }
    expect(await orderDetail(tomorrow, { slug: order.number })).toMatchObject({ ok: false })
  })
})

describe('an unpaid order', () => {
  it('is cancelled by its shopper at once, and gives units and coupon back', async () => {
    const db = await stockedShop()
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
       values ('five', 'FIVE', '{}', '{}', false, 1, 1, true) returning id`,
    )
    const coupon = { id: rows[0]!.id, slug: 'five', code: 'FIVE', amount: 500 }
    const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'lamp-sage': 1 }, coupon })
    expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'lamp-sage')]).toEqual(['50/2', '5/3'])
    const { ctx, visitor } = orderVisitor(db, order.token, { now: minutes(5) })
    const cancelled = await cancelOrder(ctx, { slug: order.number, reason: 'Too blue' })
    expect(cancelled).toMatchObject({
      ok: true,
      value: {
        status: 'cancelled',
        cancelReason: 'Too blue',
        holdUntil: null,
        may: { cancel: false, pay: false },
      },
    })
    expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'lamp-sage')]).toEqual(['50/0', '5/2'])
    expect(await eventsOf(db, order.id)).toEqual(['placed', 'cancelled'])
    const { rows: coupons } = await db.pool.query(
      'select used_count, (select count(*)::int from coupon_uses) as uses from coupons',
    )
    expect(coupons).toEqual([{ used_count: 0, uses: 0 }])
    const { rows: moves } = await db.pool.query('select kind, on_hand, held from stock_moves order by id')
    expect(moves.slice(2)).toEqual([
      { kind: 'release', on_hand: 0, held: -2 },
      { kind: 'release', on_hand: 0, held: -1 },
    ])
    // To the pages that show the order, and to all others that its shopper has open.
    const message = { type: 'order.changed', order: order.number }
    expect(visitor.told).toEqual([
      { topic: `order:${order.id}`, message },
      { topic: expect.stringMatching(/^cart:/) as string, message },
    ])
    // Asked for again, it is refused and nothing moves.
    expect(await cancelOrder(ctx, { slug: order.number, reason: '' })).toEqual({
      ok: false,
      problem: { name: 'not_now' },
    })
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  })

  it('is not cancelled while its bank decides', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    await db.pool.query(`update payments set status = 'pending'`)
    const { ctx } = orderVisitor(db, order.token, { now })
    expect(await cancelOrder(ctx, { slug: order.number, reason: '' })).toEqual({
      ok: false,
      problem: { name: 'payment_deciding' },
    })
    expect(await expireUnpaid({ ...ctx, now: days(2) })).toBe(0)
    expect(await stockOf(db, 'stool-sage')).toBe('50/2')
  })

  it('has its time extended once', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now: minutes(29) })
    expect(await extendHold(ctx, { slug: order.number })).toMatchObject({
      ok: true,
      value: { holdUntil: minutes(45).toISOString(), may: { extendHold: false } },
    })
    expect(await extendHold(ctx, { slug: order.number })).toMatchObject({
      ok: false,
      problem: { name: 'not_now' },
    })
    const late = await placeTestOrder(db)
    const { ctx: tooLate } = orderVisitor(db, late.token, { now: minutes(31) })
    expect(await extendHold(tooLate, { slug: late.number })).toMatchObject({
      ok: false,
      problem: { name: 'not_now' },
    })
  })

  it('expires when its time is over, once, however many nodes look', async () => {
    const db = await stockedShop()
    const orders = []
    for (let n = 0; n < 12; n++)
      orders.push(await placeTestOrder(db, { units: { 'stool-sage': 1, 'vase-ink': 2 } }))
    const waits = await placeTestOrder(db, { method: 'transfer' })
    const cash = await placeTestOrder(db, { method: 'cod' })
    const { ctx } = orderVisitor(db, null, { now: minutes(30) })
    expect(await expireUnpaid({ ...ctx, now: minutes(29) })).toBe(0)
    const counts = await Promise.all([expireUnpaid(ctx), expireUnpaid(ctx), expireUnpaid(ctx)])
    const rest = await expireUnpaid(ctx)
    expect([...counts, rest].reduce((sum, count) => sum + count, 0)).toBe(12)
    expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'vase-ink')]).toEqual(['50/4', '50/0'])
    for (const { id } of orders) expect(await eventsOf(db, id)).toEqual(['placed', 'expired'])
    for (const { id } of [waits, cash]) expect(await eventsOf(db, id)).toEqual(['placed'])
    expect(await expireUnpaid({ ...ctx, now: days(6) })).toBe(1)
    expect(await eventsOf(db, waits.id)).toEqual(['placed', 'expired'])
  })

  it('is cancelled by the shop for a reason', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, null, { now })
    expect(await cancelByShop(ctx, '00000-00000', '')).toEqual({
      ok: false,
      problem: { name: 'unknown_order' },
    })
    expect(await cancelByShop(ctx, order.number, 'No such colour')).toEqual({
      ok: true,
      value: { status: 'cancelled' },
    })
    expect(await cancelByShop(ctx, order.number, '')).toEqual({
      ok: false,
      problem: { name: 'not_now', status: 'cancelled' },
    })
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  })
})

describe('an order that the courier is paid for', () => {
  it('is given up after two weeks, and says nothing of paying in time', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db, { method: 'cod' })
    const { ctx } = orderVisitor(db, order.token, { now })
    expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({ value: { holdUntil: null } })
    expect(await expireUnpaid({ ...ctx, now: minutes(14 * 24 * 60 - 1) })).toBe(0)
    expect(await stockOf(db, 'stool-sage')).toBe('50/2')
    expect(await expireUnpaid({ ...ctx, now: days(14) })).toBe(1)
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
    expect(await eventsOf(db, order.id)).toEqual(['placed', 'expired'])
    const seen = await orderDetail(ctx, { slug: order.number })
    expect(seen).toMatchObject({ value: { status: 'cancelled' } })
    expect(JSON.stringify(seen)).not.toContain('not paid in time')
  })

  it('waits for as long as its method says', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db, { method: 'cod' })
    const { ctx } = orderVisitor(db, order.token, { now: days(60) })
    const { rows } = await db.pool.query<{ days: number }>(
      `select extract(epoch from hold_until - placed_at)::int / 86400 as days from orders`,
    )
    expect(rows).toEqual([{ days: 14 }])
    expect(holdTime({ ...testMethods[2]!, holdHours: 48 }, { holdMinutes: 30 })).toBe(48 * 3_600_000)
    expect(await confirmUnpaid(ctx, order.number)).toEqual({ ok: true, value: { status: 'in_progress' } })
    expect(await expireUnpaid(ctx)).toBe(0)
    expect(await stockOf(db, 'stool-sage')).toBe('50/2')
    await cancelByShop(ctx, order.number, '')
    expect(await confirmUnpaid(ctx, order.number)).toEqual({
      ok: false,
      problem: { name: 'not_now', status: 'cancelled' },
    })
  })

  it('stays when its parcel has left', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db, { method: 'cod' })
    const { ctx } = orderVisitor(db, order.token, { now })
    expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({ ok: true })
    expect(await expireUnpaid({ ...ctx, now: days(60) })).toBe(0)
    expect(await eventsOf(db, order.id)).toEqual(['placed', 'shipped'])
  })
})

it('puts into the cart again what is sold in other quantities by now', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { units: { 'stool-sage': 7, 'vase-sage': 1, 'tray-sage': 2 } })
  await db.pool.query(
    `update skus set min_quantity = 3, quantity_step = 3 where sku in ('stool-sage', 'vase-sage');
     update skus set max_quantity = 1 where sku = 'tray-sage'`,
  )
  const { ctx, visitor } = orderVisitor(db, order.token, { now })
  expect(await buyAgain(ctx, { slug: order.number })).toEqual({ ok: true, value: { added: 10, missing: [] } })
  expect(await visitor.quantities()).toEqual({ 'stool-sage': 6, 'vase-sage': 3, 'tray-sage': 1 })
})

it('puts into the cart again what there is of it', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'rare-sage': 3 } })
  await db.pool.query(
    `update skus set on_hand = 4 where sku = 'rare-sage'; update skus set retired = true where sku = 'stool-sage'`,
  )
  const { ctx, visitor } = orderVisitor(db, order.token, { now })
  expect(await buyAgain(ctx, { slug: order.number })).toEqual({
    ok: true,
    value: { added: 1, missing: ['The stool'] },
  })
  expect(await visitor.quantities()).toEqual({ 'rare-sage': 1 })
  expect(await buyAgain(ctx, { slug: order.number })).toEqual({
    ok: false,
    problem: { name: 'out_of_stock' },
  })
  expect(await visitor.quantities()).toEqual({ 'rare-sage': 1 })
})
