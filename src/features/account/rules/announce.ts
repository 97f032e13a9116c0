import { cartTopic } from '#features/cart/actions/token.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { endTickets } from '#platform/server/db/queries-live-channel.ts'

/**
 * Tells the customer's pages, after the commit, that a session has ended: each asks whether it was its own, and comes
 * back to the live channel with a new ticket.
 */
export async function tellEnded({ live }: Pick<Ctx, 'live'>, tx: Tx, customer: number): Promise<void> {
  const owner = ownerHash(customer)
  await endTickets(tx, owner)
  tx.afterCommit(() => live.tell(cartTopic(owner), { type: 'session.ended' }))
}
