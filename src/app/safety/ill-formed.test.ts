import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/*
 * Letters that no text of PostgreSQL can hold, in what buying asks for.
 */

let shop: WholeShop

beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(cartCatalogue)
})
afterAll(() => shop.close())

it.each(['a\0b', '\ud800', 'x\udc00y'])('is no failure of the shop: %j', async (text) => {
  const begun = await shop.post('/api/web/checkout/create', { sku: 'stool-sage' })
  const cookie = /(?:__Host-)?violet_cart=[\w-]{43}/.exec(String(begun.headers['set-cookie']))![0]
  const { slug } = (JSON.parse(begun.body) as { data: { slug: string } }).data
  const calls: [string, object][] = [
    ['/checkout/create', { sku: text }],
    ['/checkout/information', { slug, note: text, address: { lastName: text }, contact: { email: text } }],
    ['/checkout/line', { slug, sku: text, quantity: 1 }],
    ['/checkout/coupon', { slug, code: text }],
    ['/checkout/shipping', { slug, method: text }],
    ['/checkout/submit', { slug, paymentMethod: text, total: 1 }],
    ['/order/lookup', { number: text, account: 'ada@example.org' }],
    ['/payment/changeMethod', { order: text, method: text }],
    ['/cart/add', { sku: text, quantity: 1 }],
    ['/cart/coupon', { code: text }],
  ]
  for (const [path, body] of calls) {
    const answer = await shop.post(`/api/web${path}`, body, { cookie })
    expect([path, answer.status >= 500]).toEqual([path, false])
  }
  const fields = new URLSearchParams({ slug, note: text, 'address.lastName': text })
  const posted = await shop.post('/form/checkout/information', fields, { cookie })
  expect(posted.status).toBe(303)
  const { rows } = await shop.database.db.pool.query<{ note: string }>(
    'select note from checkouts where slug = $1',
    [slug],
  )
  expect(rows[0]!.note).toBe(text.replace('\0', '').toWellFormed())
})
