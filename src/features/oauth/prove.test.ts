import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { rememberDevice } from '#features/account/rules/browser.ts'
import { codeAt } from '#features/second-factor/rules/authenticator.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Database } from '#platform/server/db/db.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { oauthProve, oauthSendCode } from './actions/prove.ts'
import { putArrival } from './queries/flows.ts'

/* Who came from a provider that vouches for no address, and proves one by a code. */

async function shop(): Promise<Database> {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  return db
}

async function arrives(db: Database) {
  const visitor = accountVisitor(db, { ip: '203.0.113.5' })
  const ctx = visitor.context()
  const about = { provider: 'acme', issuer: 'https://acme.example', subject: randomUUID() }
  const names = { email: null, firstName: 'Eve', lastName: 'X', next: '' }
  const expiresAt = new Date(ctx.now.getTime() + 20 * minute)
  await putArrival(db, rememberDevice(ctx), { ...about, ...names, expiresAt })
  return visitor
}

async function proves(visitor: Awaited<ReturnType<typeof arrives>>, account: string) {
  expect(await visitor.does(oauthSendCode, { account, countryCode: '' })).toMatchObject({ ok: true })
  const code = await visitor.codeOf(account)
  return visitor.does(oauthProve, { account, countryCode: '', code, keep: 'on' as const })
}

const linked = async ({ pool }: Database) => (await pool.query('select from oauth_accounts')).rowCount

it('links an account to whose address is proven, in the session that begins', async () => {
  const db = await shop()
  const { account } = await accountVisitor(db).signsUp()
  const visitor = await arrives(db)
  expect(await proves(visitor, account)).toMatchObject({ ok: true, value: { user: { email: account } } })
  expect(await linked(db)).toBe(1)
})

it('links nothing before the second factor: whoever reads a mailbox would have a way in of their own', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp()
  const now = new Date()
  await setUpFactor(ada, (secret) => codeAt(secret, now))
  const thief = await arrives(db)
  expect(await proves(thief, account)).toEqual({ ok: false, problem: { name: 'second_factor_wanted' } })
  expect((await thief.context().who()).customer).toBeNull()
  expect(await linked(db)).toBe(0)
})

it('links nothing in a browser that is trusted either: it is not asked for the second factor', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp()
  const now = new Date()
  await setUpFactor(ada, (secret) => codeAt(secret, now))
  const reader = await arrives(db)
  await db.pool.query(
    `insert into known_browsers (customer_id, browser, seen_at, factor_until)
     select id, $1, $2, $2::timestamptz + interval '1 day' from customers`,
    [hashToken(reader.cookies['violet_device']!), now],
  )
  expect(await proves(reader, account)).toMatchObject({ ok: true })
  expect((await reader.context().who()).session).toMatchObject({ isFresh: false })
  expect(await linked(db)).toBe(0)
})

it('drops the password of an imported account at its first proof: somebody else may have set it', async () => {
  const db = await shop()
  const account = 'ada@example.com'
  await db.pool.query(
    `with made as (
       insert into customers (number, first_name, last_name, locale, created_at)
       values ('C-1', 'Ada', 'Lovelace', 'en', now()) returning id
     ), named as (
       insert into customer_identities (kind, account, customer_id) select 'email', $1, id from made
     )
     insert into customer_passwords (customer_id, hash, set_at) select id, $2, now() from made`,
    [account, await hashPassword(goodPassword)],
  )
  expect(await proves(await arrives(db), account)).toMatchObject({ ok: true })
  expect((await db.pool.query('select from customer_passwords')).rowCount).toBe(0)
  const typed = { account, password: goodPassword, code: '', countryCode: '', keep: 'on' as const, next: '' }
  expect(await accountVisitor(db).does(signIn, typed)).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
})
