import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('/user/endSession ends a session once, and takes a key', async () => {
  const ada = await browserOf(shop)
  const other = await browserOf(shop, { customer: ada.who.customer })
  const sent = () =>
    shop.post(
      '/api/web/user/endSession',
      { id: other.who.session },
      { ...ada.headers, 'idempotency-key': 'k' },
    )
  expect([(await sent()).status, (await sent()).status]).toEqual([200, 404])
})
