import { mayCancel, orderMachine } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOrderByNumber, moveOrder, type LockedOrder } from '../queries/lock.ts'
import { holdUntil } from '../queries/pay.ts'
import { isBeingPaid } from '../queries/payments-open.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { cancelPaid } from '../rules/cancel-paid.ts'
import { releaseOrder } from '../rules/release.ts'

/* The shop's decisions about cancelling. Each is a transition of the order's machine, as the shopper's own are. */

export type DecideFault =
  | Named<'unknown_order' | 'payment_deciding'>
  | (Named<'not_now'> & { status: string })

type Decided = Result<{ status: string }, DecideFault>

/** Cancels an unpaid order, with a reason that the shopper is sent. */
export function cancelUnpaid(work: OrderWork, number: string, reason: string): Promise<Decided> {
  return decide(work, number, async (tx, order) => {
    const to = next(orderMachine, order.status, 'cancel')
    if (!to.ok || !mayCancel(order)) return notNow(order)
    if (await isBeingPaid(tx, order.id)) return no({ name: 'payment_deciding' })
    const change = { to: to.value, at: work.now, cancelReason: reason }
    if (!(await moveOrder(tx, order.id, order.status, change))) return notNow(order)
    const data = reason === '' ? {} : { reason }
    await addOrderEvent(tx, { orderId: order.id, kind: 'cancelled', actor: 'operator', data, at: work.now })
    await releaseOrder(tx, order, work.now)
    return ok({ status: to.value })
  })
}

/** Keeps the units of an unpaid order for as long as it takes: it will be paid to the courier. */
export function confirmUnpaid(work: OrderWork, number: string): Promise<Decided> {
  return decide(work, number, async (tx, order) => {
    if (!mayCancel(order)) return notNow(order)
    await holdUntil(tx, order.id, null)
    return ok({ status: order.status })
  })
}

/** Grants a requested cancellation; the refund starts with it. */
export function approveCancellation(work: OrderWork, number: string): Promise<Decided> {
  return decide(work, number, async (tx, order) => {
    const done = await cancelPaid(tx, work, order, 'operator')
    return done.ok ? ok({ status: 'cancelled' }) : notNow(order)
  })
}

/** Refuses it, with a reason that the shopper is sent. */
export function refuseCancellation(work: OrderWork, number: string, reason: string): Promise<Decided> {
  return decide(work, number, async (tx, order) => {
    const to = next(orderMachine, order.status, 'refuse_cancellation')
    if (!to.ok || !(await moveOrder(tx, order.id, order.status, { to: to.value, at: work.now })))
      return notNow(order)
    await addOrderEvent(tx, {
      orderId: order.id,
      kind: 'cancellation_refused',
      actor: 'operator',
      data: { reason },
      at: work.now,
    })
    return ok({ status: to.value })
  })
}

function decide(
  work: OrderWork,
  number: string,
  change: (tx: Tx, order: LockedOrder) => Promise<Decided>,
): Promise<Decided> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const decided = await change(tx, order)
    if (decided.ok) announceOrder(tx, work, order)
    return decided
  })
}

function notNow({ status }: LockedOrder): Decided {
  return no({ name: 'not_now', status })
}
