import { expect, it } from 'vitest'
import { editEmail, sendChangeCode } from '#features/identity/actions/change.ts'
import { codeAt } from '#features/second-factor/rules/authenticator.ts'
import { hour, minute } from '#domain/time.ts'
import { accountVisitor, goodPassword, type AccountVisitorOptions } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { secondFactor } from '#features/second-factor/actions/second-factor.ts'
import { renewRecoveryCodes } from '#features/second-factor/actions/set-up.ts'
import { insertAccount } from '#features/oauth/queries/accounts.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { disownState, notMe, notMeByMail } from './actions/not-me.ts'
import { signIn } from './actions/sign-in.ts'
import { resetPassword } from './actions/sign-up.ts'
import { addEvent } from './queries/events.ts'

/** A customer, and a thief who has the password. */
async function robbed() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = new Date('2026-11-24T12:00:00Z')
  const visitor = (options: AccountVisitorOptions) => accountVisitor(db, { now: () => now, ...options })
  const ada = visitor({ ip: '192.0.2.1' })
  const { account } = await ada.signsUp(undefined, goodPassword)
  const thief = visitor({ ip: '203.0.113.5' })
  const entered = await thief.does(signIn, byPassword(account))
  if (!entered.ok) throw new Error('the thief did not get in')
  const newest = async (): Promise<number> => {
    const { rows } = await db.pool.query<{ id: number }>('select max(id) as id from security_events')
    return rows[0]!.id
  }
  return {
    db,
    ada,
    thief,
    visitor,
    account,
    newest,
    move: (by: number) => (now = new Date(now.getTime() + by)),
    now: () => now,
  }
}

