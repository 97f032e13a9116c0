import { beforeAll, afterAll, expect, it } from 'vitest'
import { signLink } from '#platform/server/signing.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { testCtx } from '#test/test-ctx.ts'
import { hashToken, hostCookie, newToken } from './rules/cookies.ts'
import { openByKey } from './rules/opened.ts'
import { buyerKeys, scopeOf, whoIs } from './rules/who.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const asking = (cookies: Record<string, string>, origin = 'https://shop.example') =>
  testCtx(database.db, {
    origin,
    visitor: {
      cookies,
      setCookie: (name, value) => void (value === null ? delete cookies[name] : (cookies[name] = value)),
    },
  })

it('knows a browser by its own token, pinned to the host where there is https', async () => {
  const token = newToken()
  const guest = { customer: null, session: null, over: null, opened: [] }
  const known = { browser: hashToken(token), owner: hashToken(token), ...guest }
  const nobody = { browser: null, owner: null, ...guest }
  expect(await whoIs(asking({ '__Host-violet_cart': token }))).toEqual(known)
  expect(await whoIs(asking({ violet_cart: token }, 'http://shop.example'))).toEqual(known)
  // A cookie without the prefix may have been set by a neighbour's host.
  expect(await whoIs(asking({ violet_cart: token }))).toEqual(nobody)
  expect(await whoIs(asking({ '__Host-violet_cart': 'made up' }))).toEqual(nobody)
  expect(await whoIs(asking({}))).toEqual(nobody)
})

it('adds the orders that links of mails have opened, five at most', async () => {
  const cookies: Record<string, string> = {}
  const ctx = asking(cookies)
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const key = await signLink(database.db, 'order.open', id, new Date(ctx.now.getTime() + 1_000))
    expect(await openByKey(ctx, key)).toBe(id)
  }
  expect(await openByKey(ctx, 'forged')).toBeNull()
  expect((await whoIs(ctx)).opened).toEqual([6, 5, 4, 3, 2])
  const later = new Date(ctx.now.getTime() + 13 * 3_600_000)
  expect((await whoIs({ ...ctx, now: later })).opened).toEqual([])
})

it('tells idempotency keys of two browsers apart', () => {
  expect(scopeOf({ '__Host-violet_cart': 'one' }, 'https://shop.example')).toBe('one')
  expect(scopeOf({ violet_cart: 'one' }, 'https://shop.example')).toBeNull()
  expect(hostCookie('violet_cart', 'http://localhost:3000')).toBe('violet_cart')
})

it('counts uses of a coupon by the e-mail, however it is written', () => {
  expect(buyerKeys('Ada@Example.com', null)).toEqual(['m:ada@example.com'])
  expect(buyerKeys('Ada@Example.com', 7)).toEqual(['c:7', 'm:ada@example.com'])
  expect(buyerKeys('', null)).toEqual([])
})
