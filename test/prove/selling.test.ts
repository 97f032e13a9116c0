import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import type { Answer, Caller } from './real-shop.ts'
import { conserve, coupons, findsPlanted, identical, oversell, type Selling } from './selling.ts'

/* `npm run prove -- oversell conserve identical coupons` asks servers of their own, and thousands of times. */

let shop: WholeShop
let caller: Caller

beforeAll(async () => {
  shop = await openWholeShop(() => new Date(), { PUBLIC_URL: 'http://shop.example' })
  caller = { call: (path, body, who) => call(path, body, who), close: () => {} }
})
afterAll(() => shop.close())

async function call(
  path: string,
  body: object,
  { token, key }: { token: string | null; key?: string },
): Promise<Answer> {
  const answer = await shop.post(`/api/web${path}`, body, {
    'sec-fetch-site': 'same-origin',
    ...(token === null ? {} : { cookie: `violet_cart=${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  })
  const { code, data } = JSON.parse(answer.body) as Pick<Answer, 'code' | 'data'>
  const set = /violet_cart=([\w-]{43})/.exec([answer.headers['set-cookie'] ?? []].flat().join('; '))
  return { status: answer.status, code, data, token: set?.[1] ?? null }
}

it.each<[string, Selling]>([
  ['sells units that are held', oversell],
  ['loses a move of the stock', conserve],
  ['makes two orders of one checkout', identical],
  ['does not count the uses of a coupon', coupons],
])('a proof finds a shop that %s, and nothing in a shop as it is', async (_bug, selling) => {
  expect(await findsPlanted(selling, { db: shop.database.db.pool }, caller)).toBe(true)
})
