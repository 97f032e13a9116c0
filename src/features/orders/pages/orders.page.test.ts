import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, testMethods, type TestOrder } from '#test/placed-orders.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { confirmRefund } from '../rules/refund.ts'
import { editOrder } from '../shop/edit.ts'
import { refundByShop } from '../shop/record.ts'
import { signLink } from '#platform/server/signing.ts'

const now = new Date('2026-11-21T12:00:00Z')
let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => now)
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
})
afterAll(() => shop.close())

const owner = ({ token }: TestOrder) => ({ cookie: `__Host-violet_cart=${token}` })
const from = { 'sec-fetch-site': 'same-origin' }

function cookiesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

it('shows its browser what is to be paid and how, and is kept by nobody', async () => {
  const order = await placeTestOrder(shop.database.db, { method: 'transfer' })
  const page = await shop.get(`/order/${order.number}`, owner(order))
  expect(page.status).toBe(200)
  expect(page.headers['cache-control']).toBe('private, no-store')
  for (const words of [
    '$102 still to pay',
    'To account 012-345',
    'The stool',
    'Tax 19%, included',
    'Ada Byron',
    '10119 Berlin',
    '+49 30 901820',
  ])
    expect(page.body).toContain(words)
  expect(page.body).toContain('<meta name="robots" content="noindex')
  expect(page.body).not.toContain('receipt.pdf')
})

it('shows in its history when it is expected, above what has happened', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db)
  await payTestOrder(orderVisitor(db, order.token, { now: new Date('2026-11-21T12:05:00Z') }).ctx, order.id)
  await shop.configure({
    sales: { payment: testMethods },
    shop: {
      delivery: { zones: [{ name: { en: 'Germany' }, countries: ['DE'], days: { from: 1, to: 3 } }] },
    },
  })
  const page = await shop.get(`/order/${order.number}`, owner(order))
  await shop.configure({ sales: { payment: testMethods } })
  const titles = [...page.body.matchAll(/class="timeline-title">([^<]+)</g)].map(([, title]) => title)
  expect(titles).toEqual(['Expected to arrive', 'Payment received', 'Order placed'])
  expect(page.body).toContain('class="timeline-moment timeline-coming"')
})

it('has one day for one moment: the day that it was in the shop', async () => {
  const order = await placeTestOrder(shop.database.db, { method: 'transfer' })
  await shop.database.db.pool.query(
    `UPDATE orders SET placed_at = '2026-11-20T21:45:00Z' WHERE number = '${order.number}'`,
  )
  await shop.configure({
    sales: { payment: testMethods },
    shop: {
      delivery: {
        timeZone: 'Asia/Hong_Kong',
        zones: [{ name: { en: 'Hong Kong' }, countries: ['HK'], days: { from: 1, to: 2 } }],
      },
    },
  })
  const page = await shop.get(`/order/${order.number}`, owner(order))
  await shop.configure({ sales: { payment: testMethods } })
  expect(page.body).toContain('21 November 2026')
  expect(page.body).not.toContain('20 November')
})

it('sends everybody else to where a link is mailed, whether there is such an order or not', async () => {
  const order = await placeTestOrder(shop.database.db)
  for (const path of [`/order/${order.number}`, '/order/00000-00000', '/order/x']) {
    const page = await shop.get(`/zh${path}`)
    expect([page.status, page.headers['location']]).toEqual([303, '/zh/order?unknown=1'])
  }
  expect((await shop.get('/zh/order?unknown=1')).body).toContain('无法打开此订单')
})

it('takes the key of a mail out of the address and lets that browser in', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db)
  const key = await signLink(db, 'order.open', order.id, null)
  const first = await shop.get(`/order/${order.number}?key=${key}`)
  expect([first.status, first.headers['location']]).toEqual([303, `/order/${order.number}`])
  const [cookie = ''] = cookiesOf(first.headers)
  expect(cookie).toMatch(/^__Host-violet_orders=.*HttpOnly; Secure; SameSite=Lax/)
  const page = await shop.get(`/order/${order.number}`, { cookie: cookie.split(';')[0]! })
  expect(page.status).toBe(200)
  const forged = await shop.get(`/order/${order.number}?key=1.0.${'A'.repeat(43)}`)
  expect([forged.headers['location'], cookiesOf(forged.headers)]).toEqual(['/order?stale=1', []])
})

