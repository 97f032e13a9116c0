import { expect, it } from 'vitest'
import { orderDetail } from '#features/orders/actions/change.ts'
import { startPayment } from '#features/orders/actions/start-payment.ts'
import { openByKey } from '#features/session/rules/opened.ts'
import type { Database } from '#platform/server/db/db.ts'
import { signLink } from '#platform/server/signing.ts'
import { days } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { listReturns, returnDetail } from './actions/show.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/** A stool that was exchanged for a dearer one, by a guest. */
async function dearer() {
  const world = await returnWorld()
  const { db, owner, apply } = world
  await db.pool.query(
    `update sku_prices set amount = 6000 where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
  )
  const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  const done = await completeReturn(owner(2), slug)
  if (!done.ok) throw new Error(done.problem.name)
  return { ...world, slug, number: done.value.exchangeOrder! }
}

/** Another browser, with the link of a mail about an order. */
async function byLink(db: Database, order: number) {
  const { ctx } = orderVisitor(db, null, { now: days(3) })
  await openByKey(ctx, await signLink(db, 'order.open', order, days(400)))
  return ctx
}

it('the link of a return also opens the order that it became, and its payment', async () => {
  const { db, order, owner, slug, number } = await dearer()
  const ctx = await byLink(db, order.id)
  expect(await returnDetail(ctx, { slug })).toMatchObject({
    value: { exchangeOrder: { slug: number, difference: '$11.50' }, may: { payDifference: true } },
  })
  expect(await orderDetail(ctx, { slug: number })).toMatchObject({ ok: true })
  const paid = await startPayment(ctx, { order: number })
  expect(paid).not.toMatchObject({ problem: { name: 'unknown_order' } })
  expect(paid).toEqual(await startPayment(owner(3), { order: number }))
})

it('opens no other order: neither the one before, nor somebody else’s', async () => {
  const { db, order, slug, number } = await dearer()
  const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [number])
  const ofExchange = await byLink(db, rows[0]!.id)
  expect(await orderDetail(ofExchange, { slug: number })).toMatchObject({ ok: true })
  for (const ctx of [ofExchange, orderVisitor(db, null, { now: days(3) }).ctx])
    expect([await orderDetail(ctx, { slug: order.number }), await returnDetail(ctx, { slug })]).toMatchObject(
      [{ problem: { name: 'unknown_order' } }, { problem: { name: 'unknown_return' } }],
    )
  const other = await placeTestOrder(db)
  const stranger = await byLink(db, other.id)
  expect(await orderDetail(stranger, { slug: other.number })).toMatchObject({ ok: true })
  expect(await startPayment(stranger, { order: number })).toMatchObject({
    problem: { name: 'unknown_order' },
  })
})

it('lists as the refund of an exchange what goes back besides the goods', async () => {
  const { db, owner, apply, slug } = await dearer()
  const listed = async () => {
    const found = await listReturns(owner(3), { order: null, status: null, page: 1 })
    return found.ok && found.value.returns.map((one) => [one.refundAmount, one.refundAmountText])
  }
  expect(await listed()).toEqual([[0, '$0']])
  expect(await returnDetail(owner(3), { slug })).toMatchObject({ value: { refundAmount: 0 } })
  await db.pool.query(
    `update sku_prices set amount = 4000 where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
  )
  const cheaper = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' }, owner(3))
  const open = await listed()
  expect(open).toEqual([
    [expect.any(Number), expect.any(String)],
    [0, '$0'],
  ])
  expect((open as [number, string][])[0]![0]).toBeGreaterThan(0)
  await approveReturn(owner(3), cheaper, null)
  await receiveReturn(owner(3), cheaper, null, () => true)
  expect(await completeReturn(owner(3), cheaper)).toMatchObject({
    ok: true,
    value: { amount: (open as [number, string][])[0]![0] },
  })
  expect(await listed()).toEqual(open)
})
