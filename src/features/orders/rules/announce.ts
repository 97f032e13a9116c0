import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** The parts of a context that changing an order needs: a request has them, and so have jobs and commands. */
export type OrderWork = Pick<Ctx, 'db' | 'transact' | 'now' | 'live' | 'shop'>

/** The live topics that the order's pages follow. */
export function orderTopic(orderId: number): string {
  return `order:${orderId}`
}

/** The live topic that the list of a customer's orders follows. */
export function ordersTopic(customer: number): string {
  return `orders:${customer}`
}

/** Tells the open pages of the order, and its customer's list, after the commit, that it has changed. */
export function announceOrder(
  tx: Tx,
  { live }: Pick<OrderWork, 'live'>,
  { id, number, customerId }: { id: number; number: string; customerId: number | null },
): void {
  tx.afterCommit(() => {
    live.tell(orderTopic(id), { type: 'order.changed', order: number })
    if (customerId !== null) live.tell(ordersTopic(customerId), { type: 'order.changed', order: number })
  })
}
