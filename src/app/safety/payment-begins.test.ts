import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* The page that begins a payment looks for its order first: only who loads it learns that there is none. */

let shop: WholeShop

beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())

const path = '/zh/payment/K7M2N-9QXD4'

it('is loaded for who opens it', async () => {
  expect((await shop.get(path)).status).toBe(404)
  expect((await shop.get(path, { 'sec-purpose': '' })).status).toBe(404)
})

it.each([
  ['a browser that prefetches', { 'sec-purpose': 'prefetch' }],
  ['a browser that prerenders', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older browser', { purpose: 'prefetch' }],
])('is not loaded for %s', async (_who, headers) => {
  const answer = await shop.get(path, headers)
  expect([answer.status, answer.headers['cache-control']]).toEqual([403, 'private, no-store'])
})

it('is not loaded for who only asks what is there', async () => {
  expect((await shop.get(path, {}, 'HEAD')).status).toBe(403)
})

it('is not loaded for a visit, which goes on to the document', async () => {
  const answer = await shop.get(`${path}?request=route&referer=%2F`)
  expect(answer.status).toBe(400)
  // Without a page in it, the browser's runtime loads the URL as a document.
  expect(JSON.parse(answer.body)).toEqual({ code: 40, msg: '', data: null })
})
