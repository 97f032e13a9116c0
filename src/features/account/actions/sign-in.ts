import { no } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { evenOut, hashStep } from '#platform/server/passwords/even-out.ts'
import { hashPassword, verifyNobody, verifyPassword } from '#platform/server/passwords/passwords.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/auth.ts'
import { cameAfterPassword, markAfterPassword } from '../queries/codes.ts'
import {
  deletePassword,
  findByAccount,
  lockByProven,
  lockCustomer,
  renewHash,
  type Credentials,
} from '../queries/customers.ts'
import { accountProblem, readAccount, type AccountName } from '../rules/account-name.ts'
import { deviceOf, rememberDevice } from '../rules/browser.ts'
import { mayTry, tooManyTries } from '../rules/limits.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { judgeCode } from './judge-code.ts'
import { addCode } from './send-code.ts'

type SignIn = typeof contract.signIn

/**
 * Signs in. Every answer to a wrong try is the same, and takes the same time, whether the account exists or not: a
 * password is hashed in any case.
 */
export async function signIn(ctx: Ctx, input: Input<SignIn>): Answer<SignIn> {
  const name = readAccount(input.account, input.countryCode)
  if (name === null) return no(accountProblem(ctx, input))
  if (input.code === '' && input.password === '')
    return no({ name: 'password_required', fields: { password: ctx.t('problem.password_required') } })
  const began = performance.now()
  const device = deviceOf(ctx)
  // The session that the new one takes the place of is read now: a transaction holds a connection of its own.
  const [found] = await Promise.all([findByAccount(ctx.db, name, device), ctx.who()])
  const isKnown = found?.isKnown ?? false
  if (!(await mayTry(ctx, name, isKnown ? device : null)))
    return no(tooManyTries(ctx, input.code === '' ? 'password' : 'code'))
  return input.code === ''
    ? byPassword(ctx, input, { name, found, isKnown, began })
    : byCode(ctx, input, { name, device, began })
}

interface ByPassword {
  name: AccountName
  found: Credentials | null
  isKnown: boolean
  /** Of `performance.now()`, before the account was looked up. */
  began: number
}

async function byPassword(
  ctx: Ctx,
  input: Input<SignIn>,
  { name, found, isKnown, began }: ByPassword,
): Answer<SignIn> {
  const stored = found?.passwordHash ?? null
  const verified =
    stored === null ? await verifyNobody(input.password) : await verifyPassword(input.password, stored)
  const wrong = no({
    name: 'wrong_credentials' as const,
    fields: { password: ctx.t('problem.wrong_credentials') },
  })
  if (found === null || stored === null || !verified.ok) {
    // A hash of another shop takes its own time, which would say that the account came from there.
    await evenOut(began, hashStep)
    return wrong
  }
  const hash = verified.isStale ? await hashPassword(input.password) : stored
  if (hash !== stored) await renewHash(ctx.db, found.id, stored, hash)
  // Nobody has proven an address that came with an import, and its password may be somebody else's.
  if (!found.isVerified || (found.checksEmail && !isKnown)) {
    const device = rememberDevice(ctx)
    const { next } = input
    const wanted = { purpose: 'signIn' as const, found, device, isKnown: true, proof: null, next }
    // Where it is too soon for another one, the one before is still good. Nothing that looks like this call's answer
    // leaves the transaction: a call under a key would keep it as its own.
    await ctx.transact(async (tx) => {
      const sent = await addCode(ctx, tx, name, wanted)
      return sent.ok ? null : sent
    })
    if (!found.isVerified)
      await markAfterPassword(ctx.db, { purpose: 'signIn', account: name, browser: device })
    return no({ name: 'code_wanted' })
  }
  const { keep, next } = input
  return ctx.transact(async (tx) => {
    // While it was judged the account may have been closed, or have got another password.
    const [isOpen, now] = await Promise.all([lockCustomer(tx, found.id), findByAccount(tx, name)])
    if (!isOpen) return wrong
    if (now?.id !== found.id || (now.passwordHash !== stored && now.passwordHash !== hash)) return wrong
    return finishSignIn(ctx, tx, found.id, { method: 'password', isKept: keep === 'on', next })
  })
}

interface ByCode {
  name: AccountName
  device: Buffer | null
  /** As of `ByPassword`. */
  began: number
}

async function byCode(ctx: Ctx, input: Input<SignIn>, { name, device, began }: ByCode): Answer<SignIn> {
  const judged = await judgeCode(ctx, name, 'signIn', input.code, device, began)
  if (!judged.ok) return judged
  const { keep, next } = input
  return ctx.transact(async (tx) => {
    const found = await lockByProven(tx, name, ctx.now)
    if (found === null) return no({ name: 'code_over', fields: { code: ctx.t('problem.code_over') } })
    if (!found.isVerified && !(await isPasswordProven(tx, name, device))) await deletePassword(tx, found.id)
    return finishSignIn(ctx, tx, found.id, { method: 'code', isKept: keep === 'on', next })
  })
}

/**
 * Whether the one who has just read the mail of an imported account typed its password, too. Otherwise it goes: whoever
 * opened the account at the former shop, with an address that was not theirs, would still come in by it.
 */
async function isPasswordProven(tx: Tx, account: AccountName, device: Buffer | null): Promise<boolean> {
  return device !== null && (await cameAfterPassword(tx, { purpose: 'signIn', account, browser: device }))
}
