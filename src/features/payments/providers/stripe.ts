import { Stripe } from 'stripe'
import type { PaymentReport } from '#domain/payment.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { StripeAccess } from '#platform/server/config.ts'
import type { PaymentProvider, RefundReport } from '#platform/server/pay.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'

/*
 * Stripe by its hosted page (Checkout Sessions): it works without scripts, and no card number comes near the shop.
 * A declined card stays on Stripe's page, where the shopper tries another.
 */

/** Age in seconds up to which a webhook is accepted: Stripe's own default. */
const tolerance = 300

export function stripeProvider(access: StripeAccess): PaymentProvider {
  const stripe = new Stripe(access.secretKey, {
    ...addressOf(access.apiUrl),
    // One try and one retry fit into the ten seconds of a call.
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
  })

  const sessionOf = async (reference: string): Promise<Stripe.Checkout.Session | null> => {
    try {
      return await stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] })
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const report = async (reference: string): Promise<PaymentReport | null> => {
    const session = await sessionOf(reference)
    if (session === null) return null
    const { status, failure } = stateOf(session)
    return reportOf(session, status, failure, `asked:${reference}:${status}`)
  }

  return {
    name: 'stripe',
    isOffline: false,
    isReady: true,
    async start({ id, orderNumber, amount, currency, email, lang, returnUrl }) {
      const name = orderNumber
      const unit = { currency: currency.toLowerCase(), unit_amount: toStripe(amount, currency) }
      const metadata = { order: orderNumber, payment: String(id) }
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [{ quantity: 1, price_data: { ...unit, product_data: { name } } }],
          client_reference_id: orderNumber,
          customer_email: email,
          locale: stripeLocale(lang),
          // Another currency than the order's could not be told from a forged one.
          adaptive_pricing: { enabled: false },
          success_url: returnUrl,
          cancel_url: returnUrl,
          metadata,
          payment_intent_data: { description: orderNumber, metadata },
        },
        { idempotencyKey: `violet-payment-${orderNumber}-${id}` },
      )
      if (session.url === null) throw new Error('Stripe made a session without a page')
      return { kind: 'redirect', reference: session.id, url: session.url }
    },
    fetch: report,
    async cancel(reference) {
      try {
        await stripe.checkout.sessions.expire(reference)
      } catch (error) {
        // It is paid, or was over already: its present state tells which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
      return report(reference)
    },
    async refund(reference, amount, currency, key) {
      const session = await sessionOf(reference)
      const intent = session === null ? null : idOf(session.payment_intent)
      if (intent === null) return { reference: '', status: 'failed', failure: 'nothing was charged' }
      // Stripe forgets idempotency keys after a day, so existing refunds are checked first.
      const made = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
      const known = made.data.find(({ metadata }) => metadata?.key === key)
      try {
        return refundReport(
          known ??
            (await stripe.refunds.create(
              { payment_intent: intent, amount: toStripe(amount, currency), metadata: { key } },
              { idempotencyKey: `violet-refund-${key}` },
            )),
        )
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return { reference: '', status: 'failed', failure: error.message.slice(0, 200) }
      }
    },
    readWebhook(headers, body, now) {
      const event = readEvent(stripe, access.webhookSecrets, headers['stripe-signature'], body, now)
      return event.ok ? ok(reportsOf(event.value)) : event
    },
  }
}

function addressOf(apiUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === null) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port === '' ? (isPlain ? '80' : '443') : port,
    protocol: isPlain ? 'http' : 'https',
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}

function stripeLocale(lang: string): 'auto' | 'en' | 'zh' | 'zh-HK' | 'zh-TW' {
  if (lang === 'en' || lang.startsWith('en-')) return 'en'
  if (lang.startsWith('zh-Hans')) return 'zh'
  if (lang === 'zh-Hant-HK' || lang === 'zh-HK') return 'zh-HK'
  return lang.startsWith('zh-Hant') ? 'zh-TW' : 'auto'
}

function idOf(value: string | { id: string } | null): string | null {
  return value === null || typeof value === 'string' ? value : value.id
}

function stateOf(session: Stripe.Checkout.Session): Pick<PaymentReport, 'status' | 'failure'> {
  if (session.payment_status === 'paid') return { status: 'captured', failure: null }
  if (session.status === 'open') return { status: 'open', failure: null }
  if (session.status === 'expired') return { status: 'cancelled', failure: null }
  const intent = session.payment_intent
  const isOver =
    intent !== null &&
    typeof intent !== 'string' &&
    (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return isOver ? { status: 'failed', failure: 'card_declined' } : { status: 'pending', failure: null }
}

function reportOf(
  { id, amount_total: total, currency: small }: Stripe.Checkout.Session,
  status: PaymentReport['status'],
  failure: string | null,
  eventId: string,
): PaymentReport {
  const currency = (small ?? '').toUpperCase()
  return { eventId, reference: id, status, amount: fromStripe(total ?? 0, currency), currency, failure }
}

function refundReport({ id, status, failure_reason: reason }: Stripe.Refund): RefundReport {
  if (status === 'succeeded') return { reference: id, status: 'done', failure: null }
  if (status === 'failed' || status === 'canceled')
    return { reference: id, status: 'failed', failure: reason ?? status }
  return { reference: id, status: 'pending', failure: null }
}

function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  header: string | string[] | undefined,
  body: Buffer,
  now: Date,
): Result<Stripe.Event, 'not_signed' | 'too_old' | 'unreadable'> {
  if (typeof header !== 'string') return no('not_signed')
  let isOld = false
  for (const secret of secrets) {
    try {
      return ok(stripe.webhooks.constructEvent(body, header, secret, tolerance, undefined, now.getTime()))
    } catch (error) {
      if (error instanceof SyntaxError) return no('unreadable')
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
      isOld ||= error.message.includes('Timestamp outside the tolerance zone')
    }
  }
  return no(isOld ? 'too_old' : 'not_signed')
}

function reportsOf(event: Stripe.Event): PaymentReport[] {
  switch (event.type) {
    case 'checkout.session.completed': {
      const { object } = event.data
      return [reportOf(object, object.payment_status === 'paid' ? 'captured' : 'pending', null, event.id)]
    }
    case 'checkout.session.async_payment_succeeded':
      return [reportOf(event.data.object, 'captured', null, event.id)]
    case 'checkout.session.async_payment_failed':
      return [reportOf(event.data.object, 'failed', 'card_declined', event.id)]
    case 'checkout.session.expired':
      return [reportOf(event.data.object, 'cancelled', null, event.id)]
    default:
      return []
  }
}
