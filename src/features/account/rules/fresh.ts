import { no, ok, type Result } from '#domain/result.ts'
import { hasFactor } from '#features/second-factor/queries/factors.ts'
import type { Ctx, Session } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { linksFor } from '#wire/links.ts'

/**
 * The session, if its customer has proven who it is within the last ten minutes. What changes how somebody signs in,
 * or who it is, begins with this: an open browser that was left alone is not enough. For calls that need a customer.
 */
export async function askFresh(ctx: Ctx): Promise<Result<Session, { name: 'proof_required' }>> {
  const session = (await ctx.who()).session!
  return session.isFresh ? ok(session) : no({ name: 'proof_required' })
}

/**
 * Where a page of such changes sends who has to prove it first; null for all others.
 * @param path own path to come back to
 */
export async function freshOrConfirm(
  ctx: Ctx,
  path: string,
): Promise<{ kind: 'redirect'; to: string; status: 303 } | null> {
  const { session } = await ctx.who()
  if (session === null || session.isFresh) return null
  return { kind: 'redirect', to: linksFor(ctx.shop.router, ctx.langPath).confirm(path), status: 303 }
}

/** Whether an account has a second factor: nothing is added to it by a sign-in that may have given one proof alone. */
export function asksForTwo(tx: Tx, customer: number): Promise<boolean> {
  return hasFactor(tx, customer)
}
