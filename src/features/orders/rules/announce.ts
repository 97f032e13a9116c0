import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** What changes an order is given: a request's context, or what a job or a command has in its place. */
export type OrderWork = Pick<Ctx, 'db' | 'transact' | 'now' | 'live' | 'shop'>

/** What the pages that show an order follow on the live channel. */
export function orderTopic(orderId: number): string {
  return `order:${orderId}`
}

/** Tells the pages that show an order, after the commit, that it stands otherwise now. */
export function announceOrder(
  tx: Tx,
  { live }: Pick<OrderWork, 'live'>,
  { id, number }: { id: number; number: string },
): void {
  tx.afterCommit(() => live.tell(orderTopic(id), { type: 'order.changed', order: number }))
}
