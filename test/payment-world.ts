import { createHash, randomBytes } from 'node:crypto'
import pino from 'pino'
import { orderNumber } from '#domain/order.ts'
import type { PaymentReport } from '#domain/payment.ts'
import { minute } from '#domain/time.ts'
import { startPayment } from '#features/orders/actions/start-payment.ts'
import { applyPayment } from '#features/orders/rules/pay.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import { openDemoGateway, type DemoGateway } from '#features/payments/demo/gateway.ts'
import { demoProvider } from '#features/payments/providers/demo.ts'
import { offlineProvider } from '#features/payments/providers/offline.ts'
import type { Ctx } from '#platform/server/context.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { PaymentProvider, Providers } from '#platform/server/pay.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { testCtx } from './test-ctx.ts'

/*
 * For tests of paying: orders as they are right after they were placed, their owner, a clock that is moved by hand,
 * and the demo gateway, whose notices lie in a bag until the test hands them over, or does not.
 */

/** A notice of the gateway on its way, as it would come over the network. */
export interface BaggedNotice {
  headers: Record<string, string>
  body: Buffer
}

export interface PaymentWorld {
  db: Database
  gateway: DemoGateway
  demo: PaymentProvider
  key: Buffer
  bag: BaggedNotice[]
  clock: { now: Date }
  later(milliseconds: number): void
  /** The context of an order's owner. */
  owner(token: string): Ctx
  placed(options?: Partial<PlacedOptions>): Promise<PlacedForTest>
}

interface PlacedOptions {
  method: 'card' | 'transfer' | 'cod'
  /** Minor units. */
  total: number
  currency: string
  quantity: number
  /** Units of the SKU that are there; less than `quantity` makes it a backorder. */
  onHand: number
}

export interface PlacedForTest {
  id: number
  number: string
  token: string
  skuId: number
  /** Minor units. */
  total: number
}

const methods = [
  { code: 'card', provider: 'demo', name: { en: 'Card' } },
  {
    code: 'transfer',
    provider: 'manual',
    name: { en: 'Transfer' },
    instructions: { en: 'To account 7' },
    holdHours: 120,
  },
  { code: 'cod', provider: 'cod', name: { en: 'Cash' } },
] as const

export function paymentWorld(db: Database): PaymentWorld {
  const clock = { now: new Date('2026-11-21T12:00:00Z') }
  const bag: BaggedNotice[] = []
  const key = randomBytes(32)
  const gateway = openDemoGateway({
    db,
    key,
    log: pino({ level: 'silent' }),
    now: () => clock.now,
    send: async (_url, headers, body) => bag.push({ headers, body }) > 0,
  })
  const demo = demoProvider({ gateway, key, notifyUrl: () => null, isReady: true })
  const pay = new Map([demo, offlineProvider('manual'), offlineProvider('cod')].map((one) => [one.name, one]))
  return {
    db,
    gateway,
    demo,
    key,
    bag,
    clock,
    later: (milliseconds) => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
    owner: (token) => contextOf(db, clock.now, pay, token),
    placed: (options = {}) => place(db, clock.now, options),
  }
}

// Without the dictionaries, which only the bundler finds: a message is its own key here.
function contextOf(db: Database, now: Date, pay: Providers, token: string): Ctx {
  return testCtx(db, {
    now,
    shop: { ...shopConfig.parse({ sales: { payment: methods } }), theme: defaultTheme },
    origin: 'http://shop.example',
    visitor: { cookies: { violet_cart: token } },
    pay,
  })
}

