import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, verifyNobody } from '#platform/server/passwords/passwords.ts'
import { puzzleOf } from '#test/puzzle-of.ts'
import { signedIn } from '#test/signed-in.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'

/*
 * Whether somebody has an account here is nobody's business: an address that has one and one that has none are answered
 * with the same bytes and, `npm run prove -- enumeration` measures, after the same time.
 */

const isWhole = process.env['VIOLET_PROVE'] === 'whole'
const tries = isWhole ? 500 : 8
/** By how much the medians may differ. */
const tolerance = 0.03

let shop: WholeShop
let hash: string
beforeAll(async () => {
  shop = await openWholeShop()
  hash = await hashPassword('a-tall-ship-and-9-stars')
})
afterAll(() => shop.close())

/** What somebody may have who has an account: a password of ours, of another shop's, or none. */
type Kept = 'own' | 'foreign' | 'none'
const foreign = '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'

async function somebody(kept: Kept): Promise<string> {
  const { email, customer } = await signedIn(shop.database.db)
  if (kept !== 'none')
    await shop.database.db.pool.query(
      'insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())',
      [customer, kept === 'own' ? hash : foreign],
    )
  return email
}

/** As long as the addresses of `somebody`, and after the same work: what it leaves behind takes time, too. */
async function nobody(kept: Kept): Promise<string> {
  await somebody(kept)
  return `${randomBytes(6).toString('hex')}@example.com`
}

type Asking = (account: string) => Promise<() => Promise<Answer>>

const own = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Test/1.0' }
const names = { firstName: 'Ada', lastName: 'King' }

/** Asks for a code first, which is not measured, in the browser that then guesses it. */
const withCode =
  (purpose: string, path: string, fields: object): Asking =>
  async (account) => {
    const { fields: passed, cookie } = await puzzleOf(shop)
    const sent = await shop.post(
      '/api/web/auth/sendCode',
      { account, purpose, ...passed },
      { ...own, cookie },
    )
    const device = [sent.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0])
    return () =>
      shop.post(
        path,
        { account, code: '000000', ...fields },
        { ...own, cookie: [cookie, ...device].join('; ') },
      )
  }

const withPuzzle =
  (path: string, fields: object): Asking =>
  async (account) => {
    const { fields: passed, cookie } = await puzzleOf(shop)
    return () => shop.post(path, { account, ...passed, ...fields }, { ...own, cookie })
  }

const call = '/api/web/auth'
const asked: Record<string, Asking> = {
  'a wrong password': async (account) => () =>
    shop.post(`${call}/signIn`, { account, password: 'wrong' }, own),
  'a wrong password without scripts': async (account) => () =>
    shop.post('/form/auth/signIn', new URLSearchParams({ account, password: 'wrong' }), own),
  'a wrong code': withCode('signIn', `${call}/signIn`, {}),
  'a wrong code to sign up': withCode('signUp', `${call}/signUp`, names),
  'a wrong code to reset': withCode('reset', `${call}/resetPassword`, {
    password: 'nine-lighthouses-in-fog',
  }),
  'a code to sign in': withPuzzle(`${call}/sendCode`, { purpose: 'signIn' }),
  'a code to sign up': withPuzzle(`${call}/sendCode`, { purpose: 'signUp' }),
  'a code to reset': withPuzzle(`${call}/forget`, {}),
  'a code without the check': async (account) => () =>
    shop.post(`${call}/sendCode`, { account, purpose: 'signIn' }, own),
  'a code for a new address of an account': async (account) => {
    const { token, headers } = await browserOf(shop)
    const sent = { ...headers, ...own, cookie: `violet_session=${token}` }
    return () => shop.post('/api/web/user/sendChangeCode', { account }, sent)
  },
  'a wrong code for a new address': async (account) => {
    const { token, headers } = await browserOf(shop)
    const device = `violet_device=${randomBytes(32).toString('base64url')}`
    const sent = { ...headers, ...own, cookie: `violet_session=${token}; ${device}` }
    await shop.post('/api/web/user/sendChangeCode', { account }, sent)
    return () => shop.post('/api/web/user/editEmail', { account, code: '000000' }, sent)
  },
  'an account without names': async (account) => () =>
    shop.post(`${call}/signUp`, { account, firstName: '', lastName: '' }, own),
}

