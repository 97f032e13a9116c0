import type { Ctx } from '#platform/server/context.ts'
import { countToPay } from '../queries/own-list.ts'

const counted = new WeakMap<Ctx, Promise<number>>()

/**
 * How many orders of the visitor's wait for money. Counted once for a request: the menu of the account area shows it
 * beside whatever page, and the list of orders does so itself.
 */
export function ordersToPay(ctx: Ctx, customer: number): Promise<number> {
  const known = counted.get(ctx)
  if (known !== undefined) return known
  const count = countToPay(ctx.db, customer)
  counted.set(ctx, count)
  return count
}
