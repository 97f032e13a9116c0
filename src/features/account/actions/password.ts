import { no, ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { renewSession } from '#features/session/queries/sessions.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf, writeSession } from '#features/session/rules/sessions.ts'
import type { Ctx, Session } from '#platform/server/context.ts'
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
import { writeCode } from './send-code.ts'
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
  const wanted = { purpose: 'proof' as const, found: customer, device, isKnown, proof: null, next: '' }
  const sent = await writeCode(ctx, name, wanted)
  return sent.ok ? sent : no({ name: 'too_many_codes' })
}

type Confirm = typeof contract.confirm

/** Judges the proof of a customer who is signed in: the present password, or a code of `sendProof`. */
async function judgeProof(
  ctx: Ctx,
  session: Session,
  customer: CustomerRow,
  { current, code }: Pick<Input<Confirm>, 'current' | 'code'>,
): Promise<Result<AccountName, Problem<Confirm>>> {
  const name = ownAccount(customer)
  if (name === null || (current === '' && code === '')) return no({ name: 'proof_required' })
  const device = deviceOf(ctx)
  if (!(await mayProve(ctx, session))) return no(tooManyTries(ctx, current === '' ? 'code' : 'current'))
  if (current === '') {
    const judged = await judgeCode(ctx, name, 'proof', code, device)
    return judged.ok ? ok(name) : judged
  }
  const stored = (await findByAccount(ctx.db, name))?.passwordHash ?? null
  return stored !== null && (await verifyPassword(current, stored)).ok
    ? ok(name)
    : no({ name: 'wrong_credentials', fields: { current: ctx.t('account.wrong_password') } })
}

/** Proves anew who is at this browser, for the changes that ask for it. The session gets another token. */
export async function confirm(ctx: Ctx, input: Input<Confirm>): Answer<Confirm> {
  const session = (await ctx.who()).session!
  const customer = await ownCustomer(ctx.db, session.customer)
  const proven = await judgeProof(ctx, session, customer, input)
  if (!proven.ok) return proven
  const token = newToken()
  await ctx.transact(async (tx) => {
    await lockOwn(tx, customer.id)
    await renewSession(tx, session.id, hashToken(token), ctx.now)
  })
  writeSession(ctx, token, session.isKept)
  return ok({ token: proofOf(token) })
}

/**
 * Sets the password. The present one or a code is the proof; all other sessions end, and this one gets another token:
 * who had stolen either has nothing left.
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
  const proven = await judgeProof(ctx, session, customer, input)
  if (!proven.ok) return proven
  const name = proven.value
  const hashed = await hashPassword(password)
  const token = newToken()
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer.id)
    await putPassword(tx, customer.id, hashed, ctx.now)
    const ended = await endAccess(ctx, tx, customer.id, session.id)
    await renewSession(tx, session.id, hashToken(token), ctx.now)
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
