import { no, ok, type Result } from '#domain/result.ts'
import { currentPayment } from '#features/payments/queries/payments.ts'
import type { PaymentReport } from '#domain/payment.ts'
import { mayRequestCancellation, waitsForDifference, type OrderFacts } from '#domain/order.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import { findOrderByNumber } from '../queries/read.ts'
import { lockOrderByNumber, type LockedOrder } from '../queries/lock.ts'
import { refundOf, refundSender, takeRefund } from '../queries/refund.ts'
import { leftToGive, type LeftToGive } from '../queries/returned.ts'
import { endSending } from '../queries/ship.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { applyPayment, type PayWork } from '../rules/pay.ts'
import { cancelPaidByShop } from '../rules/cancel-paid.ts'
import { takeEarnedBack } from '../rules/earn.ts'
import { confirmRefund, refundOrder, type RefundWork } from '../rules/refund.ts'

/* Payments and refunds that the operator records. */

export type RecordFault =
  | Named<'unknown_order'>
  | { name: 'already_paid' }
  | { name: 'not_payable'; status: string }
  /** A provider processes it, and reports it itself. */
  | { name: 'paid_online'; method: string }

export interface RecordedPayment {
  /** Minor units. */
  amount: number
  currency: string
  /** The order was cancelled before: everything is to be refunded, and a refund is waiting. */
  isLate: boolean
}

/** Records that a transfer came, or that the courier brought the cash. Repeating it changes nothing. */
export async function recordPayment(
  work: PayWork,
  number: string,
): Promise<Result<RecordedPayment, RecordFault>> {
  const order = await findOrderByNumber(work.db, number)
  if (order === null) return no({ name: 'unknown_order' })
  // Of a cancelled order, the difference that it waited for may still come: late, as any other payment.
  if (order.payStatus === 'paid' && order.due === 0) return no({ name: 'already_paid' })
  const payment = await currentPayment(work.db, order.id)
  if (payment === null) return no({ name: 'not_payable', status: order.status })
  const { provider, reference, amount, currency, method } = payment
  if ((provider !== 'manual' && provider !== 'cod') || reference === null)
    return no({ name: 'paid_online', method })
  const eventId = `operator:${payment.id}`
  const report: PaymentReport = { eventId, reference, status: 'captured', amount, currency, failure: null }
  const outcome = await applyPayment(work, provider, report, 'operator')
  if (outcome !== 'applied') return no({ name: 'not_payable', status: order.status })
  // Decided under the order's lock: it may have been cancelled after it was read above.
  const { events } = (await findOrderByNumber(work.db, number))!
  const isLate = events.some(({ kind, data }) => kind === 'paid_late' && data['payment'] === payment.id)
  return ok({ amount, currency, isLate })
}

export type RefundFault =
  | Named<'unknown_order'>
  /** `left`: minor units that can still be given back. */
  | ({ name: 'too_much' } & LeftToGive)
  /** Another refund has this key. `amount`: of that one, in minor units; `isOfOrder`: it is of the same order. */
  | { name: 'key_taken'; amount: number; isOfOrder: boolean }
  /** All money would be back, and units have not left: whether the order ends with it is for the operator to say. */
  | { name: 'choice_needed'; mayEnd: boolean }
  /** It became dearer after it was paid, and waits for so many minor units: its money goes back with it alone. */
  | (Named<'difference_due'> & { due: number })
  /** It ends only with all of its money. `left`: what would have to go back. */
  | { name: 'not_whole'; left: number }
  /** Cancelled, completed, asked to be cancelled, or something has left. */
  | { name: 'cannot_end'; status: string; deliveryStatus: string }

export interface RefundByShop {
  /** Minor units; null for all that is left. */
  amount: number | null
  /** For the books. */
  reason: string
  /** The operator's idempotency key: repeated, it answers the same and refunds nothing more. */
  key: string
  /** What becomes of an order whose money is all back. An order that stays is not sent any more all the same. */
  choice: { kind: 'end'; restock: boolean } | { kind: 'keep' } | null
}

/** Starts a refund, and ends the order with it where that is asked for. */
export function refundByShop(
  work: OrderWork,
  number: string,
  { amount: given, reason, key, choice }: RefundByShop,
): Promise<Result<{ isNew: boolean; amount: number; status: string }, RefundFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const cause = `operator:${key}`
    const known = await refundOf(tx, cause)
    if (known !== null)
      return known.orderId === order.id && known.amount === (given ?? known.amount)
        ? ok({ isNew: false, amount: known.amount, status: order.status })
        : no({ name: 'key_taken', amount: known.amount, isOfOrder: known.orderId === order.id })
    // What came back as store credit or as other goods, or is promised, is not given back once more as money.
    const most = await leftToGive(tx, order.id)
    const amount = given ?? most.left
    const fault = choiceFault(order, amount, most, choice)
    if (fault !== null) return no(fault)
    const refund = { reason, cause }
    const made =
      choice?.kind === 'end'
        ? await cancelPaidByShop(tx, work, order, { reason: '', refund, restock: choice.restock })
        : await refundOrder(tx, { orderId: order.id, amount, ...refund, now: work.now })
    if (!made.ok) throw new Error(`order ${order.number} cannot give back ${amount}`)
    if (choice?.kind === 'keep' && amount === most.left) await endSending(tx, order.id)
    await takeEarnedBack(tx, work, order, cause)
    announceOrder(tx, work, order)
    return ok({ isNew: true, amount, status: choice?.kind === 'end' ? 'cancelled' : order.status })
  })
}

/**
 * Notes a refund that a person made; false if none of this number waits.
 * @param reference the bank's; empty for none
 */
export async function recordRefund(
  work: RefundWork,
  id: number,
  reference: string,
): Promise<Result<boolean, { name: 'sent_by'; provider: string }>> {
  // What is noted as made is not sent any more: the money would never go back. What is being sent would go back twice.
  if (await takeRefund(work.db, id)) return ok(await confirmRefund(work, id, reference))
  const provider = await refundSender(work.db, id)
  return provider === null ? ok(false) : no({ name: 'sent_by', provider })
}

/** What of an order can still be given back, before it is locked. */
export function leftOfOrder(db: Db, { id }: { id: number }): Promise<LeftToGive> {
  return leftToGive(db, id)
}

/** Why so much of an order cannot be given back in this way; null if it can. */
export function choiceFault(
  order: OrderFacts & Pick<LockedOrder, 'captured' | 'refunded' | 'credit' | 'given' | 'due'>,
  amount: number,
  most: LeftToGive,
  choice: RefundByShop['choice'],
): RefundFault | null {
  const { status, deliveryStatus } = order
  const left = order.captured - order.refunded
  if (waitsForDifference(order) && choice?.kind !== 'end') return { name: 'difference_due', due: order.due }
  if (amount <= 0 || amount > most.left) return { name: 'too_much', ...most }
  // What went back as store credit or as other goods, or is promised by a return, is not left to be given.
  const isWhole = amount === most.left
  const mayEnd = mayRequestCancellation(order)
  if (choice?.kind === 'end') {
    if (amount !== left) return { name: 'not_whole', left }
    return mayEnd ? null : { name: 'cannot_end', status, deliveryStatus }
  }
  const isOver = status === 'completed' || status === 'cancelled'
  const hasLeft = deliveryStatus === 'shipped' || deliveryStatus === 'delivered'
  return isWhole && choice === null && !isOver && !hasLeft ? { name: 'choice_needed', mayEnd } : null
}
