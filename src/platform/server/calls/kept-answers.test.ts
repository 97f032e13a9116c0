import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from '#domain/result.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import type { Ctx } from '../context.ts'
import { runIdempotent, runOnce, type IdempotentOutcome } from '../idempotency.ts'
import { senderOf } from '../serve.ts'

/* How much of answers one network may have stored under its keys. */

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const day = Date.UTC(2026, 10, 24)
/** Letters: six such answers are more than is stored at once. */
const large = 'x'.repeat(8_000_000)

type Ask = (key: string, network: string | null, minute?: number) => Promise<IdempotentOutcome>

function ctxAt(minute: number): Ctx {
  const { db } = database
  return { db, now: new Date(day + minute * 60_000), transact: db.transact } as unknown as Ctx
}

const ways: [string, Ask][] = [
  [
    'in the transaction of the work',
    (key, network, minute = 0) => {
      const request = { scope: 'a', network, key, path: '/a', body: {} }
      const noCookies = (): [] => []
      return runIdempotent(ctxAt(minute), request, noCookies, (ctx) =>
        ctx.transact(async () => ok({ large })),
      )
    },
  ],
  [
    'behind the work',
    (key, network, minute = 0) => {
      const request = { scope: 'b', network, key, path: '/b', body: {} }
      const noCookies = (): [] => []
      return runOnce(ctxAt(minute), request, noCookies, async () => ok({ large }))
    },
  ],
]

it.each(ways)('%s, no network fills the disk by keys', async (way, ask) => {
  const network = `203.0.113.9 ${way}`
  const kinds = new Set<string>()
  for (let n = 0; n < 7; n++) kinds.add(outcome(await ask(`${n}`, network)))
  expect([...kinds]).toEqual(['answered', 'too_many_requests'])
  // What is stored already is answered again, other networks are not concerned, and neither are those of everybody.
  expect(outcome(await ask('0', network))).toBe('replayed')
  expect(outcome(await ask('other', `other ${network}`))).toBe('answered')
  for (let n = 0; n < 7; n++) expect(outcome(await ask(`everybody ${n}`, null))).toBe('answered')
  expect(outcome(await ask('later', network, 5))).toBe('answered')
})

it('belongs to a browser, or to an address and a program, which no cookie can pretend to be', () => {
  const asked = (ip: string, cookie: string | null): ReturnType<typeof senderOf> => {
    const parts = { scopeOf: () => cookie, origin: () => 'https://shop.example' }
    const request = { ip, cookies: {}, headers: { 'user-agent': 'Mozilla/5.0' } }
    return senderOf(...([parts, request] as unknown as Parameters<typeof senderOf>))
  }
  const guest = asked('203.0.113.9', null)
  expect(guest.network).toBe('203.0.113.9')
  expect(asked('2001:db8::1', null).network).toBe('2001:db8:0:0::/64')
  // Behind a proxy that the shop does not know, everybody has this one.
  expect(asked('10.0.0.1', null).network).toBeNull()
  const others = ['203.0.113.9 Mozilla/5.0', 'from 203.0.113.9 Mozilla/5.0', 'secret'].map(
    (cookie) => asked('203.0.113.9', cookie).scope,
  )
  expect(new Set([guest.scope, ...others]).size).toBe(4)
  expect(asked('198.51.100.1', 'secret').scope).toBe(others[2])
})

function outcome(asked: IdempotentOutcome): string {
  return asked.kind === 'refused' ? asked.problem : asked.kind
}
