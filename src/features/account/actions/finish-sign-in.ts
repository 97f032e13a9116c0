import { no, ok, type Result } from '#domain/result.ts'
import { passGate } from '#features/second-factor/rules/gate.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Output } from '#wire/endpoint.ts'
import type { Named } from '#wire/problems.ts'
import type * as contract from '../contract/auth.ts'
import { beginSession, type Beginning } from './begin-session.ts'

/**
 * Where every way of signing in ends, after the customer has proven who it is: begins the session, or asks for the
 * second factor; then the transaction's work stays although the answer is a refusal. Only signing up begins a session
 * by itself, for an account that has no second factor yet.
 * @param customer locked before the proof was used up, or looked at for the last time: a proof that came before a new
 *   password, or before the account was closed, signs nobody in
 */
export async function finishSignIn(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  beginning: Beginning,
): Promise<Result<Output<typeof contract.signIn>, Named<'second_factor_wanted'>>> {
  const gate = await passGate(ctx, tx, customer, beginning)
  if (gate !== 'waits')
    return ok(await beginSession(ctx, tx, customer, { ...beginning, lacksFactor: gate === 'trusted' }))
  tx.keepAnyway()
  return no({ name: 'second_factor_wanted' })
}
