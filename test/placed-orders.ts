import { randomBytes } from 'node:crypto'
import { hashToken } from '#features/session/rules/cookies.ts'
import { quote } from '#domain/pricing.ts'
import type { PricingFacts } from '#domain/quote.ts'
import { ok, type Result } from '#domain/result.ts'
import { applyPayment, type PayWork } from '#features/orders/rules/pay.ts'
import { closeCheckout } from '#features/checkout/queries/checkouts.ts'
import { placeOrder, type PlaceRefusal } from '#features/orders/rules/place.ts'
import type { Locale } from '#i18n/locales.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'
import { hashNetwork } from '#platform/server/rate.ts'
import { type PaymentMethod } from '#wire/settings/sales.ts'
import { shopConfig } from '#wire/shop-config.ts'

/*
 * For tests and proofs: orders placed as the checkout places them, of any SKUs with prices in USD. Knows no words of
 * the shop, so that it runs without Vite.
 */

export interface OrderOptions {
  /** SKU → units. */
  units?: Record<string, number>
  method?: 'card' | 'transfer' | 'cod'
  locale?: Locale
  email?: string
  now?: Date
  /** Percent, included. */
  tax?: string | null
  coupon?: { id: number; slug: string; code: string; amount: number } | null
  note?: string
  /** Store credit that it is paid with, minor units, and its customer, who has it. */
  credit?: { amount: number; customer: number } | null
  /** The address that it comes from. */
  from?: string
}

export interface TestOrder {
  id: number
  number: string
  /** Of the owner's cart cookie. */
  token: string
  /** Minor units of USD. */
  total: number
}

const none = {
  note: {},
  instructions: {},
  countries: [],
  currencies: [],
  minimum: null,
  maximum: null,
  fee: null,
}

export const testMethods: readonly PaymentMethod[] = [
  { ...none, code: 'card', provider: 'demo', name: { en: 'Card', zh: '银行卡' }, holdHours: null },
  {
    ...none,
    code: 'transfer',
    provider: 'manual',
    name: { en: 'Bank transfer', zh: '银行转账' },
    instructions: { en: 'To account 012-345', zh: '请转到账户 012-345' },
    holdHours: 120,
  },
  {
    ...none,
    code: 'cod',
    provider: 'cod',
    name: { en: 'Cash on delivery', zh: '货到付款' },
    holdHours: null,
  },
]

/** The shop of the test visitors, with ways to pay. */
export function shopWithMethods(shop: Ctx['shop'], sales: Partial<Ctx['shop']['sales']> = {}): Ctx['shop'] {
  return { ...shop, sales: { ...shop.sales, payment: [...testMethods], ...sales } }
}

const address = {
  firstName: 'Ada',
  lastName: 'Byron',
  company: '',
  country: 'DE',
  region: '',
  city: 'Berlin',
  district: '',
  line1: 'Torstraße 1',
  line2: '',
  postcode: '10119',
  countryCode: '+49',
  phone: '30901820',
}

/** Places an order whose units are held, as submitting a checkout does. */
export async function placeTestOrder(db: Database, options: OrderOptions = {}): Promise<TestOrder> {
  const placed = await tryTestOrder(db, options)
  if (!placed.ok) throw new Error(placed.problem.name)
  return placed.value
}

const skusInTurn = `
  select s.id, s.sku, p.slug, p.id as product, c.amount from skus s join products p on p.id = s.product_id
  join sku_prices c on c.sku_id = s.id and c.currency = 'USD' where s.sku = any($1)
  order by array_position($1, s.sku)`

