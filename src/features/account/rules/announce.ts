import { cartTopic } from '#features/cart/actions/token.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** Tells the customer's pages, after the commit, that a session has ended: each asks whether it was its own. */
export function tellEnded({ live }: Pick<Ctx, 'live'>, tx: Tx, customer: number): void {
  tx.afterCommit(() => live.tell(cartTopic(ownerHash(customer)), { type: 'session.ended' }))
}
