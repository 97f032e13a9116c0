import { mayCancel, orderMachine, type OrderFacts } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { currentPayment } from '#features/payments/queries/payments.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOrderByNumber, moveOrder, type LockedOrder } from '../queries/lock.ts'
import { holdUntil } from '../queries/pay.ts'
import { isBeingPaid } from '../queries/payments-open.ts'
import { isReturned, parcelIds, removeShipment, setDelivery } from '../queries/ship.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { cancelPaid, cancelPaidByShop } from '../rules/cancel-paid.ts'
import { releaseOrder } from '../rules/release.ts'

/* The shop's decisions about cancelling. Each is a transition of the order's machine, as the shopper's own are. */

export type DecideFault =
  | Named<'unknown_order' | 'payment_deciding'>
  | (Named<'not_now'> & { status: string })

export type CancelFault =
  | DecideFault
  /** `captured`: minor units that came and have not been given back. */
  | { name: 'paid'; captured: number }
  | { name: 'already_sent' }
  /** Nothing of it came back: no parcel has left, or units of it are in a return. */
  | { name: 'nothing_came_back' }
  /** The shopper has asked for it: that is to be granted or refused. */
  | { name: 'asked_for' }

type Decided<Fault = DecideFault> = Result<{ status: string }, Fault>

export type ConfirmFault =
  | DecideFault
  | { name: 'already_paid' }
  /** Something of it has been sent, so its units are not given up anyway. */
  | { name: 'already_sent' }
  /** `method`: how the order is paid instead. */
  | { name: 'not_on_delivery'; method: string }

/** What becomes of the units of an order that is cancelled after they were sold. */
export interface UnitsBack {
  restock: boolean
  /** Nothing was paid, and its parcels, which had left, are at the shop again. */
  cameBack?: boolean
}

/**
 * Cancels an order of which nothing has left, or of which all came back unpaid, with a reason that the shopper is sent.
 * @param refund for a paid order: its money goes back, and its units too if `restock`; null: only if it is unpaid
 */
export function cancelByShop(
  work: OrderWork,
  number: string,
  reason: string,
  refund: UnitsBack | null = null,
): Promise<Decided<CancelFault>> {
  return decide<CancelFault>(work, number, async (tx, order) => {
    const fault = cancelFault(order, refund)
    if (fault !== null) return no(fault)
    if (refund?.cameBack === true) return cancelCameBack(tx, work, order, reason, refund)
    if (order.payStatus === 'unpaid' || refund === null) return cancelUnpaid(tx, work, order, reason)
    const books = { reason: reason === '' ? 'cancellation' : reason, cause: `cancel:${order.id}` }
    const { restock } = refund
    const done = await cancelPaidByShop(tx, work, order, { reason, refund: books, restock })
    return done.ok ? ok({ status: 'cancelled' }) : notNow(order)
  })
}

/** Why the shop cannot cancel an order in this way; null if it can, as far as its row says. */
export function cancelFault(
  order: OrderFacts & Pick<LockedOrder, 'captured' | 'refunded'>,
  refund: UnitsBack | null,
): CancelFault | null {
  const { status, payStatus, deliveryStatus, captured, refunded } = order
  if (status === 'pending_cancellation') return { name: 'asked_for' }
  if (status !== 'in_progress') return { name: 'not_now', status }
  if (refund?.cameBack === true && deliveryStatus === 'unshipped') return { name: 'nothing_came_back' }
  const isBack = refund?.cameBack === true && payStatus === 'unpaid' && captured === refunded
  if (deliveryStatus !== 'unshipped') return isBack ? null : { name: 'already_sent' }
  return payStatus === 'paid' && refund === null ? { name: 'paid', captured: captured - refunded } : null
}

async function cancelUnpaid(
  tx: Tx,
  work: OrderWork,
  order: LockedOrder,
  reason: string,
  came: { units: 'to_stock' | 'written_off' } | null = null,
): Promise<Decided<DecideFault>> {
  const to = next(orderMachine, order.status, 'cancel')
  if (!to.ok || !mayCancel(order)) return notNow(order)
  if (await isBeingPaid(tx, order.id)) return no({ name: 'payment_deciding' })
  const change = { to: to.value, at: work.now, cancelReason: reason }
  if (!(await moveOrder(tx, order.id, order.status, change))) return notNow(order)
  const data = { ...(reason === '' ? {} : { reason }), ...(came === null ? {} : { cameBack: true }) }
  await addOrderEvent(tx, { orderId: order.id, kind: 'cancelled', actor: 'operator', data, at: work.now })
  await releaseOrder(tx, order, work.now, came?.units)
  return ok({ status: to.value })
}

/** Its parcels are taken out of it first: what is at the shop again was not delivered. Their events stay. */
async function cancelCameBack(
  tx: Tx,
  work: OrderWork,
  order: LockedOrder,
  reason: string,
  { restock }: UnitsBack,
): Promise<Decided<CancelFault>> {
  for (const parcel of await parcelIds(tx, order.id)) {
    if (await isReturned(tx, parcel)) return no({ name: 'nothing_came_back' })
    await removeShipment(tx, parcel)
  }
  await setDelivery(tx, order.id, 'unshipped')
  const units = restock ? 'to_stock' : 'written_off'
  return cancelUnpaid(tx, work, { ...order, deliveryStatus: 'unshipped' }, reason, { units })
}

/**
 * Keeps the units of an order that is paid to the courier until its parcel leaves or it is cancelled. Any other order
 * waits for a payment, and its units have to come back when none comes. Repeating it changes nothing.
 */
export function confirmUnpaid(work: OrderWork, number: string): Promise<Decided<ConfirmFault>> {
  return decide<ConfirmFault>(work, number, async (tx, order) => {
    if (order.status !== 'in_progress') return notNow(order)
    if (order.payStatus === 'paid') return no({ name: 'already_paid' })
    if (order.deliveryStatus !== 'unshipped') return no({ name: 'already_sent' })
    const payment = await currentPayment(tx, order.id)
    if (payment?.provider !== 'cod') return no({ name: 'not_on_delivery', method: order.paymentMethod })
    if (order.holdUntil !== null) {
      await holdUntil(tx, order.id, null)
      await addOrderEvent(tx, { orderId: order.id, kind: 'confirmed', actor: 'operator', at: work.now })
    }
    return ok({ status: order.status })
  })
}

/** Grants a requested cancellation; the refund starts with it. */
export function approveCancellation(work: OrderWork, number: string): Promise<Decided> {
  return decide<DecideFault>(work, number, async (tx, order) => {
    const done = await cancelPaid(tx, work, order, 'operator')
    return done.ok ? ok({ status: 'cancelled' }) : notNow(order)
  })
}

/** Refuses it, with a reason that the shopper is sent. */
export function refuseCancellation(work: OrderWork, number: string, reason: string): Promise<Decided> {
  return decide<DecideFault>(work, number, async (tx, order) => {
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

function decide<Fault>(
  work: OrderWork,
  number: string,
  change: (tx: Tx, order: LockedOrder) => Promise<Decided<Fault>>,
): Promise<Decided<Fault | Named<'unknown_order'>>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const decided = await change(tx, order)
    if (decided.ok) announceOrder(tx, work, order)
    return decided
  })
}

function notNow({ status }: LockedOrder): Decided<Named<'not_now'> & { status: string }> {
  return no({ name: 'not_now', status })
}