/** As `placeTestOrder`, for tests in which units or coupons may be gone. */
export async function tryTestOrder(
  db: Database,
  options: OrderOptions = {},
): Promise<Result<TestOrder, PlaceRefusal>> {
  const {
    units = { 'stool-sage': 2 },
    method = 'card',
    locale = 'en',
    now = new Date('2026-11-21T12:00:00Z'),
  } = options
  const { email = 'ada@example.com', tax = '19', coupon = null, note = '', credit = null } = options
  const token = randomBytes(32).toString('base64url')
  const { rows: skus } = await db.pool.query<{
    id: number
    sku: string
    slug: string
    product: number
    amount: number
  }>(skusInTurn, [Object.keys(units)])
  const facts: PricingFacts = {
    currency: 'USD',
    rates: { baseCurrency: 'USD', currencies: [] },
    lines: skus.map(({ sku, slug, amount }) => ({
      key: sku,
      product: slug,
      categories: [],
      collections: [],
      quantity: units[sku]!,
      amount,
      tiers: [],
      taxClass: 'standard',
      weight: 500,
    })),
    promotions: [],
    coupons:
      coupon === null
        ? []
        : [
            {
              slug: coupon.slug,
              code: coupon.code,
              conditions: { products: [], categories: [], collections: [], firstOrder: false },
              benefit: { kind: 'amount', amounts: { USD: coupon.amount } },
              stackable: true,
            },
          ],
    buyer: { isFirstOrder: null },
    shipping: { code: 'courier', rows: [{ maxWeight: null, minAmount: 0, amount: 500 }], freeFrom: null },
    tax: tax === null ? null : { mode: 'included', rates: { standard: tax }, shippingClass: 'standard' },
    paymentFee: 0,
    credit: credit?.amount ?? 0,
  }
  const quoted = quote(facts)
  const ownerHash = hashToken(token)
  // Nobody owns by a token that no cart has.
  await db.pool.query('insert into carts (token_hash, created_at, updated_at) values ($1, $2, $2)', [
    ownerHash,
    now,
  ])
  const { rows: checkouts } = await db.pool.query<{ id: number }>(
    `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
     values ($1, $2, 'USD', $3, $4, $5, $5) returning id`,
    [randomBytes(16).toString('base64url'), ownerHash, locale, JSON.stringify(Object.entries(units)), now],
  )
  const shop = shopWithMethods({ ...shopConfig.parse({}), theme: defaultTheme })
  const placed = await db.transact(async (tx) => {
    const made = await placeOrder(
      tx,
      { shop },
      {
        checkoutId: checkouts[0]!.id,
        ownerHash,
        network:
          options.from === undefined
            ? null
            : hashNetwork(await keyFor(db, 'networks', randomBytes(32)), options.from),
        customerId: credit?.customer ?? null,
        locale,
        currency: 'USD',
        conversion: null,
        email,
        contact: { email, marketing: false },
        address,
        billing: address,
        note,
        shipping: { code: 'courier', name: 'Courier', days: { from: 1, to: 3 } },
        quote: quoted,
        lines: skus.map(({ id, sku, slug, product }, index) => {
          const line = quoted.lines[index]!
          return {
            skuId: id,
            productId: product,
            sku,
            slug,
            title: slug === 'stool' && locale === 'zh' ? '橡木凳' : `The ${slug}`,
            choice: 'Sage',
            picture: null,
            quantity: line.quantity,
            amount: line.amount,
            net: line.net,
            tax: line.tax,
          }
        }),
        now,
        method: quoted.toPay === 0 ? null : testMethods.find(({ code }) => code === method)!,
        coupons: coupon === null ? [] : [coupon.id],
        who: [`m:${email}`],
      },
    )
    if (made.ok) await closeCheckout(tx, checkouts[0]!.id, { id: made.value.id, paymentMethod: null }, now)
    return made
  })
  if (!placed.ok) return placed
  const order = placed.value
  return ok({ ...order, token, total: quoted.total })
}

/** What a SKU has, as `on_hand/held`. */
export async function stockOf(db: Database, sku: string): Promise<string> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select on_hand || '/' || held as text from skus where sku = $1`,
    [sku],
  )
  return rows[0]!.text
}

/** Kinds of an order's events, in order. */
export async function eventsOf(db: Database, id: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ kind: string }>(
    'select kind from order_events where order_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

/** Says that the order's open payment was captured, as the operator does. */
export async function payTestOrder(work: PayWork, id: number): Promise<void> {
  const { pool } = work.db as Database
  const { rows } = await pool.query<{
    id: number
    provider: string
    amount: number
    currency: string
    reference: string | null
  }>(
    'select id, provider, amount, currency, reference from payments where order_id = $1 order by id desc limit 1',
    [id],
  )
  const payment = rows[0]!
  const reference = payment.reference ?? `test-${payment.id}`
  await pool.query('update payments set reference = $2 where id = $1', [payment.id, reference])
  const { provider, amount, currency } = payment
  const report = {
    eventId: `paid:${payment.id}`,
    reference,
    status: 'captured' as const,
    amount,
    currency,
    failure: null,
  }
  await applyPayment(work, provider, report, 'operator')
}
