import { next } from '#domain/machine.ts'
import { payStatus, type PayStatus } from '#domain/order.ts'
import { checkReport, eventOfReport, paymentMachine, type PaymentReport } from '#domain/payment.ts'
import { minute, second } from '#domain/time.ts'
import {
  keepEvent,
  movePayment,
  paymentByReference,
  type EventOutcome,
  type EventSource,
  type PaymentRow,
} from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { addOrderEvent } from '../queries/events.ts'
import {
  addCaptured,
  holdUntil,
  lockPayable,
  sellStock,
  touchOrder,
  type PayableOrder,
} from '../queries/pay.ts'
import { announceOrder } from './announce.ts'
import { refundPayment } from './refund.ts'

/** The parts of a context that `applyPayment` needs: a request has them, and so has a job. */
export type PayWork = Pick<Ctx, 'db' | 'transact' | 'now' | 'live' | 'log'>

/** Milliseconds for which the units are still held after a payment failed. */
const grace = 15 * minute
/** Milliseconds until a provider that is deciding is polled. */
const firstCheck = 30 * second

/**
 * Acts on a provider's report of a payment. Nothing else does: webhooks, returning shoppers, the polling job and the
 * operator all come here. The same event changes nothing when it is reported again, by any of them. An event that
 * does not fit the payment's amount or currency is recorded and changes nothing. Late and double captures are
 * refunded, and so is what an edited order does not cost any more, or is not asked for.
 */
export function applyPayment(
  work: PayWork,
  provider: string,
  report: PaymentReport,
  source: EventSource,
): Promise<EventOutcome> {
  return work.transact(async (tx) => {
    const { reference, eventId, status: kind, amount, currency } = report
    const keep = (paymentId: number | null, outcome: EventOutcome): Promise<boolean> =>
      keepEvent(tx, { provider, eventId, paymentId, source, kind, amount, currency, outcome, now: work.now })

    const found = await paymentByReference(tx, provider, reference)
    if (found === null) {
      await keep(null, 'unknown')
      work.log.warn({ provider, reference, eventId }, 'a provider told of a payment that is not known')
      return 'unknown'
    }
    const order = await lockPayable(tx, found.orderId)
    // The order's lock keeps other writers away.
    const payment = (await paymentByReference(tx, provider, reference))!
    const outcome = judge(payment, report)
    if (!(await keep(payment.id, outcome))) return 'ignored'
    if (outcome === 'wrong_amount' || outcome === 'wrong_currency')
      work.log.error(
        { provider, reference, eventId, outcome, payment: payment.id },
        'a payment was not applied',
      )
    if (outcome === 'applied') await apply(tx, work, order, payment, report, source)
    return outcome
  })
}

function judge(payment: PaymentRow, report: PaymentReport): EventOutcome {
  const fits = checkReport(payment, report)
  if (fits !== 'ok') return fits
  const event = eventOfReport[report.status]
  const to = event === null ? null : next(paymentMachine, payment.status, event)
  return to !== null && to.ok && to.value !== payment.status ? 'applied' : 'ignored'
}

async function apply(
  tx: Tx,
  work: PayWork,
  order: PayableOrder,
  payment: PaymentRow,
  report: PaymentReport,
  source: EventSource,
): Promise<void> {
  const { now } = work
  announceOrder(tx, work, order)
  const actor = source === 'operator' ? 'operator' : 'provider'
  const move = { id: payment.id, from: payment.status, now }
  switch (report.status) {
    case 'open':
      return
    case 'pending': {
      const nextCheckAt = new Date(now.getTime() + firstCheck)
      await movePayment(tx, { ...move, to: 'pending', failure: null, nextCheckAt })
      // The units are not sold to others while nobody knows whether they are paid.
      await holdUntil(tx, order.id, null)
      return
    }
    case 'captured':
      return capture(tx, work, order, payment, actor)
    case 'failed':
    case 'cancelled': {
      const failure = report.status === 'failed' ? (report.failure ?? 'card_declined') : null
      await movePayment(tx, { ...move, to: report.status, failure, nextCheckAt: null })
      if (payment.status === 'pending') await holdUntil(tx, order.id, new Date(now.getTime() + grace))
      else await touchOrder(tx, order.id)
      // Not sent to the shopper: the shop, or the shopper, cancelled it.
      if (report.status === 'failed' && order.status === 'in_progress')
        await addOrderEvent(tx, {
          orderId: order.id,
          kind: 'payment_failed',
          actor,
          data: { failure },
          at: now,
        })
    }
  }
}

async function capture(
  tx: Tx,
  { now, log }: PayWork,
  order: PayableOrder,
  payment: PaymentRow,
  actor: 'operator' | 'provider',
): Promise<void> {
  const { id, amount } = payment
  const late = order.status === 'cancelled'
  const twice = order.payStatus === 'paid' && order.due === 0
  // A paid order that became dearer asks for the difference.
  const asked = order.payStatus === 'paid' ? order.due : order.toPay
  // The shop may have changed the price while this was on its way: what is not asked for any more goes back.
  const isEnough = !late && !twice && amount >= asked
  const over = isEnough ? amount - asked : amount
  const after = { payStatus: payStatusAfter(order, amount), due: isEnough ? 0 : order.due }
  await addCaptured(tx, order.id, amount, after, now)
  if (isEnough) {
    await addOrderEvent(tx, {
      orderId: order.id,
      kind: 'paid',
      actor,
      data: { payment: id, amount },
      at: now,
    })
    await sellStock(tx, order.id, now)
  }
  await movePayment(tx, { id, from: payment.status, to: 'captured', failure: null, now, nextCheckAt: null })
  if (over > 0) {
    const reason = late ? 'late' : twice ? 'twice' : 'over'
    // The operator is answered by the command.
    if (actor !== 'operator') log.warn({ order: order.number, payment: id, reason }, 'money goes back')
    if (late)
      await addOrderEvent(tx, {
        orderId: order.id,
        kind: 'paid_late',
        actor,
        data: { payment: id, amount: over },
        at: now,
      })
    await refundPayment(tx, {
      orderId: order.id,
      paymentId: id,
      amount: over,
      reason,
      cause: `${reason}:${id}`,
      now,
    })
  }
}

/** What is paid stays paid. A payment that is too little goes back, so that an order is paid by one of them alone. */
function payStatusAfter(
  { status, payStatus: before, toPay, captured }: PayableOrder,
  amount: number,
): PayStatus {
  if (before === 'paid') return 'paid'
  return payStatus(toPay, status === 'cancelled' ? captured + amount : amount)
}
