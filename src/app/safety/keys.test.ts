import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { testMethods } from '#test/placed-orders.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/*
 * Calls of the account area as scripts make them: under an idempotency key, which goes with every call.
 */

let shop: WholeShop
beforeAll(async () => (shop = await openWholeShop(() => new Date(), { PUBLIC_URL: 'https://shop.example' })))
afterAll(() => shop.close())

const calls: readonly [path: string, body: object][] = [
  ['/user/editName', { firstName: 'Augusta', lastName: 'King' }],
  ['/user/editInfo', { nickname: 'Ada', bio: '', birthday: '1990-12-10' }],
  ['/user/loginVerification', { on: 'on' }],
  [
    '/address/add',
    {
      address: {
        lastName: 'King',
        firstName: 'Ada',
        country: 'MO',
        line1: '1 Rua',
        countryCode: '+853',
        phone: '66123456',
      },
    },
  ],
]

it.each(calls)('%s answers a repeated request with its first answer', async (path, body) => {
  const { headers } = await browserOf(shop)
  const sent = () => shop.post(`/api/web${path}`, body, { ...headers, 'idempotency-key': `key of ${path}` })
  const first = await sent()
  expect([first.status, JSON.parse(first.body)]).toMatchObject([200, { code: 0 }])
  expect(JSON.parse((await sent()).body)).toEqual(JSON.parse(first.body))
})

it('/user/endSession ends a session once, and answers a repetition with its first answer', async () => {
  const ada = await browserOf(shop)
  const other = await browserOf(shop, { customer: ada.who.customer })
  const sent = () =>
    shop.post(
      '/api/web/user/endSession',
      { id: other.who.session },
      { ...ada.headers, 'idempotency-key': 'k' },
    )
  const first = await sent()
  expect(first.status).toBe(200)
  const again = await sent()
  expect([again.status, JSON.parse(again.body)]).toEqual([200, JSON.parse(first.body)])
})

it('the calls of a visitor answer a repeated request with its first answer, and refuse another body', async () => {
  await shop.database.db.pool.query(cartCatalogue)
  const sales = { payment: testMethods }
  await shop.configure({ sales })
  const owner = buyer(shop.database.db, { origin: 'https://shop.example', sales })
  const placed = await owner.submit(await owner.ready({ 'stool-sage': 1 }, 'transfer'))
  if (!placed.ok) throw new Error(placed.problem.name)
  const { order } = placed.value
  const cookie = Object.entries(owner.cookies).map(([name, value]) => `${name}=${value}`)
  const headers = { cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' }
  const own: readonly [path: string, body: object, other: object][] = [
    ['/payment/start', { order }, { order: 'AAAAA-AAAAA' }],
    ['/payment/changeMethod', { order, method: 'transfer' }, { order, method: 'cod' }],
    ['/visitor/consent', { statistics: true, marketing: false }, { statistics: false, marketing: false }],
    ['/favorite/add', { type: 'product', id: 'vase' }, { type: 'product', id: 'lamp' }],
    ['/newsletter/subscribe', { email: 'a@example.org' }, { email: 'b@example.org' }],
  ]
  for (const [path, body, other] of own) {
    const sent = (what: object) =>
      shop.post(`/api/web${path}`, what, { ...headers, 'idempotency-key': `key of ${path}` })
    const first = await sent(body)
    expect([path, first.status]).toEqual([path, 200])
    expect([path, JSON.parse((await sent(body)).body)]).toEqual([path, JSON.parse(first.body)])
    const refused = await sent(other)
    expect([path, refused.status, problemOf(refused)]).toEqual([path, 422, 'idempotency_key_reused'])
  }
})

it('a picture is stored once under its key', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer()
  const other = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#57a' } })
    .png()
    .toBuffer()
  const sent = (bytes: Buffer) => {
    const data = new FormData()
    data.append('image', new Blob([new Uint8Array(bytes)]), 'picture')
    return shop.post('/api/web/upload/image', data, {
      'sec-fetch-site': 'same-origin',
      'idempotency-key': 'one picture',
    })
  }
  const first = await sent(picture)
  expect(first.status).toBe(200)
  expect((await sent(picture)).body).toBe(first.body)
  const refused = await sent(other)
  expect([refused.status, problemOf(refused)]).toEqual([422, 'idempotency_key_reused'])
  const { rows } = await shop.database.db.pool.query('select count(*)::int as uploads from uploads')
  expect(rows).toEqual([{ uploads: 1 }])
})

function problemOf({ body }: { body: string }): unknown {
  return (JSON.parse(body) as { data: { problem?: string } | null }).data?.problem
}
