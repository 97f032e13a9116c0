import type { Ctx } from '#platform/server/context.ts'
import { linkSigner } from '#platform/server/signing.ts'
import type { OrderView } from '../contract.ts'
import { findOwnOrder, type OrderRow } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'
import { viewOrder } from './view.ts'
import { watchKey } from './watch-key.ts'

export interface ShownOrder {
  row: OrderRow
  view: OrderView
  watchKey: string
  /** Who it goes to; the last name is empty where an old order has one name only. */
  person: { firstName: string; lastName: string }
}

/**
 * An order of the visitor's with the key by which its page follows it; null for one of somebody else, as for none.
 */
export async function showOrder(ctx: Ctx, slug: string): Promise<ShownOrder | null> {
  const access = await ctx.who()
  const [row, sign] = await Promise.all([findOwnOrder(ctx.db, tidyNumber(slug), access), linkSigner(ctx.db)])
  if (row === null) return null
  const { firstName, lastName } = row.address
  return {
    row,
    view: await viewOrder(ctx.db, row, ctx),
    watchKey: watchKey(sign, row.id, row.events.length + row.returnEvents, ctx.now),
    person: { firstName, lastName },
  }
}
