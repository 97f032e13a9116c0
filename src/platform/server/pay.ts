import type { PaymentReport } from '#domain/payment.ts'
import type { Result } from '#domain/result.ts'

/*
 * The port of payment providers. A provider talks to a foreign server and knows neither orders nor their tables; it
 * returns reports, and only `applyPayment` of the orders acts on them. A context carries the providers, as it does
 * mail and the live channel.
 */

/** A payment that is to be started. */
export interface PaymentToStart {
  /** The payment's id in the shop: starting the same payment twice makes one charge. */
  readonly id: number
  readonly orderNumber: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  readonly email: string
  /** BCP 47. */
  readonly lang: string
  /** Where the shopper returns to, whatever the result. */
  readonly returnUrl: string
  /** Where the provider sends its webhooks. */
  readonly notifyUrl: string
}

/** How a payment continues after its start. */
export type PaymentStarted =
  /** Nothing more for the shopper to do here: a transfer to be made, cash for the courier. */
  | { readonly kind: 'offline'; readonly reference: string }
  /** The shopper goes to the provider's own page. */
  | { readonly kind: 'redirect'; readonly reference: string; readonly url: string }
  /** The provider's own field in our page. */
  | {
      readonly kind: 'embedded'
      readonly reference: string
      readonly clientSecret: string
      readonly publishableKey: string
    }

/** A refund as the provider knows it. */
export interface RefundReport {
  /** Empty where the provider does not move money itself: a person has to. */
  readonly reference: string
  readonly status: 'pending' | 'done' | 'failed'
  readonly failure: string | null
}

export interface PaymentProvider {
  readonly name: string
  /** Whether it asks the shopper for anything here and now; offline ones work without scripts by themselves. */
  readonly isOffline: boolean
  /** Whether the configuration of the program is complete: keys that are missing hide its methods. */
  readonly isReady: boolean
  /** Throws when the provider cannot be reached: nothing is known then, and it is safe to start again. */
  start(payment: PaymentToStart): Promise<PaymentStarted>
  /** The state at the provider; null when it knows no such payment. Throws when the provider cannot be reached. */
  fetch(reference: string): Promise<PaymentReport | null>
  /** Cancels an open payment, so that it cannot be captured later. Returns its state now. */
  cancel(reference: string): Promise<PaymentReport | null>
  /** @param key the idempotency key: the same refund requested twice is made once */
  refund(reference: string, amount: number, currency: string, key: string): Promise<RefundReport>
  /**
   * Reads a webhook: the raw bytes as they came, since signatures are of bytes. Refuses what the provider did not
   * sign; events that the shop does not follow give an empty list.
   */
  readWebhook(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
    now: Date,
  ): Result<readonly PaymentReport[], 'not_signed' | 'too_old' | 'unreadable'>
}

/** Providers by name, made once from the program's configuration. */
export type Providers = ReadonlyMap<string, PaymentProvider>
