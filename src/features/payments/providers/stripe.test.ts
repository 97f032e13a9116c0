import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProvider, PaymentToStart } from '#platform/server/pay.ts'
import { absentProvider } from './absent.ts'
import { stripeProvider } from './stripe.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'

/*
 * The real SDK against a counterpart on this machine that keeps the books of the few calls that are used, with
 * Stripe's own rules on idempotency keys, and real signatures.
 */

interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  url: string | null
  payment_intent: { id: string; status: string } | null
  asked: URLSearchParams
}

const secret = 'whsec_test'
const now = new Date('2026-11-21T12:00:00Z')
let server: Server
let stripe: PaymentProvider
let sessions: Map<string, Session>
let refunds: {
  id: string
  amount: number
  status: string
  payment_intent: string
  metadata: { key: string }
}[]
let answers: Map<string, { body: string; answer: unknown }>
let broken = false

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, answer } = broken
        ? { status: 500, answer: { error: { type: 'api_error', message: 'down' } } }
        : answerTo(request, body)
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  stripe = stripeProvider({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_new', secret],
    apiUrl: `http://127.0.0.1:${port}`,
  })
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  sessions = new Map()
  refunds = []
  answers = new Map()
  broken = false
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answerTo(request: IncomingMessage, body: string): { status: number; answer: unknown } {
  const { pathname, searchParams } = new URL(request.url!, 'http://stripe')
  const refused = (status: number, message: string) => ({
    status,
    answer: { error: { type: 'invalid_request_error', message } },
  })
  if (request.headers.authorization !== 'Bearer sk_test_1') return refused(401, 'wrong key')
  const key = request.headers['idempotency-key']
  const known = typeof key === 'string' ? answers.get(key) : undefined
  if (known)
    return known.body === body
      ? { status: 200, answer: known.answer }
      : refused(400, 'the key was used otherwise')
  const made = (answer: unknown) => {
    if (typeof key === 'string') answers.set(key, { body, answer })
    return { status: 200, answer }
  }
  const form = new URLSearchParams(body)
  if (request.method === 'POST' && pathname === '/v1/checkout/sessions') return made(makeSession(form))
  const [, id = '', verb] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? []
  const session = sessions.get(id)
  if (id !== '' && session === undefined) return refused(404, 'No such checkout.session')
  if (session && verb === 'expire') {
    if (session.status !== 'open') return refused(400, 'Only open sessions can be expired')
    session.status = 'expired'
    return { status: 200, answer: session }
  }
  if (session) return { status: 200, answer: session }
  if (request.method === 'POST' && pathname === '/v1/refunds') {
    const intent = form.get('payment_intent')!
    const paid = [...sessions.values()].find(({ payment_intent: one }) => one?.id === intent)!
    const back = refunds.reduce((sum, one) => sum + one.amount, 0)
    const amount = Number(form.get('amount'))
    if (back + amount > paid.amount_total) return refused(400, 'Refund amount is greater than charge amount')
    const refund = {
      id: `re_${refunds.length + 1}`,
      amount,
      status: 'succeeded',
      payment_intent: intent,
      metadata: { key: form.get('metadata[key]')! },
    }
    refunds.push(refund)
    return made(refund)
  }
  if (pathname === '/v1/refunds')
    return {
      status: 200,
      answer: {
        object: 'list',
        has_more: false,
        data: refunds.filter((one) => one.payment_intent === searchParams.get('payment_intent')),
      },
    }
  return refused(404, `unknown path ${pathname}`)
}

function makeSession(asked: URLSearchParams): Session {
  const id = `cs_${sessions.size + 1}`
  const session: Session = {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: Number(asked.get('line_items[0][price_data][unit_amount]')),
    currency: asked.get('line_items[0][price_data][currency]')!,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    payment_intent: null,
    asked,
  }
  sessions.set(id, session)
  return session
}

function payment(more: Partial<PaymentToStart> = {}): PaymentToStart {
  return {
    id: 7,
    orderNumber: 'K7M2N-9QXD4',
    amount: 4850,
    currency: 'USD',
    email: 'ada@example.org',
    lang: 'zh-Hant-HK',
    returnUrl: 'https://shop.example/payment/K7M2N-9QXD4/return',
    notifyUrl: 'https://shop.example/webhooks/stripe',
    ...more,
  }
}

