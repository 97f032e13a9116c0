import { ordersToPay } from '#features/orders/rules/to-pay.ts'
import type { Ctx } from '#platform/server/context.ts'

/* Numbers beside the entries of the account area's menu: every page of it shows them, whatever it loads itself. */

export interface AreaCounts {
  /** Orders that wait for the customer's money. */
  unpaid: number
}

const counted = new WeakMap<Ctx, AreaCounts>()

/** Counts what the menu shows, while the page loads; nothing for a guest. */
export async function countForArea(ctx: Ctx): Promise<void> {
  const { customer } = await ctx.who()
  if (customer !== null) counted.set(ctx, { unpaid: await ordersToPay(ctx, customer) })
}

/** What was counted for this request; null where nothing was. */
export function areaCounts(ctx: Ctx): AreaCounts | null {
  return counted.get(ctx) ?? null
}
