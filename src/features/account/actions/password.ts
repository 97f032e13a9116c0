import { no, ok } from '#domain/result.ts'
import { endSessions, renewSession } from '#features/session/queries/sessions.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { writeSession } from '#features/session/rules/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import { hashPassword, verifyPassword } from '#platform/server/passwords/passwords.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/password.ts'
import { noticeLetter } from '../mails/code-letters.ts'
import { forgetBrowsers } from '../queries/browsers.ts'
import { findByAccount, findCustomer, putPassword, type CustomerRow } from '../queries/customers.ts'
import { addEvent } from '../queries/events.ts'
import { mayTry } from '../rules/limits.ts'
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

/** Sends a code to the customer's own address, which proves that the person at this browser reads its mail. */
export async function sendProof(
  ctx: Ctx,
  _: Input<typeof contract.sendProof>,
): Answer<typeof contract.sendProof> {
  const customer = (await findCustomer(ctx.db, (await ctx.who()).session!.customer))!
  const name = ownAccount(customer)
  if (name === null || name.kind === 'mobile') return no({ name: 'sms_unavailable' })
  const device = rememberDevice(ctx)
  const wanted = { purpose: 'proof' as const, found: customer, device, isKnown: true, proof: null, next: '' }
  const sent = await writeCode(ctx, name, wanted)
  return sent.ok ? sent : no({ name: 'too_many_codes' })
}

/**
 * Sets the password. The present one or a code is the proof; all other sessions end, and this one gets another token:
 * who had stolen either has nothing left.
 */
export async function editPassword(
  ctx: Ctx,
  { current, code, password }: Input<typeof contract.editPassword>,
): Answer<typeof contract.editPassword> {
  const session = (await ctx.who()).session!
  const customer = (await findCustomer(ctx.db, session.customer))!
  const name = ownAccount(customer)
  const refused = await refusePassword(ctx, password)
  if (refused !== null) return no(refused)
  if (name === null || (current === '' && code === '')) return no({ name: 'proof_required' })
  const device = deviceOf(ctx)
  if (!(await mayTry(ctx, name, device))) return no({ name: 'too_many_tries' })
  if (current !== '') {
    const stored = (await findByAccount(ctx.db, name))?.passwordHash ?? null
    if (stored === null || !(await verifyPassword(current, stored)).ok)
      return no({ name: 'wrong_credentials', fields: { current: ctx.t('account.wrong_password') } })
  } else {
    const judged = await judgeCode(ctx, name, 'proof', code, device)
    if (!judged.ok) return judged
  }
  const hashed = await hashPassword(password)
  const token = newToken()
  return ctx.transact(async (tx) => {
    await putPassword(tx, customer.id, hashed, ctx.now)
    const ended = await endSessions(tx, customer.id, session.id, 'elsewhere', ctx.now)
    await renewSession(tx, session.id, hashToken(token), ctx.now)
    await forgetBrowsers(tx, customer.id, device)
    await addEvent(tx, ctx, customer.id, session.id, 'password_set', { ended: ended.length })
    if (name.kind === 'email')
      await queueMail(
        tx,
        { kind: 'account.password_set', to: name.account, letter: noticeLetter(ctx, 'password_set') },
        ctx.origin,
        ctx.now,
      )
    writeSession(ctx, token, session.isKept)
    return ok({ ended: ended.length })
  })
}