function pay(id: string): Session {
  const session = sessions.get(id)!
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { id: `pi_${id}`, status: 'succeeded' },
  })
  return session
}

function signed(event: object, more: { secret?: string; at?: Date } = {}) {
  const body = JSON.stringify(event)
  const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    payload: body,
    secret: more.secret ?? secret,
    timestamp: Math.floor((more.at ?? now).getTime() / 1000),
  })
  return [{ 'stripe-signature': header }, Buffer.from(body)] as const
}

const event = (type: string, object: object) => ({ id: 'evt_1', object: 'event', type, data: { object } })

describe('a payment at Stripe', () => {
  it('is a page of Stripe’s, for exactly the amount, in the shopper’s language', async () => {
    const started = await stripe.start(payment())
    expect(started).toEqual({
      kind: 'redirect',
      reference: 'cs_1',
      url: 'https://checkout.stripe.com/c/pay/cs_1',
    })
    expect(Object.fromEntries(sessions.get('cs_1')!.asked)).toMatchObject({
      mode: 'payment',
      locale: 'zh-HK',
      client_reference_id: 'K7M2N-9QXD4',
      customer_email: 'ada@example.org',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '4850',
      'adaptive_pricing[enabled]': 'false',
      success_url: 'https://shop.example/payment/K7M2N-9QXD4/return',
    })
  })

  it('is the same when it is started twice', async () => {
    expect((await stripe.start(payment())).reference).toBe((await stripe.start(payment())).reference)
    expect(sessions.size).toBe(1)
    await stripe.start(payment({ id: 8 }))
    expect(sessions.size).toBe(2)
  })

  it('says how it stands', async () => {
    const { reference } = await stripe.start(payment())
    expect(await stripe.fetch(reference)).toEqual({
      eventId: 'asked:cs_1:open',
      reference: 'cs_1',
      status: 'open',
      amount: 4850,
      currency: 'USD',
      failure: null,
    })
    pay(reference)
    expect(await stripe.fetch(reference)).toMatchObject({
      eventId: 'asked:cs_1:captured',
      status: 'captured',
    })
    Object.assign(sessions.get(reference)!, {
      payment_status: 'unpaid',
      payment_intent: { id: 'pi_1', status: 'processing' },
    })
    expect(await stripe.fetch(reference)).toMatchObject({ status: 'pending' })
    Object.assign(sessions.get(reference)!, {
      payment_intent: { id: 'pi_1', status: 'requires_payment_method' },
    })
    expect(await stripe.fetch(reference)).toMatchObject({ status: 'failed', failure: 'card_declined' })
    expect(await stripe.fetch('cs_nobody')).toBeNull()
  })

  it('is called off while it is open, and tells the truth when it is too late for that', async () => {
    const { reference } = await stripe.start(payment())
    expect(await stripe.cancel(reference)).toMatchObject({ status: 'cancelled' })
    const other = await stripe.start(payment({ id: 8 }))
    pay(other.reference)
    expect(await stripe.cancel(other.reference)).toMatchObject({ status: 'captured' })
  })

  it('throws when Stripe is down, so that nobody takes silence for an answer', async () => {
    const { reference } = await stripe.start(payment())
    broken = true
    await expect(stripe.start(payment({ id: 9 }))).rejects.toThrow('down')
    await expect(stripe.fetch(reference)).rejects.toThrow('down')
    await expect(stripe.cancel(reference)).rejects.toThrow('down')
    await expect(stripe.refund(reference, 100, 'USD', 'k')).rejects.toThrow('down')
  })

  it('gives back once for each key, also after Stripe has forgotten the key', async () => {
    const { reference } = await stripe.start(payment())
    pay(reference)
    expect(await stripe.refund(reference, 1500, 'USD', 'cancel:1')).toEqual({
      reference: 're_1',
      status: 'done',
      failure: null,
    })
    answers.clear()
    expect(await stripe.refund(reference, 1500, 'USD', 'cancel:1')).toEqual({
      reference: 're_1',
      status: 'done',
      failure: null,
    })
    expect(refunds).toHaveLength(1)
    expect(await stripe.refund(reference, 4000, 'USD', 'cancel:2')).toMatchObject({
      status: 'failed',
      failure: 'Refund amount is greater than charge amount',
    })
    expect(refunds).toHaveLength(1)
  })

  it('has nothing to give back of what was never paid', async () => {
    const { reference } = await stripe.start(payment())
    expect(await stripe.refund(reference, 100, 'USD', 'k')).toMatchObject({ status: 'failed' })
  })
})

