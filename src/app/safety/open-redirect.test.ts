import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishSignIn } from '#features/account/actions/finish-sign-in.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { safePath } from '#wire/safe-path.ts'
import { goodPassword } from '#test/account-visitor.ts'
import { browserOf, type Browser } from '#test/signed-in-shop.ts'
import { openWholeShop, origin, type Answer, type WholeShop } from '#test/whole-shop.ts'

/*
 * Where somebody goes on after signing in is said by the address that they came with. Whatever it is, they stay in the
 * shop: browsers read more spellings of another site than people think of.
 */

const elsewhere = [
  'https://evil.example',
  'http://evil.example/',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  '\n//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '\u0001//evil.example',
  '/\u0000/evil.example',
  '/\t\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '%2f%2fevil.example',
  '/%5cevil.example',
  '/%5c%5cevil.example',
  '/%00/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/\r\nLocation: https://evil.example',
  '/\nSet-Cookie: a=b',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://evil.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  '@evil.example',
  'shop.example@evil.example',
  'https://shop.example@evil.example',
  'https://shop.example.evil.example',
  'https://shop.example:443@evil.example/',
  'https://evil.example#https://shop.example/',
  'https://evil.example?https://shop.example/',
  '／／evil.example',
  '/／evil.example',
  '⁄⁄evil.example',
  '∕∕evil.example',
  '﹨﹨evil.example',
  '//evil。example',
  '//ⓔvil.example',
  '//[::ffff:203.0.113.7]',
  '//3405803783',
  '/\u2028/evil.example',
  '/\ufeff/evil.example',
  'ftp://evil.example',
  'evil.example',
  '.evil.example',
] as const

const own = ['/cart', '/zh/product/stool?color=sage#reviews', '/user/security', '/search?q=//evil.example']

let shop: WholeShop
let ada: Browser
beforeAll(async () => {
  shop = await openWholeShop()
  ada = await browserOf(shop)
  await shop.database.db.pool.query(
    'insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())',
    [ada.who.customer, await hashPassword(goodPassword)],
  )
})
afterAll(() => shop.close())

/** Where a browser that is at the shop arrives. */
function arrivesAt(location: unknown): string {
  return new URL(String(location), `${origin}/zh/auth/signin`).origin
}

/** An address with NUL is none of the shop's, and answered as such. */
function leadsTo({ status, headers }: Answer): unknown {
  return status === 404 ? '/' : headers['location']
}

/** Their passwords are judged each time, which takes a while: they are tried with some of the spellings. */
const slow = new Set(['the form of signing in', 'the call of signing in'])

/** The places that take the address of the way back. */
const doors: Record<string, (next: string) => Promise<unknown>> = {
  'the page of signing in': async (next) =>
    leadsTo(await shop.get(`/auth/signin?${new URLSearchParams({ next })}`, { cookie: ada.cookie })),
  'the page of signing up': async (next) =>
    leadsTo(await shop.get(`/zh/auth/signup?${new URLSearchParams({ next })}`, { cookie: ada.cookie })),
  'every way of signing in': async (next) => {
    const beginning = { method: 'code' as const, isKept: true, next }
    // It ends the session that the browser had.
    const { who } = await browserOf(shop)
    const answer = await who.does(
      (ctx) => ctx.transact((tx) => finishSignIn(ctx, tx, who.customer, beginning)),
      {},
    )
    return answer.ok ? answer.value.next : null
  },
  'the form of signing in': async (next) => {
    const fields = new URLSearchParams({ account: ada.who.email, password: goodPassword, next })
    return (await shop.post('/form/auth/signIn', fields, { 'sec-fetch-site': 'same-origin' })).headers[
      'location'
    ]
  },
  'the call of signing in': async (next) => {
    const body = { account: ada.who.email, password: goodPassword, next }
    const answer = await shop.post('/api/web/auth/signIn', body, { 'sec-fetch-site': 'same-origin' })
    return (JSON.parse(answer.body) as { data: { next: string } }).data.next
  },
  'the form of another currency': async (next) => {
    const fields = new URLSearchParams({ mode: 'dark', next })
    return (await shop.post('/zh/form/preferences', fields, { 'sec-fetch-site': 'same-origin' })).headers[
      'location'
    ]
  },
  'the form of a cart': async (next) => {
    const fields = new URLSearchParams({ country: 'HK', next })
    return (await shop.post('/form/cart/estimate', fields, { 'sec-fetch-site': 'same-origin' })).headers[
      'location'
    ]
  },
}

