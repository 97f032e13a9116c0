import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { browserOf, type Browser } from '#test/signed-in-shop.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, testMethods, type OrderOptions } from '#test/placed-orders.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

const now = new Date('2026-11-21T12:00:00Z')
let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => now)
  await shop.database.db.pool.query(cartCatalogue)
  await shop.database.db.pool.query('update skus set on_hand = 1000')
  await shop.configure({ sales: { payment: testMethods } })
})
afterAll(() => shop.close())

async function placeFor({ who }: Browser, options: OrderOptions = {}) {
  const { db } = shop.database
  const order = await placeTestOrder(db, { units: { 'stool-sage': 1 }, now, ...options })
  await db.pool.query('update orders set customer_id = $1 where id = $2', [who.customer, order.id])
  return order
}

const plainly = (html: string): string =>
  html
    .replaceAll(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const mainOf = (html: string): string => plainly(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')

it('says that there is nothing yet, and where to find what a guest ordered', async () => {
  const ada = await browserOf(shop, { now })
  const page = await shop.get('/user/order', ada.headers)
  expect(page.status).toBe(200)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(mainOf(page.body)).toContain('No records')
  expect(page.body).toContain('href="/order"')
})

it('lists, filters by links, and searches by a form, all without scripts', async () => {
  const ada = await browserOf(shop, { now })
  const first = await placeFor(ada)
  const paid = await placeFor(ada, { units: { 'vase-sage': 1 } })
  await payTestOrder(orderVisitor(shop.database.db, paid.token, { now }).ctx, paid.id)
  const page = await shop.get('/user/order', ada.headers)
  const { body } = page
  expect(body.indexOf(paid.number)).toBeLessThan(body.indexOf(first.number))
  expect(body).toContain(`href="/user/order/${first.number}"`)
  expect(body).toContain(`href="/payment/${first.number}"`)
  expect(body).toContain('href="/user/order?payStatus=unpaid"')
  expect(body).toMatch(/<form[^>]+role="search"[^>]+action="\/user\/order"[^>]+method="get"/)
  const unpaid = await shop.get('/user/order?payStatus=unpaid', ada.headers)
  expect(unpaid.body).toContain(first.number)
  expect(unpaid.body).not.toContain(paid.number)
  expect(unpaid.body).toContain('<input type="hidden" name="payStatus" value="unpaid"/>')
  const found = await shop.get('/user/order?q=vase', ada.headers)
  expect(found.body).not.toContain(first.number)
  expect(mainOf(found.body)).toContain('One order matches “vase”.')
  const none = await shop.get('/user/order?q=sofa', ada.headers)
  expect(mainOf(none.body)).toContain('No order matches “sofa”.')
  // What nobody can have meant filters nothing; a page that is not there leads to the last one.
  expect((await shop.get('/user/order?status=gone&page=x', ada.headers)).status).toBe(200)
  expect((await shop.get('/user/order?page=9', ada.headers)).headers['location']).toBe('/user/order')
})

it('names what is left to pay of an order, and its total once it is paid or cancelled', async () => {
  const { db } = shop.database
  const ada = await browserOf(shop, { now })
  const [paid, due] = [await placeFor(ada), await placeFor(ada)]
  await payTestOrder(orderVisitor(db, paid.token, { now }).ctx, paid.id)
  // As if other goods had paid a part of it.
  await db.pool.query('update orders set credit = 1850 where id = $1', [due.id])
  const text = async () => mainOf((await shop.get('/user/order', ada.headers)).body)
  const before = await text()
  expect(before).toMatch(
    new RegExp(
      `${due.number}.*One item \\$35 still to pay Go to Payment.*${paid.number}.*One item Total \\$53.50`,
    ),
  )
  const fields = { slug: due.number, next: '/user/order' }
  await shop.post('/form/order/cancel', new URLSearchParams(fields), ada.headers)
  const after = await text()
  expect(after.match(/One item [^$]*\$\d+(\.\d+)?/g)).toEqual([
    'One item Total $53.50',
    'One item Total $53.50',
  ])
})

it('shows in the menu of every page how many orders wait to be paid', async () => {
  const ada = await browserOf(shop, { now })
  await placeFor(ada)
  await placeFor(ada)
  for (const path of ['/user/order', '/user/info', '/user/center', '/user/favorite'])
    expect([path, plainly((await shop.get(path, ada.headers)).body)]).toEqual([
      path,
      expect.stringContaining('My orders 2 You have 2 unpaid orders'),
    ])
  const center = await shop.get('/user/center', ada.headers)
  expect(center.body).toMatch(/<a[^>]+href="\/user\/order\?payStatus=unpaid"[^>]*>Go to Payment/)
})

it('shows an order to its customer in the account area, where its forms lead back to', async () => {
  const [ada, grace] = [await browserOf(shop, { now }), await browserOf(shop, { now })]
  const order = await placeFor(ada)
  const page = await shop.get(`/user/order/${order.number.toLowerCase()}`, ada.headers)
  expect(page.status).toBe(200)
  for (const words of ['The stool', 'Are you sure you want to cancel this order?', 'What happened'])
    expect(mainOf(page.body)).toContain(words)
  expect(page.body).toContain(`name="next" value="/user/order/${order.number}"`)
  // Somebody else's is none.
  expect((await shop.get(`/user/order/${order.number}`, grace.headers)).status).toBe(404)
  expect((await shop.get('/user/order/AAAAA-AAAAA', ada.headers)).status).toBe(404)
  expect((await shop.get(`/user/order/${order.number}`, {})).headers['location']).toBe(
    `/auth/signin?next=%2Fuser%2Forder%2F${order.number}`,
  )
  const fields = { slug: order.number, next: `/user/order/${order.number}` }
  const post = () => shop.post('/form/order/cancel', new URLSearchParams(fields), ada.headers)
  expect((await post()).headers['location']).toBe(`/user/order/${order.number}`)
  // A refusal is shown where the form stood.
  const refused = await post()
  expect(refused.body).toContain('class="area container')
  expect(refused.body).toContain('role="alert"')
})
