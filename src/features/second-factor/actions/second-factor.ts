import { day } from '#domain/time.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { beginSession, type SignInMethod } from '#features/account/actions/begin-session.ts'
import { trustBrowser } from '#features/account/queries/browsers.ts'
import { lockCustomer } from '#features/account/queries/customers.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { countGuess, takePending } from '../queries/pending.ts'
import { readTyped } from '../rules/codes.ts'
import { judgeFactor } from '../rules/judge.ts'
import { tooManyTries } from '#features/account/rules/limits.ts'
import { refuseGuess } from '../rules/limits.ts'
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
  const limit = await refuseGuess(ctx, customer, key.browser, typed.kind)
  if (limit !== null) return no(tooManyTries(ctx, 'code', limit))
  const use = await judgeFactor(ctx, customer, typed, null)
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
