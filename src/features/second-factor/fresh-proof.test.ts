import { expect, it } from 'vitest'
import { ok } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import { beginSession } from '#features/account/actions/begin-session.ts'
import { confirm, editPassword, sendProof } from '#features/account/actions/password.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { findByAccount } from '#features/account/queries/customers.ts'
import { renewSession } from '#features/session/queries/sessions.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf, writeSession } from '#features/session/rules/sessions.ts'
import { passkeyFinish, passkeyOptions } from '#features/passkeys/actions/sign-in.ts'
import { addPasskey, newPasskeyOptions } from '#features/passkeys/actions/manage.ts'
import { accountVisitor, goodPassword, type AccountVisitorOptions } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase, holdRows, untilWaiting } from '#test/database.ts'
import { passkeyDevice } from '#test/passkey-device.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { factorState } from './actions/read.ts'
import { secondFactor } from './actions/second-factor.ts'
import { endFactor } from './actions/set-up.ts'
import { codeAt } from './rules/authenticator.ts'

/*
 * A fresh proof of an account with a second factor includes it: whoever has a session, and the password or the mailbox,
 * does not turn it off.
 */

/** Ada's session, whose last proof is twenty minutes old; her account has an app. */
async function stale() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = new Date('2026-11-24T12:00:00Z')
  const visitor = (options: AccountVisitorOptions = {}) =>
    accountVisitor(db, { ip: '198.51.100.7', now: () => now, ...options })
  const ada = visitor({ ip: '192.0.2.1' })
  const { account } = await ada.signsUp(undefined, goodPassword)
  const device = passkeyDevice()
  const asked = await ada.does(newPasskeyOptions, { silent: 'off' })
  if (!asked.ok) throw new Error(asked.problem.name)
  await ada.does(addPasskey, { credential: device.makes(asked.value.options) })
  const { secret, codes } = await setUpFactor(ada, (made) => codeAt(made, now))
  const move = (by: number) => (now = new Date(now.getTime() + by))
  move(20 * minute)
  return { db, ada, account, codes, device, visitor, move, code: () => codeAt(secret, now) }
}

type World = Awaited<ReturnType<typeof stale>>
type Visitor = World['ada']

const byPassword = (factor = '') => ({ current: goodPassword, code: '', factor })
const byCode = (code: string, factor = '') => ({ current: '', code, factor })
const wanted = {
  ok: false,
  problem: { name: 'second_factor_wanted', fields: { factor: expect.stringContaining('authenticator') } },
}
const wrong = { ok: false, problem: { name: 'wrong_code', fields: { factor: expect.any(String) } } }
const proofRequired = { ok: false, problem: { name: 'proof_required' } }
const isFresh = async (visitor: Visitor) => (await visitor.context().who()).session?.isFresh

