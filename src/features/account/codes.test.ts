import { expect, it } from 'vitest'
import { no, type Result } from '#domain/result.ts'
import type { Database } from '#platform/server/db/db.ts'
import { runIdempotent } from '#platform/server/idempotency.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { loginVerification } from '../customer/actions/security.ts'
import { judgeCode } from './actions/judge-code.ts'
import { signIn } from './actions/sign-in.ts'
import { resetPassword } from './actions/sign-up.ts'
import { guessCode, useCode, type Guess } from './queries/codes.ts'
import { readAccount } from './rules/account-name.ts'
import { codeHash } from './rules/codes.ts'
import { deviceOf } from './rules/browser.ts'

/*
 * Codes and links under attack. Each promise is also asked of a copy that breaks it as such code is usually broken: a
 * test that could not tell the two apart would prove nothing.
 */

type Judge = (db: Database, guess: Guess) => Promise<'right' | 'wrong' | 'over'>

/** Reads, decides, and writes: between them others do the same. */
const racing: Judge = async ({ pool }, { browser, codeHash: hash, most, now }) => {
  const { rows } = await pool.query<{ id: number; tries: number; right: boolean; used: boolean }>(
    `select id, tries, code_hash = $2 as right, used_at is not null as used
     from one_time_codes where browser = $1 order by id desc limit 1`,
    [browser, hash],
  )
  const [code] = rows
  if (code === undefined || code.used || code.tries >= most) return 'over'
  await pool.query('update one_time_codes set tries = $2, used_at = $3 where id = $1', [
    code.id,
    code.tries + 1,
    code.right ? now : null,
  ])
  return code.right ? 'right' : 'wrong'
}

/** Forgets to ask which browser it is. */
const anywhere: Judge = async ({ pool }, { codeHash: hash }) => {
  const { rows } = await pool.query('select from one_time_codes where code_hash = $1', [hash])
  return rows.length > 0 ? 'right' : 'over'
}

const passwordForm = (account: string, password: string) => ({
  account,
  password,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})
const codeForm = (account: string, code: string) => ({ ...passwordForm(account, ''), code })

/** A customer, and another browser that has asked for a code to sign in. */
async function asked(purpose: 'signIn' | 'reset' = 'signIn') {
  const { db } = await freshDatabase()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '10.0.0.9' })
  await phone.asks(account, purpose)
  const code = await phone.codeOf(account)
  const name = readAccount(account, '')!
  const ctx = phone.context()
  const guess = (typed: string): Guess => ({
    purpose,
    account: name,
    browser: deviceOf(ctx)!,
    codeHash: codeHash(purpose, name, typed),
    most: 5,
    now: ctx.now,
  })
  return { db, ada, phone, account, name, code, ctx, guess }
}

it.each([
  ['the shop’s own statement', guessCode, true],
  ['a planted race', racing, false],
] as const)('judges five of a thousand guesses at once: %s', async (_, judge, holds) => {
  const { db, code, guess } = await asked()
  const wrong = Array.from({ length: 1_001 }, (__, n) => String(n).padStart(6, '0')).filter((c) => c !== code)
  const answers = await Promise.all(wrong.slice(0, 1_000).map((typed) => judge(db, guess(typed))))
  const judged = answers.filter((answer) => answer !== 'over').length
  expect(judged <= 5).toBe(holds)
  expect(await guessCode(db, guess(code))).toBe(holds ? 'over' : 'right')
})

it.each([
  ['the shop’s own statement', guessCode, true],
  ['a planted race', racing, false],
] as const)('takes a code once of fifty at once: %s', async (_, judge, holds) => {
  const { db, code, guess } = await asked()
  const answers = await Promise.all(Array.from({ length: 50 }, () => judge(db, guess(code))))
  expect(answers.filter((answer) => answer === 'right').length === 1).toBe(holds)
})

it('signs in once with a code that is sent several times at once', async () => {
  const { db, phone, account, code } = await asked()
  const before = await count(db, 'select count(*)::int as n from sessions')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => phone.does(signIn, codeForm(account, code))),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await count(db, 'select count(*)::int as n from sessions')).toBe(before + 1)
})

