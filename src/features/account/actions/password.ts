import { no, ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { hasFactor } from '#features/second-factor/queries/factors.ts'
import { readTyped } from '#features/second-factor/rules/codes.ts'
import { judgeFactor, type SpendCode } from '#features/second-factor/rules/judge.ts'
import { refuseGuess } from '#features/second-factor/rules/limits.ts'
import { renewSession } from '#features/session/queries/sessions.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf, writeSession } from '#features/session/rules/sessions.ts'
import type { Ctx, Session } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { hashPassword, verifyPassword } from '#platform/server/passwords/passwords.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract/password.ts'
import { noticeLetter, noticeText } from '../mails/code-letters.ts'
import { forgetBrowsers, isKnownBrowser } from '../queries/browsers.ts'
import { findByAccount, putPassword, type CustomerRow } from '../queries/customers.ts'
import { addEvent } from '../queries/events.ts'
import { endAccess } from '../rules/end-access.ts'
import { mayProve, tooManyTries } from '../rules/limits.ts'
import { lockOwn, ownCustomer } from '../rules/own-customer.ts'
import { sendTo } from '../rules/send-to.ts'
import { refusePassword } from '../rules/new-password.ts'
import type { AccountName } from '../rules/account-name.ts'
import { deviceOf, rememberDevice } from '../rules/browser.ts'
import { writeUnchecked } from './send-code.ts'
import { judgeCode } from './judge-code.ts'

/** Where a proof is sent: the e-mail address, or the number of who has none. */
function ownAccount({ email, mobile }: CustomerRow): AccountName | null {
  if (email !== null) return { kind: 'email', account: email }
  return mobile === null ? null : { kind: 'mobile', account: mobile }
}

/** Sends a code to the customer's own e-mail address or number, which proves who is at this browser. */
export async function sendProof(
  ctx: Ctx,
  _: Input<typeof contract.sendProof>,
): Answer<typeof contract.sendProof> {
  const customer = await ownCustomer(ctx.db, (await ctx.who()).session!.customer)
  const name = ownAccount(customer)
  if (name === null) return no({ name: 'sms_unavailable' })
  const device = rememberDevice(ctx)
  // A stolen session may come with any browser's token: one that is not known counts by its network.
  const isKnown = await isKnownBrowser(ctx.db, customer.id, device)
  const wanted = { purpose: 'proof' as const, found: customer, device, isKnown, next: '' }
  return writeUnchecked(ctx, name, wanted)
}

type Confirm = typeof contract.confirm

interface Proven {
  /** Where the customer is written to. */
  name: AccountName
  /** Uses the second factor's code up; null where none was asked for. */
  spendFactor: SpendCode | null
}

/**
 * Judges the proof of a customer who is signed in: the present password, or a code of `sendProof`.
 * @param wantsFactor the second factor is asked for as well, and looked at first: a mailed code that is right is used up
 *   by that, and a password cannot be guessed without the factor
 */
async function judgeProof(
  ctx: Ctx,
  session: Session,
  customer: CustomerRow,
  { current, code, factor }: Input<Confirm>,
  wantsFactor: boolean,
): Promise<Result<Proven, Problem<Confirm>>> {
  const name = ownAccount(customer)
  if (name === null || (current === '' && code === '')) return no({ name: 'proof_required' })
  if (wantsFactor && factor.trim() === '') return no(factorWanted(ctx))
  const device = deviceOf(ctx)
  if (!(await mayProve(ctx, session))) return no(tooManyTries(ctx, current === '' ? 'code' : 'current'))
  const second = wantsFactor ? await judgeSecond(ctx, session, factor) : ok(null)
  if (!second.ok) return second
  const proven = { name, spendFactor: second.value }
  if (current === '') {
    const judged = await judgeCode(ctx, name, 'proof', code, device)
    return judged.ok ? ok(proven) : judged
  }
  const stored = (await findByAccount(ctx.db, name))?.passwordHash ?? null
  return stored !== null && (await verifyPassword(current, stored)).ok
    ? ok(proven)
    : no({ name: 'wrong_credentials', fields: { current: ctx.t('account.wrong_password') } })
}

/** The code of the app or a recovery code; it is used up with what it proves. */
async function judgeSecond(
  ctx: Ctx,
  { customer, id }: Session,
  typed: string,
): Promise<Result<SpendCode, Problem<Confirm>>> {
  const code = readTyped(typed)
  if (code === null) return no(wrongFactor(ctx))
  const limit = await refuseGuess(ctx, customer, rememberDevice(ctx), code.kind)
  if (limit !== null) return no(tooManyTries(ctx, 'factor', limit))
  const use = await judgeFactor(ctx, customer, code, id)
  return use === null ? no(wrongFactor(ctx)) : ok(use)
}

const factorWanted = ({ t }: Ctx) => ({
  name: 'second_factor_wanted' as const,
  fields: { factor: t('problem.second_factor_wanted') },
})
const wrongFactor = ({ t }: Ctx) => ({
  name: 'wrong_code' as const,
  fields: { factor: t('problem.wrong_code') },
})

/** Proves anew who is at this browser, for the changes that ask for it. The session gets another token. */
export async function confirm(ctx: Ctx, input: Input<Confirm>): Answer<Confirm> {
  const session = (await ctx.who()).session!
  const customer = await ownCustomer(ctx.db, session.customer)
  const proven = await judgeProof(ctx, session, customer, input, await hasFactor(ctx.db, customer.id))
  if (!proven.ok) return proven
  const { spendFactor } = proven.value
  const token = newToken()
  const answer = await ctx.transact(async (tx): Promise<Result<null, Problem<Confirm>>> => {
    await lockOwn(tx, customer.id)
    const isWhole = await spendProof(tx, customer.id, spendFactor)
    if (!isWhole) return no(spendFactor === null ? factorWanted(ctx) : wrongFactor(ctx))
    await renewSession(tx, session.id, { tokenHash: hashToken(token), isProven: true, now: ctx.now })
    return ok(null)
  })
  if (!answer.ok) return answer
  writeSession(ctx, token, session.isKept)
  return ok({ token: proofOf(token) })
}

/**
 * Uses the code of the second factor up. False when it was used meanwhile, or none was given and the factor was turned
 * on meanwhile.
 * @param customer locked
 */
async function spendProof(tx: Tx, customer: number, spendFactor: SpendCode | null): Promise<boolean> {
  return spendFactor === null ? !(await hasFactor(tx, customer)) : spendFactor(tx)
}

/**
 * Sets the password. The present one or a code is the proof, with the second factor where the session has not given it
 * lately; all other sessions end, and this one gets another token: who had stolen either has nothing left.
 */
export async function editPassword(
  ctx: Ctx,
  input: Input<typeof contract.editPassword>,
): Answer<typeof contract.editPassword> {
  const session = (await ctx.who()).session!
  const customer = await ownCustomer(ctx.db, session.customer)
  const { password } = input
  const refused = await refusePassword(ctx, password)
  if (refused !== null) return no(refused)
  const wantsFactor = !session.isFresh && (await hasFactor(ctx.db, customer.id))
  const proven = await judgeProof(ctx, session, customer, input, wantsFactor)
  if (!proven.ok) return proven
  const { name, spendFactor } = proven.value
  const hashed = await hashPassword(password)
  const token = newToken()
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer.id)
    if (spendFactor !== null && !(await spendFactor(tx))) return no(wrongFactor(ctx))
    await putPassword(tx, customer.id, hashed, ctx.now)
    const ended = await endAccess(ctx, tx, customer.id, session.id)
    // A password alone makes no proof fresher that includes the factor.
    const isProven = spendFactor !== null || !(await hasFactor(tx, customer.id))
    await renewSession(tx, session.id, { tokenHash: hashToken(token), isProven, now: ctx.now })
    await forgetBrowsers(tx, customer.id, deviceOf(ctx))
    await addEvent(tx, ctx, customer.id, session.id, 'password_set', { ended })
    await sendTo(ctx, tx, name, {
      kind: 'account.password_set',
      letter: noticeLetter(ctx, 'password_set'),
      text: noticeText(ctx, 'password_set'),
      until: new Date(ctx.now.getTime() + day),
    })
    writeSession(ctx, token, session.isKept)
    return ok({ ended })
  })
}
