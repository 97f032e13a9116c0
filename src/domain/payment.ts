import type { Machine } from './machine.ts'

export type PaymentStatus = 'created' | 'pending' | 'captured' | 'failed' | 'cancelled'
export type PaymentEvent = 'submit' | 'capture' | 'fail' | 'cancel'

/**
 * A failed or cancelled payment can still be captured: a provider's late approval is money that was taken, and must
 * be kept or refunded. A captured payment stays captured; refunds are rows of their own.
 */
export const paymentMachine: Machine<PaymentStatus, PaymentEvent> = {
  created: { submit: 'pending', capture: 'captured', fail: 'failed', cancel: 'cancelled' },
  pending: { submit: 'pending', capture: 'captured', fail: 'failed', cancel: 'cancelled' },
  failed: { capture: 'captured' },
  cancelled: { capture: 'captured' },
  captured: {},
}

/** A provider's report of one payment, from whatever source. */
export interface PaymentReport {
  /** The provider's id of this event; a repeated event has the same. */
  readonly eventId: string
  /** The provider's name of the payment. */
  readonly reference: string
  /** `open`: it waits for the shopper. `pending`: the shopper is done, the provider decides. */
  readonly status: 'open' | 'pending' | 'captured' | 'failed' | 'cancelled'
  /** Minor units: the captured amount, or the requested one. */
  readonly amount: number
  readonly currency: string
  /** The reason of a failure, by the name of a problem such as `card_declined`; null if the provider gives none. */
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

/** The machine's event for a report; null: nothing has happened yet. */
export const eventOfReport = {
  open: null,
  pending: 'submit',
  captured: 'capture',
  failed: 'fail',
  cancelled: 'cancel',
} as const satisfies Record<PaymentReport['status'], PaymentEvent | null>
