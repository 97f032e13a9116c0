import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* What visitors see of public pages while PostgreSQL is away. */

afterEach(() => void vi.useRealTimers())

const minutes = (count: number): void => void vi.setSystemTime(Date.now() + count * 60_000)

/** From now on no connection comes about, until the mock is restored. */
function takeAway({ database }: WholeShop) {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const refuse = (callback?: (error: Error) => void) => callback?.(refused) ?? Promise.reject(refused)
  return vi.spyOn(database.db.pool, 'connect').mockImplementation(refuse as never)
}

it('serves the pages that it has, marked once they are overdue, and new ones when PostgreSQL is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const shop = await openWholeShop()
  onTestFinished(() => shop.close())
  const first = await shop.get('/')
  expect([first.status, first.headers['cache-status']]).toEqual([200, undefined])

  const away = takeAway(shop)
  onTestFinished(() => away.mockRestore())
  minutes(9)
  const young = await shop.get('/')
  expect([young.status, young.headers['cache-status']]).toEqual([200, undefined])
  minutes(2)
  const old = await shop.get('/')
  expect([old.status, old.headers['cache-status']]).toEqual([200, 'violet; hit; ttl=-60; detail=fault'])
  expect(old.body).toBe(first.body)
  const etag = String(old.headers['etag'])
  const unchanged = await shop.get('/', { 'if-none-match': etag })
  expect([unchanged.status, unchanged.headers['cache-status']]).toEqual([
    304,
    'violet; hit; ttl=-60; detail=fault',
  ])
  expect((await shop.get('/article')).status).toBe(503)
  expect((await shop.get('/cart', { cookie: `__Host-violet_cart=${'A'.repeat(43)}` })).status).toBe(503)

  away.mockRestore()
  minutes(1)
  const back = await shop.get('/')
  expect([back.status, back.headers['cache-status']]).toEqual([200, undefined])
})
