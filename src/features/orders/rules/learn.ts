import type { PaymentReport } from '#domain/payment.ts'
import type { DuePayment } from '#features/payments/queries/payments.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'

/** The provider's report of a payment; a payment that it does not know was never charged. */
export async function learn(
  provider: PaymentProvider,
  { reference, amount, currency }: Pick<DuePayment, 'reference' | 'amount' | 'currency'>,
  callsOff: boolean,
): Promise<PaymentReport> {
  const report = callsOff ? await provider.cancel(reference) : await provider.fetch(reference)
  const unknown = { eventId: `unknown:${reference}`, reference, amount, currency, failure: null }
  return report ?? { ...unknown, status: 'cancelled' }
}
