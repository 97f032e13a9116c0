import { no, ok, type Result } from '#domain/result.ts'
import { currentPayment } from '#features/payments/queries/payments.ts'
import type { PaymentReport } from '#domain/payment.ts'
import type { Named } from '#wire/problems.ts'
import { findOrderByNumber } from '../queries/read.ts'
import { lockOrderByNumber } from '../queries/lock.ts'
import { refundOf } from '../queries/refund.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { applyPayment, type PayWork } from '../rules/pay.ts'
import { refundOrder } from '../rules/refund.ts'

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
  if (order.payStatus === 'paid') return no({ name: 'already_paid' })
  const payment = await currentPayment(work.db, order.id)
  if (payment === null) return no({ name: 'not_payable', status: order.status })
  const { provider, reference, amount, currency, method } = payment
  if ((provider !== 'manual' && provider !== 'cod') || reference === null)
    return no({ name: 'paid_online', method })
  const eventId = `operator:${payment.id}`
  const report: PaymentReport = { eventId, reference, status: 'captured', amount, currency, failure: null }
  const outcome = await applyPayment(work, provider, report, 'operator')
  if (outcome !== 'applied') return no({ name: 'not_payable', status: order.status })
  return ok({ amount, currency, isLate: order.status === 'cancelled' })
}

export type RefundFault =
  | Named<'unknown_order'>
  /** `left`: minor units that were captured and not refunded. */
  | { name: 'too_much'; left: number }
  /** Another refund has this key. `amount`: of that one, in minor units; `isOfOrder`: it is of the same order. */
  | { name: 'key_taken'; amount: number; isOfOrder: boolean }

/**
 * Starts a refund. @param key the operator's idempotency key: repeated, it answers the same and refunds nothing more
 */
export function refundByShop(
  work: OrderWork,
  number: string,
  amount: number,
  reason: string,
  key: string,
): Promise<Result<{ isNew: boolean }, RefundFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ name: 'unknown_order' })
    const cause = `operator:${key}`
    const known = await refundOf(tx, cause)
    if (known !== null)
      return known.orderId === order.id && known.amount === amount
        ? ok({ isNew: false })
        : no({ name: 'key_taken', amount: known.amount, isOfOrder: known.orderId === order.id })
    const refund = { orderId: order.id, amount, reason, cause, now: work.now }
    const made = await refundOrder(tx, refund)
    if (!made.ok) return no({ ...made.problem, left: order.captured - order.refunded })
    announceOrder(tx, work, order)
    return ok({ isNew: true })
  })
}
