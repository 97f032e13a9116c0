import { expect, it } from 'vitest'
import { orderDetail } from '#features/orders/actions/change.ts'
import { listOrders } from '#features/orders/actions/list.ts'
import { listOrders as listCall } from '#features/orders/contract.ts'
import { exportBooks, listOrders as listForShop, type BookRow } from '#features/orders/shop/read.ts'
import { now } from '#test/order-changes.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/* What a return that was paid as store credit leaves of its order: on its page, in lists, in the books. */

type Way = { refundTo: 'credit' } | { type: 'exchange' }

async function returned(units: number | readonly [number, string], way: Way) {
  const { db, order, owner, apply } = await returnWorld()
  const ada = await signedIn(db, { now })
  await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, ada.customer])
  const slug = await apply({ 'stool-sage': units }, way)
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await completeReturn(owner(2), slug)
  const page = await orderDetail(owner(3), { slug: order.number })
  const own = await ada.does(listOrders, listCall.input.parse({}))
  const shop: unknown[] = []
  await listForShop(db, {}, 10, ({ number, refundStatus }) => {
    if (number === order.number) shop.push(refundStatus)
  })
  const books: BookRow[] = []
  await exportBooks(db, now, new Date('2027-01-01T00:00:00Z'), (row) => void books.push(row))
  return {
    page: page.ok && page.value,
    own: own.ok && own.value.orders.find((one) => one.slug === order.number),
    shop,
    books: books.filter(({ kind }) => kind === 'refund').map(({ name, amount }) => [name, amount]),
  }
}

it('all of an order went back as store credit: page, lists and books say so', async () => {
  const { page, own, shop, books } = await returned(2, { refundTo: 'credit' })
  const said = { refundStatus: 'credited', refundStatusText: 'Refunded as store credit' }
  expect(page).toMatchObject({ ...said, refunded: null, credited: '$102', refunds: [] })
  expect(own).toMatchObject(said)
  expect(shop).toEqual(['credited'])
  expect(books).toEqual([['store credit', -10_200]])
})

it('a part of an order went back as store credit', async () => {
  const { page, own, shop } = await returned(1, { refundTo: 'credit' })
  const said = { refundStatus: 'partly_credited', refundStatusText: 'Partly refunded as store credit' }
  expect(page).toMatchObject({ ...said, credited: '$48.50' })
  expect(own).toMatchObject(said)
  expect(shop).toEqual(['partly_credited'])
})

it('goods that were exchanged are no refund', async () => {
  const { page, own, shop } = await returned([1, 'stool-ink'], { type: 'exchange' })
  expect(page).toMatchObject({ refundStatus: 'none', refundStatusText: null, credited: null })
  expect(own).toMatchObject({ refundStatus: 'none' })
  expect(shop).toEqual(['none'])
})
