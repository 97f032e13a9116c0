import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { takeFlow } from '#features/oauth/queries/flows.ts'
import { takeChallenge } from '#features/passkeys/queries/challenges.ts'
import { spendTicket } from '#features/qr/queries.ts'
import { countGuess } from '#features/second-factor/queries/pending.ts'
import { spendRecoveryCode, spendStep } from '#features/second-factor/queries/factors.ts'
import type { Database } from '#platform/server/db/db.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { freshDatabase } from '#test/database.ts'

/*
 * What is good so many times, in one browser, for one purpose. Each promise is also asked of a copy that breaks it as
 * such code is usually broken: a test that could not tell the two apart would prove nothing.
 */

const now = new Date('2026-11-24T12:00:00Z')
const later = new Date('2026-11-24T12:05:00Z')
const browser = randomBytes(32)
const secret = randomBytes(32)

/** A customer, who is signed in, and everything that can be used up. */
async function world(): Promise<Database> {
  const { db } = await freshDatabase()
  const ada = accountVisitor(db, { now: () => now })
  await ada.signsUp()
  await db.pool.query(
    `insert into webauthn_challenges (challenge_hash, purpose, browser, expires_at) values ($1, 'sign_in', $2, $3)`,
    [secret, browser, later],
  )
  await db.pool.query(
    `insert into oauth_flows (state_hash, browser, provider, nonce, verifier, purpose, locale, next, expires_at)
     values ($1, $2, 'acme', 'nonce', 'verifier', 'sign_in', 'en', '', $3)`,
    [secret, browser, later],
  )
  await db.pool.query(
    `insert into pending_sign_ins (token_hash, customer_id, browser, method, is_kept, next, expires_at)
     select $1, id, $2, 'password', true, '', $3 from customers`,
    [secret, browser, later],
  )
  await db.pool.query(
    `insert into qr_tickets (ticket_hash, browser, state, ip, agent, customer_id, session_id, created_at, expires_at)
     select $1, $2, 'confirmed', '', '', customer_id, id, $3, $4 from sessions`,
    [secret, browser, now, later],
  )
  await db.pool.query(
    `insert into second_factors (customer_id, secret, created_at, confirmed_at) select id, $1, $2, $2 from customers`,
    [secret, now],
  )
  await db.pool.query(`insert into recovery_codes (customer_id, code_hash) select id, $1 from customers`, [
    secret,
  ])
  return db
}

type Use = (db: Database, by: { browser: Buffer }) => Promise<boolean>

/** Reads whether it is good, and writes that it is used: between them others do the same. */
function racing(good: string, use: string): Use {
  return async ({ pool }) => {
    const { rowCount } = await pool.query(good)
    if (rowCount === 0) return false
    await pool.query(use)
    return true
  }
}

/** How often it is good, the shop's own way to use it, and a planted race. */
const things: Record<string, [most: number, own: Use, planted: Use]> = {
  'a challenge': [
    1,
    async (db, by) => (await takeChallenge(db, { hash: secret, ...by, customer: null }, now)) !== null,
    racing('select from webauthn_challenges', 'delete from webauthn_challenges'),
  ],
  'a way to a provider': [
    1,
    async (db, by) => (await takeFlow(db, { stateHash: secret, ...by, provider: 'acme' }, now)) !== null,
    racing('select from oauth_flows', 'delete from oauth_flows'),
  ],
  'a QR ticket': [
    1,
    async (db, by) => (await db.transact((tx) => spendTicket(tx, secret, by.browser, now))) !== null,
    racing(`select from qr_tickets where state = 'confirmed'`, `update qr_tickets set state = 'used'`),
  ],
  'a guess of the second factor': [
    5,
    async (db, by) => (await countGuess(db, { tokenHash: secret, ...by, most: 5, now })) !== null,
    racing(
      'select from pending_sign_ins where tries < 5',
      'update pending_sign_ins set tries = (select max(tries) from pending_sign_ins) + 1',
    ),
  ],
  'the code of an app': [
    1,
    (db) => db.transact((tx) => spendStep(tx, 1, { secret, step: 7 })),
    racing('select from second_factors where last_step < 7', 'update second_factors set last_step = 7'),
  ],
  'a recovery code': [
    1,
    (db) => db.transact((tx) => spendRecoveryCode(tx, 1, secret, now)),
    racing('select from recovery_codes where used_at is null', 'update recovery_codes set used_at = now()'),
  ],
}

describe.each(Object.entries(things))('%s', (_, [most, own, planted]) => {
  it.each([
    ['the shop’s own statement', own, true],
    ['a planted race', planted, false],
  ] as const)('is good so many times, however many come at once: %s', async (__, use, holds) => {
    const db = await world()
    const uses = await Promise.all(Array.from({ length: 50 }, () => use(db, { browser })))
    expect(uses.filter(Boolean).length === most).toBe(holds)
  })
})

/** What is bound to its browser or more, the shop's own way to use it, and one that forgets to ask. */
const bound: Record<string, [own: Use, planted: Use]> = {
  'a challenge of another browser': [
    things['a challenge']![1],
    racing('select from webauthn_challenges', 'delete from webauthn_challenges'),
  ],
  'a challenge for another purpose': [
    async (db) => (await takeChallenge(db, { hash: secret, browser, customer: 1 }, now)) !== null,
    racing('select from webauthn_challenges', 'delete from webauthn_challenges'),
  ],
  'a way to a provider of another browser': [
    things['a way to a provider']![1],
    racing('select from oauth_flows', 'delete from oauth_flows'),
  ],
  'a way to another provider': [
    async (db) => (await takeFlow(db, { stateHash: secret, browser, provider: 'other' }, now)) !== null,
    racing('select from oauth_flows', 'delete from oauth_flows'),
  ],
  'a QR ticket of another browser': [
    things['a QR ticket']![1],
    racing(`select from qr_tickets where state = 'confirmed'`, `update qr_tickets set state = 'used'`),
  ],
  'a QR ticket of a session that has ended': [
    async (db) => {
      await db.pool.query(`update sessions set ended_at = $1, ended_by = 'elsewhere'`, [now])
      return things['a QR ticket']![1](db, { browser })
    },
    async (db, by) => {
      await db.pool.query(`update sessions set ended_at = $1, ended_by = 'elsewhere'`, [now])
      return things['a QR ticket']![2](db, by)
    },
  ],
  'a sign-in that waits in another browser': [
    things['a guess of the second factor']![1],
    things['a guess of the second factor']![2],
  ],
}

describe.each(Object.entries(bound))('%s', (_, [own, planted]) => {
  it.each([
    ['the shop’s own statement', own, false],
    ['a planted one that does not ask', planted, true],
  ] as const)('is worth nothing: %s', async (__, use, isTaken) => {
    expect(await use(await world(), { browser: randomBytes(32) })).toBe(isTaken)
  })
})
