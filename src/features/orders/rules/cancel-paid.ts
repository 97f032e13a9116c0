import { orderMachine } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { OrderActor } from '../events.ts'
import { addOrderEvent } from '../queries/events.ts'
import { moveOrder, type LockedOrder } from '../queries/lock.ts'
import type { OrderWork } from './announce.ts'
import { refundOrder } from './refund.ts'
import { releaseOrder } from './release.ts'

/** Grants a cancellation: everything is released, and the refund of what was captured starts. The order is locked. */
export async function cancelPaid(
  tx: Tx,
  { now }: Pick<OrderWork, 'now'>,
  order: LockedOrder,
  actor: OrderActor,
): Promise<Result<null, { name: 'not_now' }>> {
  const to = next(orderMachine, order.status, 'approve_cancellation')
  if (!to.ok) return to
  if (!(await moveOrder(tx, order.id, order.status, { to: to.value, at: now })))
    return no({ name: 'not_now' })
  const amount = order.captured - order.refunded
  await addOrderEvent(tx, {
    orderId: order.id,
    kind: 'cancellation_approved',
    actor,
    data: { amount },
    at: now,
  })
  await releaseOrder(tx, order, now)
  if (amount > 0) {
    const refund = { orderId: order.id, amount, reason: 'cancellation', cause: `cancel:${order.id}`, now }
    const refunded = await refundOrder(tx, refund)
    if (!refunded.ok) throw new Error(`order ${order.number} cannot be refunded what it captured`)
  }
  return ok(null)
}
