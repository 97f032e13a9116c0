import { z } from 'zod'
import type { PaymentReport } from '#domain/payment.ts'
import { no, ok } from '#domain/result.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'
import type { DemoGateway } from '../demo/gateway.ts'
import { checkSignature, signatureHeader } from '../demo/signature.ts'
import type { Charge, ChargeStatus } from '../queries/demo.ts'

/** The shop's side of the demo gateway: it uses only these calls and signed webhooks. */
export function demoProvider({
  gateway,
  key,
  notifyUrl,
  isReady,
}: {
  gateway: DemoGateway
  key: Buffer
  /** The URL at which the gateway reaches this program; null: the public one. */
  notifyUrl: () => string | null
  isReady: boolean
}): PaymentProvider {
  const report = async (reference: string): Promise<PaymentReport | null> => {
    const charge = await gateway.find(reference)
    return charge && reportOf(charge, `asked:${reference}:${charge.status}`)
  }
  return {
    name: 'demo',
    isOffline: false,
    isReady,
    async start(payment) {
      const { amount, currency, returnUrl } = payment
      const reference = await gateway.open(
        { amount, currency, returnUrl, notifyUrl: notifyUrl() ?? payment.notifyUrl },
        `payment:${payment.id}`,
      )
      const { origin } = new URL(returnUrl)
      return {
        kind: 'redirect',
        reference,
        url: `${origin}/demo-gateway/${reference}`,
      }
    },
    fetch: report,
    async cancel(reference) {
      await gateway.cancel(reference)
      return report(reference)
    },
    async refund(reference, amount, _currency, of) {
      const isGiven = await gateway.refund(reference, amount, of)
      return isGiven
        ? { reference: `${reference}:${of}`, status: 'done', failure: null }
        : { reference, status: 'failed', failure: 'refused by the demo gateway' }
    },
    readWebhook(headers, body, now) {
      const signed = checkSignature(key, headers[signatureHeader], body, now)
      if (!signed.ok) return signed
      const notice = readNotice(body)
      return notice === null ? no('unreadable') : ok([reportOf(notice.charge, notice.id)])
    },
  }
}

const notice = z.object({
  id: z.string().min(1).max(100),
  charge: z.object({
    reference: z.string().min(1).max(100),
    status: z.enum(['open', 'waiting', 'captured', 'declined', 'cancelled']),
    amount: z.int().min(1),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
})

function readNotice(body: Buffer): z.output<typeof notice> | null {
  try {
    return notice.safeParse(JSON.parse(body.toString())).data ?? null
  } catch {
    return null
  }
}

const statuses = {
  open: 'open',
  waiting: 'pending',
  captured: 'captured',
  declined: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<ChargeStatus, PaymentReport['status']>

function reportOf(
  { reference, status, amount, currency }: Pick<Charge, 'reference' | 'status' | 'amount' | 'currency'>,
  eventId: string,
): PaymentReport {
  return {
    eventId,
    reference,
    status: statuses[status],
    amount,
    currency,
    failure: status === 'declined' ? 'card_declined' : null,
  }
}
