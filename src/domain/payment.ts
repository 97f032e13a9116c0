import type { Machine } from './machine.ts'

export type PaymentStatus = 'created' | 'pending' | 'captured' | 'failed' | 'cancelled'
export type PaymentEvent = 'submit' | 'capture' | 'fail' | 'cancel'

/**
 * A payment that failed or was cancelled can still be captured: a provider's late yes is money that was taken, and is
 * kept or given back, never overlooked. A captured one stays so; what is given back are refunds beside it.
 */
export const paymentMachine: Machine<PaymentStatus, PaymentEvent> = {
  created: { submit: 'pending', capture: 'captured', fail: 'failed', cancel: 'cancelled' },
  pending: { submit: 'pending', capture: 'captured', fail: 'failed', cancel: 'cancelled' },
  failed: { capture: 'captured' },
  cancelled: { capture: 'captured' },
  captured: {},
}

/** What a provider says of one payment, whichever way it was heard. */
export interface PaymentReport {
  /** The provider's id of this event; the same event told twice has the same. */
  readonly eventId: string
  /** The provider's name of the payment. */
  readonly reference: string
  /** `open`: it waits for the shopper. `pending`: the shopper has done all, the provider decides. */
  readonly status: 'open' | 'pending' | 'captured' | 'failed' | 'cancelled'
  /** Minor units; what was captured, or what is asked for. */
  readonly amount: number
  readonly currency: string
  /** Why it failed, by the name of a problem such as `card_declined`; null where the provider gives no reason. */
  readonly failure: string | null
}

/** Whether a report may change the payment: forged or mixed-up amounts never do. */
export function checkReport(
  payment: { readonly amount: number; readonly currency: string },
  report: PaymentReport,
): 'ok' | 'wrong_amount' | 'wrong_currency' {
  if (report.currency !== payment.currency) return 'wrong_currency'
  return report.amount === payment.amount ? 'ok' : 'wrong_amount'
}

/** What a report means for a payment; null: nothing has happened yet. */
export const eventOfReport = {
  open: null,
  pending: 'submit',
  captured: 'capture',
  failed: 'fail',
  cancelled: 'cancel',
} as const satisfies Record<PaymentReport['status'], PaymentEvent | null>
