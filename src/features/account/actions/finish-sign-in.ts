import { no, ok, type Result } from '#domain/result.ts'
import { holdsBack } from '#features/second-factor/rules/gate.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Output } from '#wire/endpoint.ts'
import type { Named } from '#wire/problems.ts'
import type * as contract from '../contract/auth.ts'
import { beginSession, type Beginning } from './begin-session.ts'

/**
 * Where every way of signing in ends, after the customer has proven who it is: begins the session, or asks for the
 * second factor. Only signing up begins one by itself, for an account that has no second factor yet.
 */
export function finishSignIn(
  ctx: Ctx,
  customer: number,
  beginning: Beginning,
): Answer<typeof contract.signIn> {
  return ctx.transact((tx) => finishWithin(ctx, tx, customer, beginning))
}

/** The same within a transaction of the caller, whose work stays although the answer is a refusal. */
export async function finishWithin(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  beginning: Beginning,
): Promise<Result<Output<typeof contract.signIn>, Named<'second_factor_wanted'>>> {
  if (!(await holdsBack(ctx, tx, customer, beginning)))
    return ok(await beginSession(ctx, tx, customer, beginning))
  tx.keepAnyway()
  return no({ name: 'second_factor_wanted' })
}
