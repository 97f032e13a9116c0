import { no, ok, type Result } from '#domain/result.ts'
import { currentPayment } from '#features/payments/queries/payments.ts'
import type { PaymentReport } from '#domain/payment.ts'
import { findOrderByNumber } from '../queries/read.ts'
import { lockOrderByNumber } from '../queries/lock.ts'
import { isRefundKnown } from '../queries/refund.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { applyPayment, type PayWork } from '../rules/pay.ts'
import { refundOrder } from '../rules/refund.ts'

/* What the shop notes about money that it sees itself. */

export type RecordFault =
  | { code: 'unknown_order' }
  | { code: 'already_paid' }
  | { code: 'not_payable'; status: string }
  /** It is paid by a provider, which says itself whether it is. */
  | { code: 'paid_online'; method: string }

export interface RecordedPayment {
  /** Minor units. */
  amount: number
  currency: string
  /** The order had been given up before: all of it is to be given back, and a refund stands there for it. */
  isLate: boolean
}

/** Notes that a transfer came, or the courier brought the cash. The same again changes nothing. */
export async function recordPayment(
  work: PayWork,
  number: string,
): Promise<Result<RecordedPayment, RecordFault>> {
  const order = await findOrderByNumber(work.db, number)
  if (order === null) return no({ code: 'unknown_order' })
  if (order.payStatus === 'paid') return no({ code: 'already_paid' })
  const payment = await currentPayment(work.db, order.id)
  if (payment === null) return no({ code: 'not_payable', status: order.status })
  const { provider, reference, amount, currency, method } = payment
  if ((provider !== 'manual' && provider !== 'cod') || reference === null)
    return no({ code: 'paid_online', method })
  const eventId = `operator:${payment.id}`
  const report: PaymentReport = { eventId, reference, status: 'captured', amount, currency, failure: null }
  const outcome = await applyPayment(work, provider, report, 'operator')
  if (outcome !== 'applied') return no({ code: 'not_payable', status: order.status })
  return ok({ amount, currency, isLate: order.status === 'cancelled' })
}

export type RefundFault =
  | { code: 'unknown_order' }
  /** `left`: minor units that were captured and not given back. */
  | { code: 'too_much'; left: number }

/** Gives money back. @param key names the operator's wish: asked for again, it says so and gives back nothing more */
export function refundByShop(
  work: OrderWork,
  number: string,
  amount: number,
  reason: string,
  key: string,
): Promise<Result<{ isNew: boolean }, RefundFault>> {
  return work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (order === null) return no({ code: 'unknown_order' })
    const cause = `operator:${key}`
    if (await isRefundKnown(tx, cause)) return ok({ isNew: false })
    const refund = { orderId: order.id, amount, reason, cause, now: work.now }
    const made = await refundOrder(tx, refund)
    if (!made.ok) return no({ code: 'too_much', left: order.captured - order.refunded })
    announceOrder(tx, work, order)
    return ok({ isNew: true })
  })
}
