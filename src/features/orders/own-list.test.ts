import { expect, it } from 'vitest'
import { listOrders as listCall } from './contract.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, type OrderOptions, type TestOrder } from '#test/placed-orders.ts'
import type { Database } from '#platform/server/db/db.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { cancelOrder, orderDetail } from './actions/change.ts'
import { countOrders, listOrders } from './actions/list.ts'
import { shopConfig } from '#wire/shop-config.ts'

const now = new Date('2026-11-21T12:00:00Z')

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const ada = await signedIn(db, { now })
  const grace = await signedIn(db, { now })
  return { db, ada, grace }
}

async function placeFor(db: Database, { customer }: SignedIn, options: OrderOptions = {}) {
  const order = await placeTestOrder(db, { units: { 'stool-sage': 1 }, now, ...options })
  await db.pool.query('update orders set customer_id = $1 where id = $2', [customer, order.id])
  return order
}

async function lists(
  somebody: SignedIn,
  given: Parameters<typeof listCall.input.parse>[0] = {},
): Promise<{ numbers: string[]; total: number; pages: number }> {
  const answer = await somebody.does(listOrders, listCall.input.parse(given))
  if (!answer.ok) throw new Error('a list is never refused')
  const { orders, total, pages } = answer.value
  return { numbers: orders.map(({ slug }) => slug), total, pages }
}

const numbersOf = (orders: TestOrder[]): string[] => orders.map(({ number }) => number)

it('lists the customer’s own orders, the newest first, and nobody else’s', async () => {
  const { db, ada, grace } = await world()
  const first = await placeFor(db, ada, { now: new Date('2026-11-20T12:00:00Z') })
  const second = await placeFor(db, ada)
  const other = await placeFor(db, grace)
  expect(await lists(ada)).toEqual({ numbers: numbersOf([second, first]), total: 2, pages: 1 })
  expect(await lists(ada, { q: other.number })).toEqual({ numbers: [], total: 0, pages: 1 })
  expect((await lists(grace)).numbers).toEqual([other.number])
})

it('filters by status and by payment, and counts the same as it lists', async () => {
  const { db, ada } = await world()
  const unpaid = await placeFor(db, ada)
  const cash = await placeFor(db, ada, { method: 'cod' })
  const gone = await placeFor(db, ada)
  const paid = await placeFor(db, ada)
  const { ctx } = orderVisitor(db, gone.token, { now })
  expect((await cancelOrder(ctx, { slug: gone.number, reason: '' })).ok).toBe(true)
  await payTestOrder(orderVisitor(db, paid.token, { now }).ctx, paid.id)

  expect((await lists(ada, { status: 'cancelled' })).numbers).toEqual([gone.number])
  expect((await lists(ada, { payStatus: 'paid' })).numbers).toEqual([paid.number])
  // A courier is paid at the door, and a cancelled order never.
  expect((await lists(ada, { payStatus: 'unpaid' })).numbers).toEqual([unpaid.number])
  expect((await lists(ada, { status: 'in_progress' })).numbers).toEqual(numbersOf([paid, cash, unpaid]))
  expect((await lists(ada, { status: 'cancelled', payStatus: 'paid' })).numbers).toEqual([])
  expect((await lists(ada, { status: '', payStatus: '' })).total).toBe(4)
  expect(await ada.does(countOrders, {})).toEqual({
    ok: true,
    value: {
      total: 4,
      status: { in_progress: 3, completed: 0, cancelled: 1, pending_cancellation: 0 },
      payStatus: { unpaid: 1, paid: 1 },
    },
  })
})

it('says of each amount what it is', async () => {
  const { db, ada } = await world()
  await placeFor(db, ada)
  await placeFor(db, ada, { method: 'cod' })
  const paid = await placeFor(db, ada)
  await payTestOrder(orderVisitor(db, paid.token, { now }).ctx, paid.id)
  const answer = await ada.does(listOrders, listCall.input.parse({}))
  expect(
    answer.ok && answer.value.orders.map(({ payStatusText, amountText }) => [payStatusText, amountText]),
  ).toEqual([
    ['Paid', 'Total $53.50'],
    ['Pay on delivery', 'Pay $53.50 on delivery'],
    ['Not paid yet', '$53.50 still to pay'],
  ])
})

it('leads to the payment of what waits for it', async () => {
  const { db, ada } = await world()
  const card = await placeFor(db, ada)
  const transfer = await placeFor(db, ada, { method: 'transfer' })
  await placeFor(db, ada, { method: 'cod' })
  const answer = await ada.does(listOrders, listCall.input.parse({}))
  expect(answer.ok && answer.value.orders.map(({ payHref }) => payHref)).toEqual([
    null,
    `/user/order/${transfer.number}`,
    `/payment/${card.number}`,
  ])
})

