import { expect, it } from 'vitest'
import type { Ctx, Visitor } from '#platform/server/context.ts'
import { createPace } from '#platform/server/pace.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { countVisits } from './shop.ts'
import { choose, flushReports, pruneVisits, track } from './actions.ts'
import { pathOfReport, refererOfReport, timezoneOfReport } from './report.ts'

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const today = new Date('2026-11-21T12:00:00Z')

interface Someone extends Partial<Pick<Visitor, 'cookies' | 'ip'>> {
  statistics?: 'ask' | 'always' | 'off'
  headers?: Record<string, string>
  at?: Date
}

async function shop() {
  const { db } = await freshDatabase()
  const seen = (who: Someone = {}): Ctx => {
    const made = contextOf(db, {
      now: who.at ?? today,
      config: { shop: { statistics: who.statistics ?? 'always' } },
    })
    const headers = {
      host: 'shop.example',
      'user-agent': agent,
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
      ...who.headers,
    }
    const { cookies = {}, ip = '192.0.2.1' } = who
    return { ...made, visitor: { ...made.visitor, headers, cookies, ip } }
  }
  return {
    db,
    opens: async (path: string, who?: Someone) => {
      const answer = await track(seen(who), {
        url: `https://shop.example${path}`,
        referer: '',
        timezone: 'Asia/Hong_Kong',
      })
      expect(answer).toEqual({ ok: true, value: {} })
    },
    counts: async (days = 7, now = today) => {
      await flushReports(db)
      return countVisits(db, now, days, 10)
    },
    seen,
  }
}

it('counts a visitor once a day on each page, and how long it was open', async () => {
  const { opens, counts } = await shop()
  for (let beat = 0; beat < 3; beat++) await opens('/zh/product/stool?email=mei@example.com')
  await opens('/cart')
  await opens('/cart', { ip: '192.0.2.2' })
  expect(await counts()).toEqual({
    days: [{ day: '2026-11-21', visitors: 2, pages: 3, seconds: 50 }],
    pages: [
      { path: '/cart', visitors: 2, seconds: 20 },
      { path: '/zh/product/stool', visitors: 1, seconds: 30 },
    ],
  })
  await opens('/cart')
  expect((await counts()).pages[0]).toEqual({ path: '/cart', visitors: 2, seconds: 30 })
})

it('keeps nothing that leads to a person: no address, no browser, no query, another key on another day', async () => {
  const { db, opens, counts } = await shop()
  await opens('/search?q=secret', { at: new Date('2026-11-20T12:00:00Z') })
  await opens('/search?q=secret')
  await counts()
  const { rows } = await db.pool.query(
    'select visitor, path, referer, timezone from visitor_pages order by day',
  )
  expect(rows).toHaveLength(2)
  expect(rows[0].visitor).not.toEqual(rows[1].visitor)
  expect(rows[1]).toMatchObject({ path: '/search', referer: null, timezone: 'Asia/Hong_Kong' })
  expect(rows[1].visitor).toHaveLength(8)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|Chrome|secret/)
})