describe('amounts', () => {
  it.each([
    ['USD', 4850, 4850],
    ['JPY', 4850, 4850],
    ['KWD', 4850, 4850],
    ['ISK', 4850, 485_000],
    ['UGX', 100, 10_000],
    ['MGA', 500, 5],
  ])('of %s: %i is %i at Stripe, and comes back the same', (currency, ours, theirs) => {
    expect(toStripe(ours, currency)).toBe(theirs)
    expect(fromStripe(theirs, currency)).toBe(ours)
  })

  it('that Stripe cannot take are refused, not rounded', () => {
    expect(() => toStripe(4851, 'KWD')).toThrow(RangeError)
    expect(() => toStripe(501, 'MGA')).toThrow(RangeError)
  })

  it('of yen stay yen from the page to the report', async () => {
    const { reference } = await stripe.start(payment({ amount: 7200, currency: 'JPY' }))
    expect(sessions.get(reference)!.amount_total).toBe(7200)
    expect(await stripe.fetch(reference)).toMatchObject({ amount: 7200, currency: 'JPY' })
  })
})

describe('a webhook of Stripe', () => {
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: 4850,
    currency: 'usd',
  }

  it.each([
    ['checkout.session.completed', session, 'captured'],
    ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, 'pending'],
    ['checkout.session.async_payment_succeeded', session, 'captured'],
    ['checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }, 'failed'],
    ['checkout.session.expired', { ...session, payment_status: 'unpaid' }, 'cancelled'],
  ])('%s is a report', (type, object, status) => {
    const read = stripe.readWebhook(...signed(event(type, object)), now)
    expect(read).toMatchObject({
      ok: true,
      value: [{ eventId: 'evt_1', reference: 'cs_1', status, amount: 4850, currency: 'USD' }],
    })
  })

  it('that the shop does not follow is taken and says nothing', () => {
    expect(stripe.readWebhook(...signed(event('customer.created', {})), now)).toEqual({ ok: true, value: [] })
  })

  it('is refused without a signature, with another secret, too old, or changed by one bit', () => {
    const [headers, body] = signed(event('checkout.session.completed', session))
    const refused = { ok: false, problem: 'not_signed' }
    expect(stripe.readWebhook({}, body, now)).toEqual(refused)
    expect(stripe.readWebhook({ 'stripe-signature': 'nonsense' }, body, now)).toEqual(refused)
    expect(stripe.readWebhook(...signed(event('x', session), { secret: 'whsec_other' }), now)).toEqual(
      refused,
    )
    expect(stripe.readWebhook(headers, body, new Date(now.getTime() + 301_000))).toEqual({
      ok: false,
      problem: 'too_old',
    })
    expect(stripe.readWebhook(headers, body, new Date(now.getTime() + 299_000)).ok).toBe(true)
    for (let bit = 0; bit < body.length * 8; bit += 7) {
      const changed = Buffer.from(body)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(stripe.readWebhook(headers, changed, now).ok).toBe(false)
    }
  })

  it('may be signed by either secret while one is changed for the other', () => {
    expect(
      stripe.readWebhook(...signed(event('customer.created', {}), { secret: 'whsec_new' }), now).ok,
    ).toBe(true)
  })
})

it('is not ready without its keys', async () => {
  const absent = absentProvider('stripe', 'STRIPE_SECRET_KEY')
  expect(absent.isReady).toBe(false)
  await expect(absent.fetch('cs_1')).rejects.toThrow('STRIPE_SECRET_KEY is not set')
})