const signsIn = (account: string) => ({
  account,
  password: goodPassword,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

/** As such code is usually broken: the password is right, and that is all. */
const forgetful: typeof confirm = async (ctx) => {
  const { id } = (await ctx.who()).session!
  const token = newToken()
  await ctx.transact((tx) =>
    renewSession(tx, id, { tokenHash: hashToken(token), isProven: true, now: ctx.now }),
  )
  writeSession(ctx, token, true)
  return ok({ token: proofOf(token) })
}

it.each([
  ['the shop’s own proof', confirm, true],
  ['a planted one that forgets the factor', forgetful, false],
] as const)('keeps the factor on for who has a session and the password: %s', async (_, proves, holds) => {
  const { ada } = await stale()
  await ada.does(proves, byPassword())
  expect((await ada.does(endFactor, {})).ok).toBe(!holds)
  expect((await factorState(ada.context())).isOn).toBe(holds)
})

it('keeps it on for who has the mailbox, and uses no mailed code up for that', async () => {
  const { ada, account, code } = await stale()
  expect(await ada.does(sendProof, {})).toMatchObject({ ok: true })
  const mailed = await ada.codeOf(account)
  expect(await ada.does(confirm, byCode(mailed))).toMatchObject(wanted)
  expect(await ada.does(confirm, byCode(mailed, '12345'))).toMatchObject(wrong)
  expect(await ada.does(endFactor, {})).toMatchObject(proofRequired)
  expect(await ada.does(confirm, byCode(mailed, code()))).toMatchObject({ ok: true })
  expect(await isFresh(ada)).toBe(true)
  expect(await ada.does(endFactor, {})).toMatchObject({ ok: true })
})

it('takes the factor with the password, each code once, and neither of them alone', async () => {
  const { ada, code, move } = await stale()
  const right = code()
  expect(await ada.does(confirm, { current: '', code: '', factor: right })).toMatchObject(proofRequired)
  expect(await ada.does(confirm, { ...byPassword(right), current: 'wrong' })).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
  // A password that was wrong has used no code up.
  const both = await Promise.all([1, 2].map(() => ada.does(confirm, byPassword(right))))
  expect(both.filter((answer) => answer.ok)).toHaveLength(1)
  expect(both.find((answer) => !answer.ok)).toMatchObject(wrong)
  expect(await isFresh(ada)).toBe(true)
  move(10 * minute)
  expect(await isFresh(ada)).toBe(false)
})

it('takes a recovery code once, writes it down for this session, and mails it', async () => {
  const { db, ada, account, codes, move } = await stale()
  expect(await ada.does(confirm, byPassword(codes[0]))).toMatchObject({ ok: true })
  expect((await ada.lastMail(account))?.plain).toContain('Somebody confirmed with a recovery code')
  const { rows } = await db.pool.query(
    `select session_id is not null as own, data from security_events where kind = 'recovery_code_used'`,
  )
  expect(rows).toEqual([{ own: true, data: { count: 9 } }])
  move(20 * minute)
  expect(await ada.does(confirm, byPassword(codes[0]))).toMatchObject(wrong)
  expect(await isFresh(ada)).toBe(false)
})

it('judges ten codes of one session, whatever is typed with them', async () => {
  const { ada, code } = await stale()
  const [taken] = code()
  const other = `${(Number(taken) + 5) % 10}${code().slice(1)}`
  for (let n = 0; n < 10; n += 1) expect(await ada.does(confirm, byPassword(other))).toMatchObject(wrong)
  expect(await ada.does(confirm, byPassword(code()))).toMatchObject({ problem: { name: 'too_many_tries' } })
})

/** As a sign-in would begin where nobody thinks of the factor. */
const careless: typeof signIn = async (ctx, { account }) => {
  const found = await findByAccount(ctx.db, { kind: 'email', account })
  const beginning = { method: 'password' as const, isKept: true, next: '' }
  return ok(await ctx.transact((tx) => beginSession(ctx, tx, found!.id, beginning)))
}

it.each([
  ['the shop’s own', signIn, true],
  ['a planted one', careless, false],
] as const)('begins no fresh session where a trusted browser was not asked: %s', async (_, begins, holds) => {
  const { account, visitor, code, move } = await stale()
  const phone = visitor()
  await phone.does(signIn, signsIn(account))
  expect(await phone.does(secondFactor, { code: code(), trust: 'on' as const })).toMatchObject({ ok: true })
  expect(await isFresh(phone)).toBe(true)
  move(minute)
  expect(await phone.does(begins, signsIn(account))).toMatchObject({ ok: true })
  expect((await phone.does(endFactor, {})).ok).toBe(!holds)
})

it('takes a passkey that asked for a finger as the whole proof', async () => {
  const { ada, device } = await stale()
  const asked = await ada.does(passkeyOptions, {})
  if (!asked.ok) throw new Error(asked.problem.name)
  const credential = device.signs(asked.value.options)
  expect(await ada.does(passkeyFinish, { credential, keep: 'on' as const, next: '' })).toMatchObject({
    ok: true,
  })
  expect(await ada.does(endFactor, {})).toMatchObject({ ok: true })
})

it('sets no password without it, but in a session that gave it lately, whose proof gets no fresher', async () => {
  const { ada, account, visitor, code, move } = await stale()
  const password = 'nine-lighthouses-in-fog'
  expect(await ada.does(editPassword, { ...byPassword(), password })).toMatchObject(wanted)
  const phone = visitor()
  await phone.does(signIn, signsIn(account))
  await phone.does(secondFactor, { code: code(), trust: 'off' as const })
  move(9 * minute)
  expect(await phone.does(editPassword, { ...byPassword(), password })).toMatchObject({ ok: true })
  expect(await isFresh(phone)).toBe(true)
  move(2 * minute)
  expect(await isFresh(phone)).toBe(false)
  const again = { current: password, code: '', password: goodPassword }
  expect(await phone.does(editPassword, { ...again, factor: code() })).toMatchObject({ ok: true })
  expect(await isFresh(phone)).toBe(true)
})

it('asks for a factor that was turned on while the password was looked at', async () => {
  const { db, visitor } = await stale()
  const eve = visitor()
  await eve.signsUp(undefined, goodPassword)
  const { customer } = await eve.context().who()
  // Other rows may name the customer meanwhile.
  const letGo = await holdRows(db, `select from customers where id = ${customer} for no key update`)
  const proving = eve.does(confirm, byPassword())
  await untilWaiting(db, 1)
  await db.pool.query(
    `insert into second_factors (customer_id, secret, created_at, confirmed_at) values ($1, '\\x00', now(), now())`,
    [customer],
  )
  await letGo()
  expect(await proving).toMatchObject(wanted)
})