it.each<[string, Someone]>([
  ['where the shop counts nothing', { statistics: 'off' }],
  ['before a choice, where it has to be asked for', { statistics: 'ask' }],
  ['for who said no', { cookies: { consent: '1..1795267860' } }],
  [
    'for who said no where it is asked',
    { statistics: 'ask', cookies: { consent: '1.marketing.1795267860' } },
  ],
  ['for who sends Do Not Track', { headers: { dnt: '1' } }],
  ['for who sends Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
  ['for a program', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
])('counts nothing %s', async (_why, who) => {
  const { opens, counts } = await shop()
  await opens('/', who)
  expect(await counts()).toEqual({ days: [], pages: [] })
})

it('counts who allowed it', async () => {
  const { opens, counts } = await shop()
  await opens('/', { statistics: 'ask', cookies: { consent: '1.statistics.1795267860' } })
  expect((await counts()).days).toEqual([{ day: '2026-11-21', visitors: 1, pages: 1, seconds: 10 }])
})

it('stops counting who reports without end', async () => {
  const { opens, counts } = await shop()
  for (let n = 0; n < 200; n++) await opens(`/page/${n}`, { ip: '192.0.2.77' })
  expect((await counts()).days[0]!.pages).toBe(60)
})

it('counts one subscriber of IPv6 as one, whichever addresses it takes', async () => {
  const { opens, counts } = await shop()
  for (let n = 0; n < 200; n++) await opens(`/page/${n}`, { ip: `2001:db8:7:7::${n + 1}` })
  expect((await counts()).days[0]).toMatchObject({ visitors: 1, pages: 60 })
})

it('forgets counts after 90 days and yesterday’s way back at once', async () => {
  const { db, opens, counts } = await shop()
  await opens('/old', { at: new Date('2026-08-22T12:00:00Z') })
  await opens('/kept', { at: new Date('2026-08-23T12:00:00Z') })
  await opens('/')
  await counts()
  expect(await pruneVisits(db, today)).toBe(1)
  expect((await counts(90, today)).pages.map(({ path }) => path)).toEqual(['/'])
  const { rows } = await db.pool.query('select path from visitor_pages order by path')
  expect(rows).toEqual([{ path: '/' }, { path: '/kept' }])
  const { rows: salts } = await db.pool.query('select day::text from visitor_salts')
  expect(salts).toEqual([{ day: '2026-11-21' }])
})

it.each([
  [{ statistics: true, marketing: true }, 'always', '1.statistics.1795262400'],
  [{ statistics: false, marketing: false }, 'ask', '1..1795262400'],
  [{ statistics: true, marketing: false }, 'off', '1..1795262400'],
] as const)('keeps the choice %j under the rule %s as %s', async (choice, statistics, cookie) => {
  const { seen } = await shop()
  const ctx = seen({ statistics })
  const written: unknown[] = []
  ctx.visitor.setCookie = (...cookieParts) => void written.push(cookieParts)
  expect(await choose(ctx, choice)).toEqual({ ok: true, value: {} })
  expect(written).toEqual([['consent', cookie, { httpOnly: false, maxAge: 15_552_000 }]])
})

it.each([
  ['https://shop.example/zh/product/a?token=x#y', '/zh/product/a'],
  ['https://shop.example/', '/'],
  ['https://shop.example/a/', '/a'],
  ['https://elsewhere.example/a', null],
  ['https://shop.example/zh/auth/reset-password?t=1', null],
  ['https://shop.example/user/order/1001', null],
  [`https://shop.example/${'a'.repeat(400)}`, null],
  ['https://shop.example/zh/order/K7M2N-9QXD4', null],
  ['https://shop.example/payment/K7M2N-9QXD4', null],
  ['javascript:alert(1)', null],
  ['', null],
])('keeps of the address %s: %s', (url, path) => expect(pathOfReport(url, 'shop.example')).toBe(path))

it('keeps of another site its host, and of a time zone what looks like one', () => {
  expect(refererOfReport('https://www.search.example/?q=my+name', 'shop.example')).toBe('www.search.example')
  expect(refererOfReport('https://shop.example/cart', 'shop.example')).toBeNull()
  expect(refererOfReport('android-app://x', 'shop.example')).toBeNull()
  expect(timezoneOfReport('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos_Aires')
  expect(timezoneOfReport("Mars/'; drop table x")).toBeNull()
})

it('gives tokens back with time, and forgets who came first', () => {
  const pace = createPace({ perMinute: 60, burst: 2, most: 2 })
  expect([pace.takes('a', 0), pace.takes('a', 0), pace.takes('a', 0)]).toEqual([true, true, false])
  expect(pace.takes('a', 999)).toBe(false)
  expect(pace.takes('a', 1_000)).toBe(true)
  pace.takes('b', 1_000)
  pace.takes('c', 1_000)
  expect([pace.takes('a', 1_000), pace.takes('a', 1_000)]).toEqual([true, true])
})