const byPassword = (account: string, password = goodPassword) => ({
  account,
  password,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

type Visitor = ReturnType<typeof accountVisitor>
const isSignedIn = async (visitor: Visitor) => (await visitor.context().who()).customer !== null

/** The token of a link in the newest mail. */
async function tokenIn(visitor: Visitor, account: string, page: string): Promise<string> {
  const mail = await visitor.lastMail(account)
  const token = new RegExp(`/auth/${page}\\?token=([\\w.%-]+)`).exec(mail?.plain ?? '')?.[1]
  if (token === undefined) throw new Error(`there is no link in the mail: ${mail?.plain}`)
  return decodeURIComponent(token)
}

/** With another letter in the signature; the last one has bits that count for nothing. */
const forged = (token: string): string =>
  `${token.slice(0, -9)}${token.at(-9) === 'A' ? 'B' : 'A'}${token.slice(-8)}`

it('mails a sign-in from a new browser, and none from a known one', async () => {
  const { db, ada, thief, account } = await robbed()
  expect((await ada.lastMail(account))?.plain).toContain('Somebody signed in from a new browser')
  expect((await ada.lastMail(account))?.plain).toContain('203.0.113.5')
  const count = async () => (await db.pool.query('select from outbox_mails')).rowCount
  const before = await count()
  expect(await thief.does(signIn, byPassword(account))).toMatchObject({ ok: true })
  expect(await count()).toBe(before)
})

it('throws a thief out for good by one press, and what the thief added', async () => {
  const { db, ada, thief, account, newest, now } = await robbed()
  const event = await newest()
  await setUpFactor(thief, (secret) => codeAt(secret, now()))
  expect(await ada.does(notMe, { event })).toEqual({ ok: true, value: { ended: 1 } })
  expect(await isSignedIn(thief)).toBe(false)
  expect(await isSignedIn(ada)).toBe(true)
  expect((await thief.context().who()).over).toBe('elsewhere')
  for (const table of ['second_factors', 'recovery_codes', 'known_browsers', 'customer_passwords'])
    expect((await db.pool.query(`select from ${table}`)).rowCount, table).toBe(0)
  expect(await thief.does(signIn, byPassword(account))).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
  const token = await tokenIn(ada, account, 'reset-password')
  const password = 'nine-lighthouses-in-fog'
  const chosen = { token, account: '', countryCode: '', code: '', password }
  expect(await ada.does(resetPassword, chosen)).toMatchObject({ ok: true })
  expect(await ada.does(resetPassword, chosen), 'a link works once').toMatchObject({
    problem: { name: 'stale_link' },
  })
})

it('gives the owner’s address back that the thief has changed, and mails the new password’s link there', async () => {
  const { db, thief, visitor, account } = await robbed()
  const token = await tokenIn(thief, account, 'disown')
  const changed = { account: 'thief@example.org', countryCode: '' }
  await thief.does(sendChangeCode, changed)
  const code = await thief.codeOf(changed.account)
  expect(await thief.does(editEmail, { ...changed, code })).toMatchObject({ ok: true })
  expect(await visitor({ ip: '198.51.100.1' }).does(notMeByMail, { token })).toMatchObject({ ok: true })
  const { rows } = await db.pool.query('select account from customer_identities')
  expect(rows).toEqual([{ account: account.toLowerCase() }])
  expect((await thief.lastMail(account))?.subject).toContain('is secured')
  expect((await thief.lastMail(changed.account))?.subject).not.toContain('is secured')
})

it('keeps a change of the address that was made before, and one whose old address somebody else has', async () => {
  const { db, ada, thief, visitor, account, newest } = await robbed()
  const event = await newest()
  const changed = { account: 'thief@example.org', countryCode: '' }
  await thief.does(sendChangeCode, changed)
  await thief.does(editEmail, { ...changed, code: await thief.codeOf(changed.account) })
  await visitor({ ip: '198.51.100.2' }).signsUp(account)
  expect(await thief.does(notMe, { event })).toMatchObject({ ok: true })
  const { rows } = await db.pool.query('select account from customer_identities order by customer_id')
  expect(rows).toEqual([{ account: changed.account }, { account: account.toLowerCase() }])
  expect(await isSignedIn(ada)).toBe(false)
})

it('removes each kind of credential that was added since, and none from before', async () => {
  const { db, ada, newest, now, move } = await robbed()
  const event = await newest()
  const { customer } = await ada.context().who()
  await db.pool.query(`insert into passkey_users values ($1, decode(repeat('00', 32), 'hex'))`, [customer])
  for (const at of [new Date(now().getTime() - minute), new Date(now().getTime() + minute)]) {
    const key = Buffer.from(at.toISOString())
    await db.pool.query(
      `insert into passkeys (
         customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at
       )
       values ($1, $2, '\\x00', 0, '{}', gen_random_uuid(), true, 'shop.example', $3)`,
      [customer, key, at],
    )
    await db.pool.query(
      `insert into oauth_accounts (provider, issuer, subject, customer_id, linked_at)
       values ('acme', 'https://id.example', $2, $1, $3)`,
      [customer, at.toISOString(), at],
    )
  }
  move(2 * minute)
  expect(await ada.does(notMe, { event })).toMatchObject({ ok: true })
  for (const table of ['passkeys', 'oauth_accounts'])
    expect((await db.pool.query(`select from ${table}`)).rowCount, table).toBe(1)
})

it('keeps what the owner added from another session', async () => {
  const { db, ada, newest, now } = await robbed()
  const event = await newest()
  await setUpFactor(ada, (secret) => codeAt(secret, now()))
  expect(await ada.does(notMe, { event })).toMatchObject({ ok: true })
  expect((await db.pool.query('select from second_factors')).rowCount).toBe(1)
})

it('does it by the link of the mail, once, and changes nothing when the page is looked at', async () => {
  const { ada, thief, visitor, account, move } = await robbed()
  const token = await tokenIn(ada, account, 'disown')
  const anybody = visitor({ ip: '198.51.100.1' })
  expect(await disownState(anybody.context(), token)).toBe('ready')
  expect(await isSignedIn(thief)).toBe(true)
  expect(await anybody.does(notMeByMail, { token: forged(token) })).toMatchObject({
    problem: { name: 'stale_link' },
  })
  expect(await anybody.does(notMeByMail, { token })).toEqual({ ok: true, value: { ended: 2 } })
  expect([await isSignedIn(thief), await isSignedIn(ada)]).toEqual([false, false])
  expect(await disownState(anybody.context(), token)).toBe('done')
  const chosen = await tokenIn(ada, account, 'reset-password')
  const input = { token: chosen, account: '', countryCode: '', code: '', password: 'nine-lighthouses-in-fog' }
  expect(await ada.does(resetPassword, input)).toMatchObject({ ok: true })
  // Whoever finds the old mail later throws nobody out.
  expect(await anybody.does(notMeByMail, { token })).toEqual({ ok: true, value: { ended: 0 } })
  expect(await isSignedIn(ada)).toBe(true)
  move(31 * 24 * hour)
  expect(await disownState(anybody.context(), token)).toBe('stale')
})

it('takes own events alone, with a fresh proof, and ends the own session when the event was of it', async () => {
  const { ada, thief, visitor, newest, move } = await robbed()
  const eve = visitor({ ip: '198.51.100.9' })
  await eve.signsUp()
  const hers = await newest()
  expect(await ada.does(notMe, { event: hers })).toMatchObject({ problem: { name: 'unknown_event' } })
  expect(await ada.does(notMe, { event: 999_999 })).toMatchObject({ problem: { name: 'unknown_event' } })
  expect(await eve.does(notMe, { event: hers })).toMatchObject({ ok: true })
  expect(await isSignedIn(eve)).toBe(false)
  move(20 * minute)
  // A stolen session must not take away what keeps it out.
  expect(await thief.does(notMe, { event: 1 })).toMatchObject({ problem: { name: 'proof_required' } })
  expect(await isSignedIn(ada)).toBe(true)
})

it('removes what came after an event without a session, and after one of a session that began others', async () => {
  const { db, ada, thief, account, newest, now } = await robbed()
  const first = await newest()
  // The same browser again: its first session ends, and nothing is mailed.
  expect(await thief.does(signIn, byPassword(account))).toMatchObject({ ok: true })
  await setUpFactor(thief, (secret) => codeAt(secret, now()))
  expect(await ada.does(notMe, { event: first })).toMatchObject({ ok: true })
  expect((await db.pool.query('select from second_factors')).rowCount).toBe(0)
})

it('takes a provider away that somebody linked with a mailed code, before any session began', async () => {
  const { db, ada, now } = await robbed()
  const { customer } = await ada.context().who()
  const event = await db.transact(async (tx) => {
    const about = { provider: 'acme', issuer: 'https://acme.example', subject: 'thief' }
    await insertAccount(tx, customer!, about, null, now())
    return addEvent(tx, ada.context(), customer!, null, 'oauth_linked', { provider: 'acme' })
  })
  expect(await ada.does(notMe, { event })).toMatchObject({ ok: true })
  expect((await db.pool.query('select from oauth_accounts')).rowCount).toBe(0)
})

it('ends recovery codes that somebody else has made, and leaves the owner’s app', async () => {
  const { db, ada, visitor, account, newest, move, now } = await robbed()
  const { secret } = await setUpFactor(ada, (one) => codeAt(one, now()))
  move(5 * minute)
  const other = visitor({ ip: '203.0.113.9' })
  await other.does(signIn, byPassword(account))
  const code = codeAt(secret, now())
  expect(await other.does(secondFactor, { code, trust: 'off' })).toMatchObject({ ok: true })
  expect(await other.does(renewRecoveryCodes, {})).toMatchObject({ ok: true })
  expect(await ada.does(notMe, { event: await newest() })).toMatchObject({ ok: true })
  expect((await db.pool.query('select from recovery_codes')).rowCount).toBe(0)
  expect((await db.pool.query('select from second_factors')).rowCount).toBe(1)
})

it('removes a second factor by a mail for three days, and afterwards lets no mailbox past it', async () => {
  for (const [wait, left] of [
    [71, 0],
    [73, 1],
  ] as const) {
    const { db, ada, visitor, account, move, now } = await robbed()
    await setUpFactor(ada, (secret) => codeAt(secret, now()))
    const token = await tokenIn(ada, account, 'disown')
    move(wait * hour)
    expect(await visitor({ ip: '198.51.100.1' }).does(notMeByMail, { token })).toMatchObject({ ok: true })
    expect((await db.pool.query('select from second_factors')).rowCount, `${wait} hours`).toBe(left)
  }
})
