import { ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { readStatistics } from '../queries/statistics.ts'

/**
 * What the customer has bought, owes, and has as store credit. Amounts are of orders in the visitor's currency alone:
 * another currency's, at today's rate, would be an amount that nobody ever paid. Orders of all currencies are counted.
 */
export async function statistics(
  ctx: Ctx,
  _: Input<typeof contract.statistics>,
): Answer<typeof contract.statistics> {
  const { customer, id } = (await ctx.who()).session!
  const { lastSignIn, ...sums } = await readStatistics(ctx.db, customer, id, ctx.currency)
  return ok({ currency: ctx.currency, ...sums, lastSignIn: lastSignIn?.toISOString() ?? null })
}
