import { cartTopic } from '#features/cart/actions/token.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges, type Change } from '#platform/server/db/queries-changes.ts'
import { endTickets } from '#platform/server/db/queries-live-channel.ts'

const ended = 'ended:'

/**
 * Tells the customer's pages, after the commit, that a session has ended: each asks whether it was its own, and comes
 * back to the live channel with a new ticket. By a row: a message may be lost, and whose session has ended must not
 * hear any more.
 */
export async function tellEnded(tx: Tx, customer: number): Promise<void> {
  const owner = ownerHash(customer)
  await endTickets(tx, owner)
  await announceChanges(tx, [`${ended}${cartTopic(owner)}`], true)
}

/** The live topics of customers of whom a session has ended. Such a change is about no page. */
export function endedTopics({ tags }: Pick<Change, 'tags'>): string[] {
  return tags.filter((tag) => tag.startsWith(ended)).map((tag) => tag.slice(ended.length))
}