it('uses the link of a mail once', async () => {
  const { db, phone, account } = await asked('reset')
  const id = await count(db, 'select max(id)::int as n from one_time_codes')
  // A planted race: two statements in place of one.
  const raced = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const found = await db.pool.query('select from one_time_codes where id = $1 and used_at is null', [id])
      if (found.rowCount === 0) return false
      await db.pool.query('update one_time_codes set used_at = now() where id = $1', [id])
      return true
    }),
  )
  expect(raced.filter(Boolean).length).toBeGreaterThan(1)
  await db.pool.query('update one_time_codes set used_at = null where id = $1', [id])
  const now = phone.context().now
  const used = await Promise.all(
    Array.from({ length: 20 }, () => db.transact((tx) => useCode(tx, id, 'reset', now))),
  )
  expect(used.filter((name) => name !== null)).toEqual([{ kind: 'email', account }])
})

it('resets a password once with a token that is sent several times at once', async () => {
  const { phone, account } = await asked('reset')
  const token = /token=(\S+)/.exec((await phone.lastMail(account))!.plain)![1]!
  const form = { token, account: '', countryCode: '', code: '', password: 'another-quite-long-one-7' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => phone.does(resetPassword, form)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

it('does not give a guess back when the work around it is rolled back', async () => {
  const { db, phone, account, code, guess } = await asked()
  const wrong = ['000000', '000001', '000002', '000003', '000004', '000005'].filter((c) => c !== code)
  // Planted: judged within the transaction that the refusal rolls back.
  const planted = async (typed: string): Promise<Result<null, { name: 'wrong_code' }>> =>
    db.transact(async (tx) => {
      await guessCode(tx, guess(typed))
      return no({ name: 'wrong_code' as const })
    })
  for (const typed of wrong) await planted(typed)
  const tries = 'select tries as n from one_time_codes order by id desc limit 1'
  expect(await count(db, tries)).toBe(0)
  for (const [n, typed] of wrong.slice(0, 5).entries()) {
    const body = codeForm(account, typed)
    const request = { scope: 'phone', key: `key ${n}`, path: '/auth/signIn', body }
    await runIdempotent(
      phone.context(),
      request,
      () => phone.written,
      (ctx) => signIn(ctx, body),
    )
  }
  expect(await count(db, tries)).toBe(5)
  expect(await phone.does(signIn, codeForm(account, code))).toMatchObject({ problem: { name: 'code_over' } })
})

it('takes a code from its own browser, for its own purpose and account alone', async () => {
  const { db, phone, account, name, code, ctx, guess } = await asked()
  const other = accountVisitor(db, { ip: '10.0.0.10' })
  await other.asks('other@example.com', 'signIn')
  const device = deviceOf(other.context())!
  const others = readAccount('other@example.com', '')!
  const over = { problem: { name: 'code_over' } }
  expect(await judgeCode(ctx, name, 'signIn', code, device)).toMatchObject(over)
  expect(await judgeCode(ctx, name, 'signIn', code, null)).toMatchObject(over)
  expect(await judgeCode(ctx, name, 'reset', code, deviceOf(ctx))).toMatchObject(over)
  expect(await judgeCode(ctx, name, 'proof', code, deviceOf(ctx))).toMatchObject(over)
  expect(await judgeCode(ctx, others, 'signIn', code, deviceOf(ctx))).toMatchObject(over)
  expect(await anywhere(db, { ...guess(code), browser: device })).toBe('right')
  expect(await phone.does(signIn, codeForm(account, code))).toMatchObject({ ok: true })
})

it('asks for the code of a checked sign-in under an idempotency key, too', async () => {
  const { db } = await freshDatabase()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  await ada.does(loginVerification, { on: 'on' })
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  const body = passwordForm(account, goodPassword)
  const outcome = await runIdempotent(
    phone.context(),
    { scope: 'phone', key: 'key', path: '/auth/signIn', body },
    () => phone.written,
    (ctx) => signIn(ctx, body),
  )
  expect(outcome).toMatchObject({ kind: 'answered', result: { ok: false, problem: { name: 'code_wanted' } } })
  const code = await phone.codeOf(account)
  expect(await phone.does(signIn, codeForm(account, code))).toMatchObject({ ok: true })
})

async function count({ pool }: Database, text: string): Promise<number> {
  return (await pool.query<{ n: number }>(text)).rows[0]!.n
}
