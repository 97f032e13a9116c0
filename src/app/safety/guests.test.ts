import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from '../endpoints.ts'

/*
 * What calls say to who is signed out, over HTTP: the session comes before the input.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())

const own = { 'sec-fetch-site': 'same-origin' }
const paths = endpoints.flatMap(({ endpoint: { needs, path } }) => (needs === 'customer' ? [path] : []))
const said = ({ status, body }: Answer) => [status, (JSON.parse(body) as { code: number }).code]

it('every call for customers answers a guest with code 50, whatever was sent', async () => {
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths)
    for (const input of [{}, { noSuchField: 1 }])
      expect([path, ...said(await shop.post(`/api/web${path}`, input, own))]).toEqual([path, 401, 50])
})

it('a call with an idempotency key is refused in the same way, and the key stays free', async () => {
  const ada = await browserOf(shop)
  const named = { firstName: 'Augusta', lastName: 'King' }
  const key = { 'idempotency-key': 'a-guest-was-first' }
  const refused = await shop.post('/api/web/user/editName', {}, { ...own, ...key })
  expect(said(refused)).toEqual([401, 50])
  const done = await shop.post('/api/web/user/editName', named, { ...ada.headers, ...key })
  expect(said(done)).toEqual([200, 0])
})

it('a customer is told what a field lacks', async () => {
  const { headers } = await browserOf(shop)
  const answer = await shop.post('/api/web/user/editName', {}, headers)
  expect(said(answer)).toEqual([400, 40])
  expect(JSON.parse(answer.body)).toMatchObject({ data: { problem: 'invalid_input' } })
})

it('the report that a page is open is answered when the session is over, and ends nothing', async () => {
  const { headers, who } = await browserOf(shop)
  await shop.database.db.pool.query(
    `update sessions set ended_at = now(), ended_by = 'elsewhere' where id = $1`,
    [who.session],
  )
  const report = { url: 'https://shop.example/checkout/information' }
  const answer = await shop.post('/api/web/visitor/track', report, headers)
  expect(said(answer)).toEqual([200, 0])
  expect(answer.headers['set-cookie']).toBeUndefined()
  // What the shopper does is told so.
  expect(said(await shop.post('/api/web/favorite/whishList', {}, headers))[0]).toBe(401)
})

it('an empty body of JSON is an empty input, as the specification sends it', async () => {
  const { headers } = await browserOf(shop)
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  for (const path of ['/favorite/whishList', '/user/info']) {
    const empty = await shop.postBytes(`/api/web${path}`, Buffer.alloc(0), json)
    expect([path, ...said(empty)]).toEqual([path, 200, 0])
    const none = await shop.postBytes(`/api/web${path}`, Buffer.alloc(0), headers)
    expect([path, ...said(none)]).toEqual([path, 200, 0])
    const broken = await shop.postBytes(`/api/web${path}`, Buffer.from(' '), json)
    expect([path, ...said(broken)]).toEqual([path, 400, 40])
  }
  const lacking = await shop.postBytes('/api/web/user/editName', Buffer.alloc(0), json)
  expect(JSON.parse(lacking.body)).toMatchObject({ code: 40, data: { problem: 'invalid_input' } })
})
