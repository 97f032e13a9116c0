import { afterAll, beforeAll, expect, it } from 'vitest'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* The withdrawal as a browser without scripts gets it. */

const now = new Date('2026-11-27T12:00:00Z')
let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => now)
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
})
afterAll(() => shop.close())

const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

it('says before and after what becomes of the units that have left, and of those that have not', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db, { now, units: { 'stool-sage': 3 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await shipOrder(ctx, order.number, { ...parcel, units: { 'stool-sage': 1 } }, onDelivery)
  const owner = { cookie: `__Host-violet_cart=${order.token}` }
  const page = textOf((await shop.get(`/order/${order.number}/return?way=withdraw`, owner)).body)
  expect(page).toContain('You withdraw from the whole order')
  expect(page).toContain('Not sent yet: The stool (Sage) × 2. We do not send these any more')
  expect(page).toContain('Already sent: The stool (Sage) × 1. Send these back to us')

  const form = { ...owner, 'sec-fetch-site': 'same-origin' }
  const done = await shop.post('/form/return/withdraw', new URLSearchParams({ order: order.number }), form)
  expect(done.status).toBe(303)
  const { body } = await shop.get(`/order/${order.number}`, owner)
  const after = textOf(body)
  expect(after).toContain('2 units withdrawn before sending')
  expect(after).not.toContain('Arrives')
  expect(body.match(/return-links-one/g)).toHaveLength(2)
  expect(after).not.toContain('Withdraw from the purchase')
})

it('is one however often the button was pressed, and later has nothing left to be from', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db, { now, units: { 'stool-sage': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await shipOrder(ctx, order.number, parcel, onDelivery)
  const form = { cookie: `__Host-violet_cart=${order.token}`, 'sec-fetch-site': 'same-origin' }
  const press = () => shop.post('/form/return/withdraw', new URLSearchParams({ order: order.number }), form)
  const once = await press()
  const twice = await press()
  expect([twice.status, twice.headers['location']]).toEqual([303, once.headers['location']])
  await db.pool.query(`update returns set created_at = created_at - interval '1 hour' where order_id = $1`, [
    order.id,
  ])
  const later = await press()
  expect(later.status).toBe(422)
  expect(textOf(later.body)).toContain('Withdraw from the purchase')
})

it('promises no refund at once of an order whose payment nobody has noted', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db, { now, units: { 'stool-sage': 2 }, method: 'cod' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await shipOrder(ctx, order.number, { ...parcel, units: { 'stool-sage': 1 } }, onDelivery)
  const owner = { cookie: `__Host-violet_cart=${order.token}` }
  const page = textOf((await shop.get(`/order/${order.number}/return?way=withdraw`, owner)).body)
  expect(page).toContain('We refund what you have paid once your payment is recorded.')
  expect(page).toContain('Not sent yet: The stool (Sage) × 1. We do not send these any more.')
  expect(page).not.toMatch(/refund[^.]* at once/)
})

it('lists all of an order of which nothing has left, and says of nothing that it was sent', async () => {
  const { db } = shop.database
  for (const isPaid of [false, true]) {
    const order = await placeTestOrder(db, { now, units: { 'stool-sage': 2 } })
    const { ctx } = orderVisitor(db, order.token, { now })
    if (isPaid) await payTestOrder(ctx, order.id)
    const owner = { cookie: `__Host-violet_cart=${order.token}` }
    const page = textOf((await shop.get(`/order/${order.number}/return?way=withdraw`, owner)).body)
    expect(page).toContain(
      'Nothing of this order has been sent yet, so the whole order is cancelled: The stool (Sage) × 2.',
    )
    for (const other of ['Send back to us', 'Already sent', 'Return or exchange instead'])
      expect(page).not.toContain(other)
  }
})

it('ends an order of which nothing has left by one button of its page', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db, { now, units: { 'stool-sage': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  const owner = { cookie: `__Host-violet_cart=${order.token}` }
  const pageOf = async (): Promise<string> => (await shop.get(`/order/${order.number}`, owner)).body
  const way = `/order/${order.number}/return?way=withdraw`
  // Unpaid, a cancellation is all that a withdrawal is.
  const unpaid = await pageOf()
  expect(textOf(unpaid)).toContain('Cancel the order')
  expect(unpaid).not.toContain(way)
  await payTestOrder(ctx, order.id)
  const paid = await pageOf()
  expect(textOf(paid)).toContain('Cancel or withdraw')
  expect(paid.split(way)).toHaveLength(2)
  expect(paid.slice(paid.indexOf('id="order-cancel"'))).toContain(way)
  // The shop is asked already: what is left is the right that nobody has to grant.
  const form = { ...owner, 'sec-fetch-site': 'same-origin' }
  await shop.post('/form/order/cancel', new URLSearchParams({ slug: order.number }), form)
  const pending = await pageOf()
  expect(textOf(pending)).toContain('Withdraw request and keep order')
  expect(pending.split(way)).toHaveLength(2)
})
