import { byWord } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { readLink } from '#platform/server/signing.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract/auth.ts'
import { forgetBrowsers } from '../queries/browsers.ts'
import { useCode } from '../queries/codes.ts'
import { insertCustomer, lockByProven, putIdentity, putPassword } from '../queries/customers.ts'
import { addEvent } from '../queries/events.ts'
import { accountProblem, readAccount, type AccountName } from '../rules/account-name.ts'
import { deviceOf } from '../rules/browser.ts'
import { newCustomerNumber } from '../rules/customer-number.ts'
import { endAccess } from '../rules/end-access.ts'
import { mayTry, tooManyTries } from '../rules/limits.ts'
import { newAccountProblem, readNewAccount } from '../rules/new-account.ts'
import { refusePassword } from '../rules/new-password.ts'
import { beginSession } from './begin-session.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { judgeCode } from './judge-code.ts'

type SignUp = typeof contract.signUp

/**
 * Makes an account. Its e-mail address is proven by the code before anything is written: nobody can keep an address
 * busy, or wait in an account until its owner comes by.
 */
export async function signUp(ctx: Ctx, input: Input<SignUp>): Answer<SignUp> {
  const { t } = ctx
  const name = readNewAccount(input.account, input.countryCode)
  if (name === null) return no(newAccountProblem(ctx, input))
  const fields = byWord<string>()
  if (input.firstName === '') fields['firstName'] = t('account.first_name_required')
  if (input.lastName === '') fields['lastName'] = t('account.last_name_required')
  if (Object.keys(fields).length > 0) return no({ name: 'name_required', fields })
  if (input.code === '') return no({ name: 'code_required', fields: { code: t('problem.code_required') } })
  const refused = input.password === '' ? null : await refusePassword(ctx, input.password)
  if (refused !== null) return no(refused)
  if (!(await mayTry(ctx, name, null))) return no(tooManyTries(ctx, 'code'))
  const hashed = input.password === '' ? null : await hashPassword(input.password)
  const judged = await judgeCode(ctx, name, 'signUp', input.code, deviceOf(ctx))
  if (!judged.ok) return judged
  return ctx.transact(async (tx) => {
    const customer = await makeCustomer(ctx, tx, input, name)
    // Somebody with another browser was quicker with the same mailbox.
    if (customer === null) return no({ name: 'code_over', fields: { code: t('problem.code_over') } })
    if (hashed !== null) await putPassword(tx, customer, hashed, ctx.now)
    const session = { method: 'sign_up' as const, isKept: input.keep === 'on', next: input.next }
    return ok(await beginSession(ctx, tx, customer, session))
  })
}

/** Null when another customer has the account: the caller rolls back. @param name just proven */
export async function makeCustomer(
  { locale, now }: Ctx,
  tx: Tx,
  { firstName, lastName }: Pick<Input<SignUp>, 'firstName' | 'lastName'>,
  name: AccountName,
): Promise<number | null> {
  for (;;) {
    const number = newCustomerNumber()
    const customer = await insertCustomer(tx, { number, firstName, lastName, locale, now })
    if (customer === null) continue
    return (await putIdentity(tx, customer, name, now)) ? customer : null
  }
}

type Reset = typeof contract.resetPassword

/**
 * Sets a new password, with the link of the mail or its code. Every session ends, whoever had it; the browser that did
 * it gets a new one.
 */
export async function resetPassword(ctx: Ctx, input: Input<Reset>): Answer<Reset> {
  if (input.password === '')
    return no({ name: 'password_required', fields: { password: ctx.t('problem.password_required') } })
  const refused = await refusePassword(ctx, input.password)
  if (refused !== null) return no(refused)
  const proven = input.token === '' ? await byCode(ctx, input) : await byLink(ctx, input.token)
  if (!proven.ok) return proven
  const hashed = await hashPassword(input.password)
  return ctx.transact(async (tx): Promise<Result<Output<Reset>, Problem<Reset>>> => {
    const customer = await proven.value(tx)
    if (customer === null) return no({ name: 'stale_link' })
    await putPassword(tx, customer, hashed, ctx.now)
    await endAccess(ctx, tx, customer, null)
    await forgetBrowsers(tx, customer, null)
    await addEvent(tx, ctx, customer, null, 'password_reset')
    return finishSignIn(ctx, tx, customer, { method: 'reset', isKept: true, next: '' })
  })
}

/** Finds and locks the customer within the transaction; null when the proof is good for nobody any more. */
type Proven = (tx: Tx) => Promise<number | null>

async function byCode(ctx: Ctx, input: Input<Reset>): Promise<Result<Proven, Problem<Reset>>> {
  const name = readAccount(input.account, input.countryCode)
  if (name === null) return no(accountProblem(ctx, input))
  if (input.code === '')
    return no({ name: 'code_required', fields: { code: ctx.t('problem.code_required') } })
  if (!(await mayTry(ctx, name, null))) return no(tooManyTries(ctx, 'code'))
  const judged = await judgeCode(ctx, name, 'reset', input.code, deviceOf(ctx))
  if (!judged.ok) return judged
  return ok(async (tx) => (await lockByProven(tx, name, ctx.now))?.id ?? null)
}

async function byLink(ctx: Ctx, token: string): Promise<Result<Proven, Problem<Reset>>> {
  const id = await readLink(ctx.db, 'account.reset', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ok(async (tx) => {
    const name = await useCode(tx, id, 'reset', ctx.now)
    return name === null ? null : ((await lockByProven(tx, name, ctx.now))?.id ?? null)
  })
}