it('is cancelled by a plain form, and says why a second press does nothing', async () => {
  const order = await placeTestOrder(shop.database.db)
  const fields = { slug: order.number, next: `/order/${order.number}`, reason: 'Too blue' }
  const press = () =>
    shop.post('/form/order/cancel', new URLSearchParams(fields), { ...owner(order), ...from })
  const first = await press()
  expect([first.status, first.headers['location']]).toEqual([303, `/order/${order.number}`])
  const second = await press()
  expect(second.status).toBe(422)
  expect(second.body).toContain('That is not possible any more. This is where the order stands now.')
  expect(second.body).toContain('This order is cancelled')
  const stranger = await shop.post('/form/order/cancel', new URLSearchParams(fields), from)
  expect([stranger.status, stranger.headers['location']]).toEqual([303, '/order?unknown=1'])
})

it('offers a receipt once it is paid, in the language of the page', async () => {
  const { db } = shop.database
  const order = await placeTestOrder(db, { locale: 'zh' })
  await payTestOrder(orderVisitor(db, order.token, { now }).ctx, order.id)
  const { body } = await shop.get(`/zh/order/${order.number}`, owner(order))
  expect(body).toContain(`href="/zh/order/${order.number}/receipt.pdf"`)
  expect(body).toContain('取消或撤销购买')
  expect(body).toContain('橡木凳')
})

it.each([
  ['', 'Amount due: $4', '$4 still to pay', 'There is no deadline', 'Difference due', 'Pay now'],
  ['/zh', '待付差额 US$4', '待付款 US$4', '付款没有期限', '待付差额', '立即付款'],
  ['/zh-HK', '待付差額 US$4', '尚需支付 US$4', '付款沒有限期', '待付差額', '立即付款'],
])('says at “%s” what is due since it became dearer, and leads to its payment', async (lang, ...words) => {
  const { db } = shop.database
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const wish = { changes: [], reprice: false, shipping: 900, reason: '' }
  expect((await editOrder(ctx, order.number, wish, null)).ok).toBe(true)
  const page = await shop.get(`${lang}/order/${order.number}`, owner(order))
  for (const text of words) expect(page.body).toContain(text)
  expect(page.body).toContain(`href="${lang}/payment/${order.number}"`)
  expect(page.body).not.toContain('receipt.pdf')
  await payTestOrder(ctx, order.id)
  const paid = await shop.get(`${lang}/order/${order.number}`, owner(order))
  expect(paid.body).toContain('receipt.pdf')
  expect(paid.body).not.toContain(words[0])
})

it.each([
  ['', 'Refund under way', 'On its way back', 'Refunded', 'Refunded'],
  ['/zh', '退款处理中', '退款中', '已退款', '已退款'],
  ['/zh-HK', '退款處理中', '退款中', '已退款', '已退款'],
])('says at “%s” that all of its money was given back, and promises no parcel', async (lang, ...words) => {
  const [underWay, coming, refunded, back] = words
  const { db } = shop.database
  const order = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const refund = { amount: null, reason: 'goodwill', key: `page${lang}`, choice: { kind: 'keep' as const } }
  await refundByShop(ctx, order.number, refund)
  const look = async () => (await shop.get(`${lang}/order/${order.number}`, owner(order))).body
  const before = await look()
  for (const text of [underWay, coming]) expect(before).toContain(text)
  expect(before).not.toContain('class="step-bar"')
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds where order_id = $1', [
    order.id,
  ])
  await confirmRefund(ctx, rows[0]!.id, '')
  const after = await look()
  for (const text of [refunded, back]) expect(after).toContain(text)
  expect(after).not.toContain(underWay)
  const detail = await shop.post(
    '/api/web/order/detail',
    { slug: order.number },
    { ...owner(order), ...from },
  )
  expect(JSON.parse(detail.body)).toMatchObject({
    data: { refundStatus: 'refunded', refunds: [{ amount: '$102', isDone: true }], status: 'in_progress' },
  })
})

it('answers a call with the same view, and writes under an idempotency key once', async () => {
  const order = await placeTestOrder(shop.database.db, { method: 'transfer' })
  const headers = { ...owner(order), ...from, 'idempotency-key': 'k1' }
  const cancel = () => shop.post('/api/web/order/cancel', { slug: order.number }, headers)
  const [first, second] = [await cancel(), await cancel()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(JSON.parse(second.body)).toEqual(JSON.parse(first.body))
  expect(JSON.parse(first.body)).toMatchObject({ code: 0, data: { slug: order.number, status: 'cancelled' } })
  const foreign = await shop.post('/api/web/order/detail', { slug: order.number })
  expect([foreign.status, JSON.parse(foreign.body).data.problem]).toEqual([404, 'unknown_order'])
})
