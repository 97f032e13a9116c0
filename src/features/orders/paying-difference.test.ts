import { beforeEach, expect, it } from 'vitest'
import { stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import {
  begun,
  deliver,
  paymentWorld,
  work,
  type PaymentWorld,
  type PlacedForTest,
} from '#test/payment-world.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import type { Ctx } from '#platform/server/context.ts'
import { paymentStatus, startPayment } from './actions/start-payment.ts'
import { callOffPayment } from './rules/replace-payment.ts'
import { editOrder } from './shop/edit.ts'
import { reconcilePayments } from './work/reconcile.ts'

/* The difference of a paid order that became dearer, paid at the demo gateway. */

let world: PaymentWorld
let order: PlacedForTest
let ctx: Ctx
beforeEach(async () => {
  world = paymentWorld(await stockedShop())
  order = { ...(await placeTestOrder(world.db)), skuId: 0 }
  ctx = orderVisitor(world.db, order.token, { now: world.clock.now }).ctx
  await payTestOrder(ctx, order.id)
  expect((await shipping(900)).ok).toBe(true)
})

/** Another price of the courier, who cost 5.00. */
function shipping(amount: number) {
  return editOrder(ctx, order.number, { changes: [], reprice: false, shipping: amount, reason: '' }, null)
}

async function charge(reference: string): Promise<unknown> {
  const { rows } = await world.db.pool.query(
    'select amount::int, status from demo_charges where reference = $1',
    [reference],
  )
  return rows[0]
}

const due = async (): Promise<number> =>
  (await world.db.pool.query<{ due: number }>('select due from orders where id = $1', [order.id])).rows[0]!
    .due

it('is what the bank asks for, once, and leads to the order when it is paid', async () => {
  const shopper = world.owner(order.token)
  const reference = await begun(world, order)
  expect(await begun(world, order)).toBe(reference)
  expect(await charge(reference)).toEqual({ amount: 400, status: 'open' })
  expect(await paymentStatus(shopper, { order: order.number })).toMatchObject({ value: { state: 'open' } })
  await world.gateway.answer(reference, 'approve')
  expect(await deliver(world)).toEqual(['applied'])
  expect(await due()).toBe(0)
  expect(await startPayment(shopper, { order: order.number })).toMatchObject({ value: { state: 'paid' } })
})

it('can be paid again after it was declined', async () => {
  const reference = await begun(world, order)
  await world.gateway.answer(reference, 'decline')
  await deliver(world)
  const shopper = world.owner(order.token)
  expect(await paymentStatus(shopper, { order: order.number })).toMatchObject({ value: { state: 'failed' } })
  const again = await begun(world, order)
  expect(again).not.toBe(reference)
  expect(await charge(again)).toEqual({ amount: 400, status: 'open' })
})

it('is left open at the bank as long as it is due, and called off there with the edit', async () => {
  const reference = await begun(world, order)
  const reconcile = () => reconcilePayments(work(world), work(world).pay, () => world.clock.now)
  world.later(3_600_000)
  await reconcile()
  expect(await charge(reference)).toMatchObject({ status: 'open' })
  // Its provider knows it, and could take it: that comes first.
  expect(await shipping(500)).toEqual({ ok: false, problem: { name: 'payment_started' } })
  expect(await callOffPayment(work(world), order.id)).toBe(true)
  expect(await charge(reference)).toMatchObject({ status: 'cancelled' })
  expect(await shipping(500)).toMatchObject({ ok: true, value: { due: 0, refund: 0 } })
  expect(await startPayment(world.owner(order.token), { order: order.number })).toMatchObject({
    value: { state: 'paid' },
  })
})