it('counts what became dearer after it was paid as to be paid, and leads to the difference', async () => {
  const { db, ada } = await world()
  const order = await placeFor(db, ada)
  await payTestOrder(orderVisitor(db, order.token, { now }).ctx, order.id)
  expect((await lists(ada, { payStatus: 'unpaid' })).numbers).toEqual([])
  // As an edit leaves it.
  await db.pool.query('update orders set due = 400 where id = $1', [order.id])
  for (const payStatus of ['unpaid', 'paid'] as const)
    expect((await lists(ada, { payStatus })).numbers).toEqual([order.number])
  expect(await ada.does(countOrders, {})).toMatchObject({ value: { payStatus: { unpaid: 1, paid: 1 } } })
  const answer = await ada.does(listOrders, listCall.input.parse({}))
  expect(answer.ok && answer.value.orders).toMatchObject([
    {
      payStatus: 'paid',
      due: '$4',
      dueText: 'Amount due: $4',
      refundStatus: 'none',
      payHref: `/payment/${order.number}`,
    },
  ])
  await db.pool.query(`update orders set status = 'cancelled' where id = $1`, [order.id])
  expect((await lists(ada, { payStatus: 'unpaid' })).numbers).toEqual([])
  expect((await ada.does(listOrders, listCall.input.parse({}))).ok).toBe(true)
})

it('finds by number, product, choice and SKU, whichever way they are typed', async () => {
  const { db, ada } = await world()
  const stool = await placeFor(db, ada)
  const vase = await placeFor(db, ada, { units: { 'vase-sage': 1, 'stool-sage': 1 } })
  const both = numbersOf([vase, stool])
  const plain = stool.number.replace('-', '')
  for (const q of [stool.number, stool.number.toLowerCase(), plain, plain.slice(0, 6), ` ${stool.number} `])
    expect([q, (await lists(ada, { q })).numbers]).toEqual([q, [stool.number]])
  expect((await lists(ada, { q: 'THE VASE' })).numbers).toEqual([vase.number])
  expect((await lists(ada, { q: 'vase-sage' })).numbers).toEqual([vase.number])
  expect((await lists(ada, { q: 'sage stool' })).numbers).toEqual(both)
  // Words of two lines are not one product.
  expect((await lists(ada, { q: 'vase stool' })).numbers).toEqual([])
  // No pattern of the database's, and no code.
  for (const q of ['%', '_', '\\', "'", '" or true --', 'st%l'])
    expect([q, (await lists(ada, { q })).numbers]).toEqual([q, []])
})

it('shows twenty on a page, and each order on one page alone', async () => {
  const { db, ada } = await world()
  await db.pool.query('update skus set on_hand = 1000')
  // Most of them in the same moment.
  for (let n = 0; n < 23; n += 1) await placeFor(db, ada)
  const pages = [await lists(ada), await lists(ada, { page: '2' }), await lists(ada, { page: 3 })]
  expect(pages.map(({ numbers }) => numbers.length)).toEqual([20, 3, 0])
  expect(pages.map(({ total, pages: count }) => [total, count])).toEqual([
    [23, 2],
    [23, 2],
    [23, 2],
  ])
  expect(new Set(pages.flatMap(({ numbers }) => numbers)).size).toBe(23)
})

it('follows a line that the shop changes, in what it is found by', async () => {
  const { db, ada } = await world()
  const order = await placeFor(db, ada)
  await db.pool.query(`update order_lines set title = 'Übertopf ÄÖ', sku = 'POT-1' where order_id = $1`, [
    order.id,
  ])
  expect((await lists(ada, { q: 'übertopf äö' })).numbers).toEqual([order.number])
  expect((await lists(ada, { q: 'stool' })).numbers).toEqual([])
})

it('calls an order that was cancelled before it was paid not charged, and promises no day before it is paid', async () => {
  const { db, ada } = await world()
  const order = await placeFor(db, ada)
  const { ctx } = orderVisitor(db, order.token, { now })
  const delivery = shopConfig.parse({
    shop: {
      delivery: {
        timeZone: 'Asia/Hong_Kong',
        zones: [{ name: {}, countries: ['HK'], days: { from: 1, to: 2 } }],
      },
    },
  }).shop.delivery
  const timed = { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, delivery } } }
  const seen = async () => {
    const answer = await orderDetail(timed, { slug: order.number })
    if (!answer.ok) throw new Error(answer.problem.name)
    const { payStatusText, shipping } = answer.value
    return { payStatusText, isPromised: shipping.promise !== '' }
  }
  expect(await seen()).toEqual({ payStatusText: 'Not paid yet', isPromised: false })
  expect((await cancelOrder(ctx, { slug: order.number, reason: '' })).ok).toBe(true)
  expect(await seen()).toEqual({ payStatusText: 'Not charged', isPromised: false })
  // What comes late goes back: nobody is told that nothing was taken.
  await db.pool.query('update orders set captured = total where id = $1', [order.id])
  expect((await seen()).payStatusText).not.toBe('Not charged')
  const paid = await placeFor(db, ada)
  const its = orderVisitor(db, paid.token, { now }).ctx
  await payTestOrder(its, paid.id)
  const answer = await orderDetail({ ...its, shop: timed.shop }, { slug: paid.number })
  expect(answer.ok && [answer.value.payStatusText, answer.value.shipping.promise]).toEqual([
    'Paid',
    expect.stringMatching(/^Promised by /),
  ])
})
