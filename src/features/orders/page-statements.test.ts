import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, testMethods, type TestOrder } from '#test/placed-orders.ts'
import { browserOf, type Browser } from '#test/signed-in-shop.ts'
import { statementsOf } from '#test/database-asked/statements.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { shipOrder } from './shop/ship.ts'

/* What the pages of a customer's orders cost the database. A statement more is a round trip more for each visitor. */

const now = new Date('2026-11-21T12:00:00Z')
let shop: WholeShop
let ada: Browser
let order: TestOrder
beforeAll(async () => {
  shop = await openWholeShop(() => now)
  const { db } = shop.database
  await db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
  ada = await browserOf(shop, { now })
  // Sent and paid: its goods can come back, which asks most.
  order = await placeTestOrder(db, { now, units: { 'stool-sage': 1, 'vase-sage': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({ ok: true })
  await db.pool.query('update orders set customer_id = $1 where id = $2', [ada.who.customer, order.id])
  // What these changes announce empties the caches: that is over before anything is counted.
  await shop.catchUp()
})
afterAll(() => shop.close())

async function statementsAt(path: string, headers: Record<string, string>): Promise<string[]> {
  const look = async (): Promise<void> => expect((await shop.get(path, headers)).status).toBe(200)
  // The first look fills the caches of what all pages share.
  await look()
  return statementsOf(look)
}

it.each([
  '/user/order',
  '/user/order?status=in_progress',
  '/user/order?payStatus=unpaid',
  '/user/order?status=in_progress&payStatus=paid&q=stool',
])(
  'asks three statements at %s: who it is, what waits for money, the orders with their counts',
  async (path) => {
    expect(await statementsAt(path, { cookie: ada.cookie })).toHaveLength(3)
  },
)

it('asks five statements at an order: who it is, what waits for money, the order, its returns, the key', async () => {
  const path = `/user/order/${order.number}`
  expect(await statementsAt(path, { cookie: ada.cookie })).toHaveLength(5)
})

it('asks three statements of a guest, at the page behind the link of a mail or in the browser that bought', async () => {
  const cookie = `__Host-violet_cart=${order.token}`
  expect(await statementsAt(`/order/${order.number}`, { cookie })).toHaveLength(3)
})
