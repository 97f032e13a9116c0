import type { Ctx } from '#platform/server/context.ts'
import { oncePerRequest } from '#platform/server/pages/once-per-request.ts'
import { countToPay } from '../queries/own-list.ts'

/**
 * How many orders of the visitor's wait for money. Counted once for a request: the menu of the account area shows it
 * beside whatever page, and the list of orders does so itself.
 */
export function ordersToPay(ctx: Ctx, customer: number): Promise<number> {
  return oncePerRequest(ctx, 'orders to pay', () => countToPay(ctx.db, customer))
}
