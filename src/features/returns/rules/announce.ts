import { orderTopic, type OrderWork } from '#features/orders/rules/announce.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { ReturnRow } from '../queries/read.ts'

/** The parts of a context that changing a return needs: a request has them, and so have jobs and commands. */
export type ReturnWork = OrderWork

/** Tells the open pages of a return's order, after the commit, that the return has changed. */
export function announceReturn(
  tx: Tx,
  { live }: Pick<ReturnWork, 'live'>,
  { number, orderId, order }: Pick<ReturnRow, 'number' | 'orderId' | 'order'>,
): void {
  tx.afterCommit(() => live.tell(orderTopic(orderId), { type: 'return.changed', return: number, order }))
}
