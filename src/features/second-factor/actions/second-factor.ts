import { day } from '#domain/time.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { beginSession, type SignInMethod } from '#features/account/actions/begin-session.ts'
import { trustBrowser } from '#features/account/queries/browsers.ts'
import { lockCustomer } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { mailNews } from '../mails/letters.ts'
import { countRecoveryCodes, findFactor, spendRecoveryCode, spendStep } from '../queries/factors.ts'
import { countGuess, takePending } from '../queries/pending.ts'
import { openSecret, stepOf } from '../rules/authenticator.ts'
import { readTyped, recoveryHash, type TypedCode } from '../rules/codes.ts'
import { mayGuess } from '../rules/limits.ts'
import { forgetPending, pendingKey } from '../rules/pending.ts'

type Call = typeof contract.secondFactor

/** Milliseconds for which a browser is not asked again, where the customer wants that. */
const trusted = 30 * day

/**
 * Ends the sign-in that waits in this browser. A guess is counted before it is judged, and a code is used up in the
 * transaction that begins the session: neither many guesses at once nor one code twice get further than one.
 */
export async function secondFactor(ctx: Ctx, { code, trust }: Input<Call>): Answer<Call> {
  const refused = (name: 'code_required' | 'wrong_code') =>
    no({ name, fields: { code: ctx.t(`problem.${name}`) } })
  if (code.trim() === '') return refused('code_required')
  const typed = readTyped(code)
  const key = pendingKey(ctx)
  if (key === null) return no({ name: 'sign_in_over' })
  if (typed === null) return refused('wrong_code')
  const pending = await countGuess(ctx.db, key)
  if (pending === null) {
    forgetPending(ctx)
    return no({ name: 'sign_in_over' })
  }
  const { customer, isKept, next } = pending
  if (!(await mayGuess(ctx, customer, key.browser, typed.kind))) return no({ name: 'too_many_tries' })
  const use = await judge(ctx, customer, typed)
  if (use === null) return refused('wrong_code')
  const method = pending.method as SignInMethod
  return ctx.transact(async (tx): Promise<Result<Output<Call>, Problem<Call>>> => {
    // While the code was judged the account may have been closed, or all that waits for it been ended.
    if (!(await lockCustomer(tx, customer)) || !(await takePending(tx, key.tokenHash))) {
      forgetPending(ctx)
      return no({ name: 'sign_in_over' })
    }
    if (!(await use(tx))) return refused('wrong_code')
    const answer = await beginSession(ctx, tx, customer, { method, isKept, next })
    if (trust === 'on') await trustBrowser(tx, customer, key.browser, new Date(ctx.now.getTime() + trusted))
    forgetPending(ctx)
    return ok(answer)
  })
}

/** Uses the code up within the transaction. False when it was used already. */
type Use = (tx: Tx) => Promise<boolean>

/** How a code is used up that is right, as far as can be seen before the transaction; null for a wrong one. */
async function judge(ctx: Ctx, customer: number, { kind, code }: TypedCode): Promise<Use | null> {
  if (kind === 'recovery') return (tx) => spendRecovery(ctx, tx, customer, code)
  const factor = await findFactor(ctx.db, customer)
  if (factor === null || !factor.isConfirmed) return null
  const { secret } = factor
  const step = stepOf(await openSecret(ctx.db, customer, secret), code, ctx.now)
  return step === null ? null : (tx) => spendStep(tx, customer, { secret, step })
}

async function spendRecovery(ctx: Ctx, tx: Tx, customer: number, code: string): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, customer, recoveryHash(customer, code), ctx.now))) return false
  const count = await countRecoveryCodes(tx, customer)
  const event = await addEvent(tx, ctx, customer, null, 'recovery_code_used', { count })
  await mailNews(ctx, tx, customer, 'code_used', event)
  return true
}