/** All that an answer says, but for what is another at each time: the account that was sent, moments and secrets. */
function told({ status, body, headers }: Answer, account: string): string {
  const said = Object.entries(headers).flatMap(([name, value]) =>
    ['date', 'x-request-id'].includes(name) ? [] : [`${name}: ${String(value)}`],
  )
  return [String(status), ...said, body]
    .join('\n')
    .replaceAll(account, 'ACCOUNT')
    .replaceAll(encodeURIComponent(account), 'ACCOUNT')
    .replaceAll(/(violet_\w+=)[\w-]{20,}/g, '$1SECRET')
}

interface Measured {
  bytes: Set<string>
  /** Milliseconds. */
  median: number
}

/** Both in turns, so that what the machine does meanwhile befalls both. */
async function measure(
  asking: Asking,
  kept: Kept,
  count: number,
): Promise<{ some: Measured; none: Measured }> {
  const seen = [0, 1].map(() => ({ bytes: new Set<string>(), times: [] as number[] }))
  for (let n = 0; n < count; n += 1)
    for (const which of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const account = which === 0 ? await somebody(kept) : await nobody(kept)
      const ask = await asking(account)
      const began = performance.now()
      const answer = await ask()
      seen[which]!.times.push(performance.now() - began)
      seen[which]!.bytes.add(told(answer, account))
    }
  const [some, none] = seen.map(({ bytes, times }) => ({
    bytes,
    median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!,
  }))
  return { some: some!, none: none! }
}

function differs({ some, none }: { some: Measured; none: Measured }): number {
  return Math.abs(some.median - none.median) / none.median
}

describe.each(Object.entries(asked))('%s', (what, asking) => {
  it('is answered alike', { timeout: 600_000 }, async () => {
    const measured = await measure(asking, 'own', tries)
    expect([...measured.some.bytes]).toEqual([...measured.none.bytes])
    expect(measured.some.bytes.size).toBe(1)
    if (!isWhole) return
    const [some, none] = [measured.some, measured.none].map(({ median }) => `${median.toFixed(2)} ms`)
    console.log(`${what}: ${tries} each, ${some!} and ${none!}, ${(differs(measured) * 100).toFixed(1)} %`)
    expect(differs(measured)).toBeLessThan(tolerance)
  })
})

it.each(['none', 'foreign'] as const)(
  'is answered alike about an account whose password is %s',
  { timeout: 600_000 },
  async (kept) => {
    // Bytes and, as waiting hides what judging takes, time: in a shop of its own, where nobody has looked yet.
    const other = await openWholeShop()
    const before = shop
    shop = other
    try {
      if (kept === 'foreign') await somebody(kept)
      const measured = await measure(asked['a wrong password']!, kept, isWhole ? 100 : 1)
      expect([...measured.some.bytes]).toEqual([...measured.none.bytes])
      if (isWhole) expect(differs(measured)).toBeLessThan(tolerance)
    } finally {
      shop = before
      await other.close()
    }
  },
)

it('sees what a shop tells that looks an account up first', async () => {
  const leaks =
    (leak: (exists: boolean) => Promise<object>): Asking =>
    async (account) => {
      const ask = await asked['an account without names']!(account)
      return async () => {
        const text = 'select from customer_identities where account = $1'
        const { rowCount } = await shop.database.db.pool.query(text, [account])
        const headers = await leak(rowCount === 1)
        const answer = await ask()
        return { ...answer, headers: { ...answer.headers, ...headers } }
      }
    }
  const byTime = await measure(
    leaks(async (exists) => {
      if (exists) await verifyNobody('wrong')
      return {}
    }),
    'own',
    20,
  )
  expect(differs(byTime)).toBeGreaterThan(tolerance)
  expect([...byTime.some.bytes]).toEqual([...byTime.none.bytes])
  const byBytes = await measure(
    leaks(async (exists) => ({ 'x-known': exists })),
    'own',
    3,
  )
  expect([...byBytes.some.bytes]).not.toEqual([...byBytes.none.bytes])
})
