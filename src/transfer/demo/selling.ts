import { recordPayment, recordRefund } from '#features/orders/shop/record.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { buy, sure, type Play, type Stage, type Units } from './stage.ts'

/* What of a scene the merchant does. */

export const onDelivery = (method: string): boolean => method === 'cod'

export const parcel = (trackingNumber: string) => ({
  carrier: 'SF Express',
  trackingNumber,
  trackingUrl: null,
  units: null,
})

/** Bought, and paid by transfer on the same day. */
export async function* paid(stage: Stage, daysAgo: number, units: Units, withCredit = false): Play<string> {
  const number = yield* buy(stage, daysAgo, { units, method: 'transfer', withCredit })
  sure(await recordPayment(yield daysAgo - 0.2, number))
  return number
}

/** Paid, sent a day later, there two days later. */
export async function* delivered(
  stage: Stage,
  daysAgo: number,
  units: Units,
  withCredit = false,
): Play<string> {
  const number = yield* paid(stage, daysAgo, units, withCredit)
  yield* sent(daysAgo - 1, number)
  return number
}

/** Sent, and there two days later. */
export async function* sent(daysAgo: number, number: string): Play {
  const tracking = `SF14000000${String(Math.round(daysAgo)).padStart(2, '0')}`
  sure(await shipOrder(yield daysAgo, number, parcel(tracking), onDelivery))
  sure(await deliverOrder(yield daysAgo - 2, number, null))
}

/** The money has gone back: nobody is asked to send it. */
export async function* noteRefunds(daysAgo: number, number: string): Play {
  const ctx = yield daysAgo
  const { refunds } = (await findOrder(ctx.db, number))!
  for (const { id, paymentId, status } of refunds)
    if (paymentId !== null && status === 'pending') sure(await recordRefund(ctx, id, 'DEMO'))
}
