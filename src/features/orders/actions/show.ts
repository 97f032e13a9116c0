import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from '../contract.ts'
import { countEvents } from '../queries/events.ts'
import { findOwnOrder } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'
import { viewOrder } from './view.ts'
import { watchKey } from './watch-key.ts'

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
  const number = tidyNumber(slug)
  const [access, known] = await Promise.all([ctx.who(), countEvents(ctx.db, number)])
  const row = known && (await findOwnOrder(ctx.db, number, access))
  if (row === null) return null
  const [view, key] = await Promise.all([viewOrder(ctx.db, row, ctx), watchKey(ctx, row.id, known!.events)])
  const { firstName, lastName } = row.address
  return { view, watchKey: key, person: { firstName, lastName } }
}