async function place(
  db: Database,
  now: Date,
  { method = 'card', total = 4850, currency = 'USD', quantity = 2, onHand = 10 }: Partial<PlacedOptions>,
): Promise<PlacedForTest> {
  const token = randomBytes(32).toString('base64url')
  const ownerHash = createHash('sha256').update(token).digest()
  const number = orderNumber(randomBytes(10))
  const holdUntil =
    method === 'cod' ? null : new Date(now.getTime() + (method === 'card' ? 30 : 7200) * minute)
  const quote = {
    currency,
    lines: [],
    adjustments: [],
    subtotal: total,
    discount: 0,
    qualifying: total,
    shipping: 0,
    paymentFee: 0,
    tax: 0,
    taxMode: 'none',
    credit: 0,
    total,
    toPay: total,
    weight: 0,
    coupons: [],
  }
  const address = {
    firstName: 'Ada',
    lastName: 'Byron',
    company: '',
    country: 'HK',
    region: '',
    city: 'Hong Kong',
    district: '',
    line1: '1 Road',
    line2: '',
    postcode: '',
    countryCode: '',
    phone: '',
  }
  const { rows } = await db.pool.query<{ id: number; sku_id: number }>(
    `with product as (
       insert into products (slug, options, hash) values ($1, '[]', '') returning id
     ), sku as (
       insert into skus (product_id, sku, position, options, on_hand, held, backorder)
       select id, $1, 1, '{}', $2::int, $3::int, $3::int > $2::int from product returning id, product_id
     ), checkout as (
       insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
       values ($1, $4, $5, 'en', '[{}]', $6, $6) returning id
     ), placed as (
       insert into orders (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping,
         payment_method, quote, total, hold_until, placed_at)
       select $7, id, $4, 'en', $5, 'ada@example.org', '{}', $8::jsonb, $8::jsonb, '{"code":"post","name":"Post","days":null}',
         $9, $10::jsonb, $11, $12, $6 from checkout returning id
     ), line as (
       insert into order_lines (order_id, position, sku_id, product_id, sku, slug, title, choice, quantity, amount, net, tax, held)
       select placed.id, 1, sku.id, sku.product_id, $1, $1, 'A thing', '', $3::int, $11::bigint / $3::int, $11, 0, $3::int
       from placed, sku
     ), moved as (
       insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
       select sku.id, placed.id, 'hold', 0, $3::int, $6 from placed, sku
     )
     select placed.id, sku.id as sku_id from placed, sku`,
    [
      `t-${number.toLowerCase()}`,
      onHand,
      quantity,
      ownerHash,
      currency,
      now,
      number,
      JSON.stringify(address),
      method,
      JSON.stringify(quote),
      total,
      holdUntil,
    ],
  )
  const { id, sku_id: skuId } = rows[0]!
  const { provider } = methods.find(({ code }) => code === method)!
  await db.transact((tx) => openPayment(tx, { orderId: id, method, provider, amount: total, currency, now }))
  return { id, number, token, skuId, total }
}

export interface OrderFacts {
  status: string
  pay_status: string
  stock_status: string
  captured: number
  refunded: number
  hold_until: Date | null
  on_hand: number
  held: number
  line_held: number
}

export async function orderFacts(db: Database, { id }: PlacedForTest): Promise<OrderFacts> {
  const { rows } = await db.pool.query<OrderFacts>(
    `select o.status, o.pay_status, o.stock_status, o.captured, o.refunded, o.hold_until, s.on_hand, s.held, l.held as line_held
     from orders o join order_lines l on l.order_id = o.id join skus s on s.id = l.sku_id where o.id = $1`,
    [id],
  )
  return rows[0]!
}

/** A report as a provider of the tests would make it. */
export function report(
  reference: string,
  status: PaymentReport['status'],
  more: Partial<PaymentReport> = {},
): PaymentReport {
  const eventId = `e_${randomBytes(6).toString('hex')}`
  return { eventId, reference, status, amount: 4850, currency: 'USD', failure: null, ...more }
}

export const work = (world: PaymentWorld): Ctx => world.owner('nobody')

/** Goes to pay, as far as the bank's page; its reference. */
export async function begun(world: PaymentWorld, order: PlacedForTest): Promise<string> {
  const started = await startPayment(world.owner(order.token), { order: order.number })
  if (!started.ok) throw new Error(started.problem.name)
  return /demo-gateway\/([\w-]+)$/.exec(started.value.redirect ?? '')![1]!
}

/** Hands over what the gateway has told so far, in its order. */
export async function deliver(world: PaymentWorld): Promise<string[]> {
  await world.gateway.drain()
  const outcomes: string[] = []
  for (const { headers, body } of world.bag.splice(0)) {
    const read = world.demo.readWebhook(headers, body, world.clock.now)
    if (!read.ok) throw new Error(read.problem)
    for (const one of read.value) outcomes.push(await applyPayment(work(world), 'demo', one, 'webhook'))
  }
  return outcomes
}

export async function paymentsOf(db: Database, { id }: PlacedForTest): Promise<object[]> {
  const { rows } = await db.pool.query<object>(
    'select method, status, captured, refunded, failure from payments where order_id = $1 order by id',
    [id],
  )
  return rows
}
