import { orderMachine, type OrderEvent } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { OrderActor, OrderEventKind } from '../events.ts'
import { addOrderEvent } from '../queries/events.ts'
import { moveOrder, type LockedOrder } from '../queries/lock.ts'
import type { OrderWork } from './announce.ts'
import { refundOrder } from './refund.ts'
import { releaseOrder } from './release.ts'

type Cancelled = Result<{ amount: number }, { name: 'not_now' }>

/**
 * Grants a cancellation: everything is released, and the refund of what was captured starts. The order is locked.
 * @param actor a customer grants it by the right to withdraw
 */
export function cancelPaid(
  tx: Tx,
  { now }: Pick<OrderWork, 'now'>,
  order: LockedOrder,
  actor: OrderActor,
): Promise<Cancelled> {
  const refund = { reason: 'cancellation', cause: `cancel:${order.id}` }
  // The shop counted them when it gave the money back: they would come back twice.
  const units = order.sendingEnded ? 'written_off' : 'to_stock'
  return end(tx, order, {
    event: 'approve_cancellation',
    kind: 'cancellation_approved',
    actor,
    refund,
    units,
    now,
  })
}

interface ShopCancellation {
  /** What the shopper is told; empty for nothing. */
  reason: string
  /** For the books, and the name under which the refund is made once. */
  refund: { reason: string; cause: string }
  /** Units that were sold come back on the shelf; otherwise they are gone: broken, lost, or never there. */
  restock: boolean
}

/** Cancels a paid order of which nothing has left, without the shopper's wish. The order is locked. */
export function cancelPaidByShop(
  tx: Tx,
  { now }: Pick<OrderWork, 'now'>,
  order: LockedOrder,
  { reason, refund, restock }: ShopCancellation,
): Promise<Cancelled> {
  const units = restock ? 'to_stock' : 'written_off'
  return end(tx, order, {
    event: 'cancel_paid',
    kind: 'cancelled_paid',
    actor: 'operator',
    reason,
    refund,
    units,
    now,
  })
}

interface End {
  event: OrderEvent
  kind: OrderEventKind
  actor: OrderActor
  reason?: string
  refund: { reason: string; cause: string }
  units: 'to_stock' | 'written_off'
  now: Date
}

async function end(
  tx: Tx,
  order: LockedOrder,
  { event, kind, actor, reason = '', refund, units, now }: End,
): Promise<Cancelled> {
  const to = next(orderMachine, order.status, event)
  if (!to.ok) return to
  const change = { to: to.value, at: now, ...(reason === '' ? {} : { cancelReason: reason }) }
  if (!(await moveOrder(tx, order.id, order.status, change))) return no({ name: 'not_now' })
  const amount = order.captured - order.refunded
  const isWithdrawal = kind === 'cancellation_approved' && actor === 'customer'
  const data = { amount, ...(reason === '' ? {} : { reason }), ...(isWithdrawal ? { isWithdrawal } : {}) }
  await addOrderEvent(tx, { orderId: order.id, kind, actor, data, at: now })
  await releaseOrder(tx, order, now, units)
  if (amount > 0) {
    const refunded = await refundOrder(tx, { orderId: order.id, amount, ...refund, now })
    if (!refunded.ok) throw new Error(`order ${order.number} cannot be refunded what it captured`)
  }
  return ok({ amount })
}
