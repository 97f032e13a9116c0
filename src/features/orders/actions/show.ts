import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { signLink } from '#platform/server/signing.ts'
import type { OrderView } from '../contract.ts'
import { findOwnOrder } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'
import { viewOrder } from './view.ts'

/** Milliseconds for which an open page may follow its order. */
const watchLife = day

interface ShownOrder {
  view: OrderView
  watchKey: string
  /** Who it goes to; the last name is empty where an old order has one name only. */
  person: { firstName: string; lastName: string }
}

/**
 * An order of the visitor's with the key by which its page follows it; null for one of somebody else, as for none.
 */
export async function showOrder(ctx: Ctx, slug: string): Promise<ShownOrder | null> {
  const row = await findOwnOrder(ctx.db, tidyNumber(slug), await ctx.who())
  if (row === null) return null
  const view = await viewOrder(ctx.db, row, ctx)
  const watchKey = await signLink(ctx.db, 'order.watch', row.id, new Date(ctx.now.getTime() + watchLife))
  const { firstName, lastName } = row.address
  return { view, watchKey, person: { firstName, lastName } }
}
