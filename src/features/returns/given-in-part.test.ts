import { expect, it } from 'vitest'
import { listedOrders } from '#features/orders/queries/list.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { completeDelivered } from '#features/orders/work/timer.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

it('an order that went back as store credit and as money is not sent any more, and completes', async () => {
  const { db, order, owner, apply } = await returnWorld({
    units: { 'stool-sage': 1, 'vase-ink': 1 },
    sent: { 'stool-sage': 1 },
  })
  const { customer } = await signedIn(db)
  await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
  const slug = await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await completeReturn(owner(), slug)
  const toShip = async (): Promise<string[]> =>
    (await listedOrders(db, { toShip: true }, Number.MAX_SAFE_INTEGER, 10)).map(({ number }) => number)
  expect(await toShip()).toEqual([order.number])

  const rest = { amount: null, reason: 'The vase does not come', key: 'a', choice: null }
  expect(await refundByShop(owner(2), order.number, rest)).toEqual({
    ok: false,
    problem: { name: 'choice_needed', mayEnd: false },
  })
  expect(await refundByShop(owner(2), order.number, { ...rest, choice: { kind: 'keep' } })).toMatchObject({
    ok: true,
    value: { amount: order.total - 4_850 },
  })
  expect(await refundsOf(db, order.id)).toEqual([
    `4850 return:${slug} as goods or credit`,
    `${order.total - 4_850} operator:a`,
  ])
  expect(await toShip()).toEqual([])
  expect(await shipOrder(owner(3), order.number, parcel, onDelivery)).toEqual({
    ok: false,
    problem: { name: 'refunded' },
  })
  expect(await completeDelivered(owner(90))).toBe(1)
  expect(await orderIs(db, order.id)).toBe(`completed paid partly_shipped refunded ${order.total - 4_850}`)
})

it('one of which a part went back in each way is still sent', async () => {
  const { db, order, owner, apply } = await returnWorld({
    units: { 'stool-sage': 1, 'vase-ink': 1 },
    sent: { 'stool-sage': 1 },
  })
  const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await completeReturn(owner(), slug)
  const some = { amount: 1_000, reason: 'late', key: 'a', choice: null }
  expect(await refundByShop(owner(2), order.number, some)).toMatchObject({ ok: true })
  expect(await completeDelivered(owner(90))).toBe(0)
  expect(await listedOrders(db, { toShip: true }, Number.MAX_SAFE_INTEGER, 10)).toMatchObject([
    { given: 0 },
    { refunded: 1_000, given: 4_850 },
  ])
  expect(await shipOrder(owner(3), order.number, parcel, onDelivery)).toMatchObject({ ok: true })
})
