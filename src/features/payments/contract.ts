import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/* Calls about paying a placed order. */

const order = z.string().min(1).max(20)

/** The state of a payment, for the page that waits for it. */
export const paymentView = z.object({
  /** `offline`: to be paid elsewhere; `open`: the provider waits for the shopper; `deciding`: the provider has not answered. */
  state: z.enum(['none', 'offline', 'open', 'deciding', 'paid', 'failed', 'cancelled']),
  /** Why it failed, in the visitor's language; empty otherwise. */
  failure: z.string(),
  /** Instructions for the shopper, a text of the shop's own configuration; empty for none. */
  instructions: z.string(),
  /** The URL of the provider's page. */
  redirect: z.string().nullable(),
  /** For a provider with a field in our page. */
  embedded: z.object({ clientSecret: z.string(), publishableKey: z.string() }).nullable(),
})
export type PaymentView = z.output<typeof paymentView>

/** Starts paying, or resumes. The provider is asked first: a payment that was made is not made again. */
export const startPayment = endpoint({
  path: '/payment/start',
  summary: 'Starts or resumes the payment of an order',
  // Repeating it finds the same payment, which the provider recognises by its id. Another key shows how it stands.
  writes: true,
  isOnce: true,
  input: z.strictObject({ order }),
  output: paymentView,
  problems: ['unknown_order', 'order_not_payable', 'payment_unavailable'],
})
export const paymentStatus = endpoint({
  path: '/payment/status',
  summary: 'Where the payment of an order stands',
  input: z.strictObject({ order }),
  output: paymentView,
  problems: ['unknown_order'],
})
export const changePaymentMethod = endpoint({
  path: '/payment/changeMethod',
  summary: 'Pays an unpaid order another way',
  writes: true,
  // The same method again changes nothing.
  isOnce: true,
  input: z.strictObject({ order, method: z.string().min(1).max(40) }),
  output: paymentView,
  problems: [
    'unknown_order',
    'order_not_payable',
    'unknown_payment_method',
    'payment_deciding',
    'payment_unavailable',
    'too_many_requests',
  ],
})