it('has sixty spellings of another site', () => {
  expect(new Set(elsewhere).size).toBeGreaterThanOrEqual(60)
})

describe.each(Object.entries(doors))('%s', (door, through) => {
  it('leads to no other site', async () => {
    const wrong: string[] = []
    for (const [n, next] of elsewhere.entries()) {
      if (slow.has(door) && n % 7 !== 0) continue
      // Nobody signs in this often.
      await shop.database.db.pool.query('truncate rate_counts')
      const location = await through(next)
      if (typeof location !== 'string' || arrivesAt(location) !== origin)
        wrong.push(JSON.stringify([next, location]))
    }
    expect(wrong).toEqual([])
  })
})

it('leads to the pages of the shop that it was asked for', async () => {
  for (const next of own)
    for (const door of ['the page of signing in', 'the form of another currency'])
      expect([door, await doors[door]!(next)]).toEqual([door, next])
})

it('keeps no other site in the forms of who is not signed in', async () => {
  for (const next of elsewhere) {
    const { status, body } = await shop.get(`/auth/signin?${new URLSearchParams({ next })}`)
    expect(status).toBe(next.includes('\u0000') ? 404 : 200)
    for (const [, value = ''] of body.matchAll(/name="next" value="([^"]*)"/g))
      expect([next, arrivesAt(value === '' ? '/' : value)]).toEqual([next, origin])
    for (const [, href = ''] of body.matchAll(/<a [^>]*href="([^"]*)"/g))
      expect(href).not.toMatch(/^[^?]*evil/)
  }
})

it('leads to no other site by an address that is tidied', async () => {
  for (const path of [
    '//evil.example/',
    '/zh//evil.example/',
    '//evil.example//..',
    '/zh/%2f/evil.example/',
    '///',
  ]) {
    const { status, headers } = await shop.get(path)
    const location = headers['location']
    expect([path, status < 400 ? arrivesAt(location) : origin]).toEqual([path, origin])
  }
})

it('goes back after a change of currency, without a filter by prices of the former one', async () => {
  const change = async (fields: Record<string, string>) =>
    (await shop.post('/form/preferences', new URLSearchParams(fields), { 'sec-fetch-site': 'same-origin' }))
      .headers['location']
  const currency = 'USD'
  expect(await change({ currency, next: '/seats?price=70-100' })).toBe('/seats')
  expect(await change({ currency, next: '/zh/seats?Size=20+cm&price=70-100&sort=new' })).toBe(
    '/zh/seats?Size=20+cm&sort=new',
  )
  expect(await change({ currency, next: '/search?q=price%3D70' })).toBe('/search?q=price%3D70')
  expect(await change({ mode: 'dark', next: '/seats?price=70-100' })).toBe('/seats?price=70-100')
})

it('would let others through if it only looked at the first letter, or only at the host that it reads', () => {
  const planted: ((next: string) => string | null)[] = [
    (next) => (next.startsWith('/') ? next : null),
    (next) => (next.startsWith('/') && !next.startsWith('//') ? next : null),
    (next) => (/^\/[^/\\]/.test(next) ? new URL(next, origin).pathname : null),
  ]
  for (const naive of planted) {
    const through = elsewhere.filter((next) => arrivesAt(naive(next) ?? '/') !== origin)
    expect(through.length).toBeGreaterThan(0)
  }
  expect(elsewhere.filter((next) => arrivesAt(safePath(next) ?? '/') !== origin)).toEqual([])
})
