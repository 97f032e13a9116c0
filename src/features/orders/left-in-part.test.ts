import { describe, expect, it } from 'vitest'
import { no } from '#domain/result.ts'
import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import { refuseReturn } from '#features/returns/shop/decide.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days, minutes, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, payTestOrder, placeTestOrder, stockOf, type TestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { listedOrders } from './queries/list.ts'
import { refundByShop } from './shop/record.ts'
import { deliverOrder, shipOrder } from './shop/ship.ts'
import { completeDelivered } from './work/timer.ts'

/** Two stools, of which one has left, and a bowl that is not on hand. */
async function sentInPart(): Promise<{
  db: Database
  order: TestOrder
  ctx: Ctx
  faults: () => Promise<unknown[]>
}> {
  const db = await stockedShop()
  const before = (await readHistory(db.pool)).skus
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'bowl-sage': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now: minutes(1) })
  await payTestOrder(ctx, order.id)
  const sent = await shipOrder(ctx, order.number, { ...parcel, units: { 'stool-sage': 1 } }, onDelivery)
  expect(sent).toMatchObject({ ok: true, value: { deliveryStatus: 'partly_shipped' } })
  return { db, order, ctx, faults: async () => checkHistory(await readHistory(db.pool), before) }
}

const whole = { amount: null, reason: 'The bowl does not come', choice: { kind: 'keep' } } as const

it('an order that was sent in part, and whose money is all given back, completes when that part has arrived', async () => {
  const { db, order, ctx, faults } = await sentInPart()
  expect(await refundByShop(ctx, order.number, { ...whole, key: 'a' })).toMatchObject({ ok: true })
  expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'bowl-sage')]).toEqual(['48/0', '0/1'])
  await deliverOrder({ ...ctx, now: days(3) }, order.number, null)
  expect(await completeDelivered({ ...ctx, now: days(17) })).toBe(0)
  expect(await completeDelivered({ ...ctx, now: days(19) })).toBe(1)
  expect((await eventsOf(db, order.id)).at(-1)).toBe('completed')
  // What it waited for is free; what was taken from the shelf and has not left is counted by the shop.
  expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'bowl-sage')]).toEqual(['48/0', '0/0'])
  expect(await faults()).toEqual([])
  expect(await completeDelivered({ ...ctx, now: days(60) })).toBe(0)
})

it('completes 30 days after it left, when nobody said that it arrived', async () => {
  const { db, order, ctx } = await sentInPart()
  await refundByShop(ctx, order.number, { ...whole, key: 'a' })
  expect(await completeDelivered({ ...ctx, now: days(29) })).toBe(0)
  expect(await completeDelivered({ ...ctx, now: days(31) })).toBe(1)
  expect((await eventsOf(db, order.id)).at(-1)).toBe('completed')
})

describe('while a return of what has left is open', () => {
  async function withReturn() {
    const shop = await sentInPart()
    const { db, order, ctx } = shop
    await deliverOrder({ ...ctx, now: days(1) }, order.number, null)
    const { rows } = await db.pool.query<{ id: number }>(
      `select id from order_lines where order_id = $1 and sku = 'stool-sage'`,
      [order.id],
    )
    const wish = {
      order: order.number,
      type: 'return_and_refund' as const,
      reason: 'damaged' as const,
      refundTo: 'original' as const,
      lines: [{ line: rows[0]!.id, quantity: 1, exchangeFor: null }],
    }
    const shopper = { ...ctx, now: days(2) }
    const preview = await previewReturn(shopper, wish)
    if (!preview.ok) throw new Error(preview.problem.name)
    const made = await applyForReturn(shopper, {
      ...wish,
      description: 'A leg is loose',
      images: [],
      total: preview.value.total,
    })
    if (!made.ok) throw new Error(made.problem.name)
    return { ...shop, slug: made.value.slug }
  }
  const toShip = async (db: Database): Promise<number> =>
    (await listedOrders(db, { toShip: true }, Number.MAX_SAFE_INTEGER, 9)).length

  it('a refund of all the rest asks whether more is sent, and stops it', async () => {
    const { db, order, ctx, slug, faults } = await withReturn()
    const asked = await refundByShop(ctx, order.number, { ...whole, choice: null, key: 'a' })
    expect(asked).toEqual(no({ name: 'choice_needed', mayEnd: false }))
    expect(await toShip(db)).toBe(1)
    expect(await refundByShop(ctx, order.number, { ...whole, key: 'a' })).toMatchObject({ ok: true })
    const send = (): ReturnType<typeof shipOrder> =>
      shipOrder(ctx, order.number, { ...parcel, units: null }, onDelivery)
    expect([await toShip(db), await send()]).toEqual([0, no({ name: 'refunded' })])
    // The unit of the return is kept after all, and its money with the shop: the rest has gone back all the same.
    expect(await refuseReturn(ctx, slug, 'It was worn.')).toMatchObject({ ok: true })
    expect([await toShip(db), await send()]).toEqual([0, no({ name: 'refunded' })])
    expect(await completeDelivered({ ...ctx, now: days(60) })).toBe(1)
    expect(await faults()).toEqual([])
  })
})

it.each([
  ['whose money was not given back', null],
  ['of which a part was given back', 500],
])('an order %s waits for its rest', async (_which, amount) => {
  const { order, ctx } = await sentInPart()
  if (amount !== null)
    expect(await refundByShop(ctx, order.number, { ...whole, amount, key: 'a' })).toMatchObject({ ok: true })
  expect(await completeDelivered({ ...ctx, now: days(90) })).toBe(0)
})
