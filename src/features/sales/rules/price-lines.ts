import { anyQuantity } from '#domain/quantity/quantity-rule.ts'
import { lineTrouble, type LineTrouble, type Supply } from '#domain/cart.ts'
import { weightOf } from '#domain/pricing-charges.ts'
import { promoteGoods } from '#domain/pricing-goods.ts'
import { quote } from '#domain/pricing.ts'
import { isRunning } from '#domain/promotion.ts'
import type {
  CouponFacts,
  CouponOutcome,
  LineFacts,
  PricingFacts,
  Quote,
  ShippingMethodFacts,
} from '#domain/quote.ts'
import { shippingAmount } from '#domain/delivery/shipping.ts'
import {
  claimableCoupons,
  couponsByCodes,
  type CouponTerms,
  type PromotionTerms,
} from '#features/promotions/queries/terms.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { PaymentMethod, ShippingMethod } from '#wire/settings/sales.ts'
import type { LineSku } from '../queries/line-skus.ts'
import { pricedSkus } from '../queries/line-skus.ts'
import { choiceOf } from './choice.ts'
import { lineFacts } from './line-facts.ts'
import {
  paymentFee,
  paymentFor,
  shippingFacts,
  shippingTo,
  taxesFor,
  type Destination,
} from './markets-and-methods.ts'

export type { Destination } from './markets-and-methods.ts'

/** What is to be priced, and for whom. */
export interface PriceRequest {
  /** A SKU once at most. */
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
  /** As they were entered. */
  readonly couponCodes: readonly string[]
  readonly destination: Destination
  /** The chosen method; null for the first that is available. */
  readonly shippingMethod: string | null
  /** The chosen method; null for the only one, if there is one. */
  readonly paymentMethod: string | null
  /** Minor units of store credit, at most. */
  readonly creditWanted: number
  readonly buyer: {
    /** Null: not known yet. */
    readonly isFirstOrder: boolean | null
    /** The identities under which this buyer's uses of coupons are counted: `m:who@example.org`. */
    readonly who: readonly string[]
  }
  /** From `promotionsOf`. */
  readonly promotions: readonly PromotionTerms[]
}

export interface PricedLine {
  readonly sku: string
  readonly quantity: number
  /** Null: the shop does not know the SKU any more. */
  readonly row: LineSku | null
  readonly title: string
  /** "Sage, large" */
  readonly choice: string
  readonly supply: Supply
  /** Why it cannot be bought as it is. Sold-out lines are in no sum. */
  readonly trouble: LineTrouble | null
}

/** An entered code and its result; `terms` is null for an unknown code. */
export interface EnteredCoupon {
  readonly code: string
  readonly terms: (CouponTerms & { readonly uses: number }) | null
  readonly state: 'usable' | 'unknown' | 'expired' | 'used_up' | 'used_by_you'
  /** Of a usable one. */
  readonly outcome: CouponOutcome | null
}

export interface ShippingOffer {
  readonly method: ShippingMethod
  readonly facts: ShippingMethodFacts
}

export interface Priced {
  readonly lines: readonly PricedLine[]
  readonly facts: PricingFacts
  readonly quote: Quote
  readonly coupons: readonly EnteredCoupon[]
  /** The methods that serve the destination, in the merchant's order. */
  readonly shipping: readonly ShippingOffer[]
  /** The chosen method, otherwise the first; null if the chosen one does not serve the destination, or none does. */
  readonly shippingMethod: ShippingMethod | null
  readonly payment: readonly PaymentMethod[]
  /** The chosen one, else the only one; null when there is something to choose still. */
  readonly paymentMethod: PaymentMethod | null
}

type PriceCtx = Pick<Ctx, 'shop' | 'currency' | 'locale' | 'now' | 'pay' | 't'>

/** The coupons that everyone may claim and that can be used now, for `adviseCoupons`. */
export async function couponsToOffer(ctx: Pick<Ctx, 'db' | 'kept' | 'now'>): Promise<CouponTerms[]> {
  const known = await ctx.kept('coupon terms', ['promotions'], () => claimableCoupons(ctx.db, ctx.now))
  return known.filter((terms) => isRunning(terms, ctx.now) && !terms.isUsedUp)
}

/** Prices lines as the database has them at this moment, in `ctx.currency`. */
export async function priceLines(ctx: PriceCtx, db: Db, request: PriceRequest): Promise<Priced> {
  const { lines, couponCodes, buyer } = request
  return priceGoods(ctx, request, await findGoods(ctx, db, { lines, couponCodes, who: buyer.who }))
}

/** Prices lines that have been read in `ctx.currency` already. */
export async function priceFound(
  ctx: PriceCtx,
  db: Db,
  request: Omit<PriceRequest, 'lines'> & Pick<Priced, 'lines'>,
): Promise<Priced> {
  const { lines, couponCodes, buyer } = request
  const coupons = await enteredCoupons(ctx, db, couponCodes, buyer.who)
  return priceGoods(ctx, request, { lines, coupons })
}

/** What a price depends on in the database. */
export interface FoundGoods {
  readonly lines: readonly PricedLine[]
  readonly coupons: readonly Omit<EnteredCoupon, 'outcome'>[]
}

/** Reads lines and entered coupons, in one round trip of a transaction. @param wanted `who`: as in `PriceRequest` */
export async function findGoods(
  ctx: PriceCtx,
  db: Db,
  wanted: Pick<PriceRequest, 'lines' | 'couponCodes'> & Pick<PriceRequest['buyer'], 'who'>,
): Promise<FoundGoods> {
  const [lines, coupons] = await Promise.all([
    linesOf(ctx, db, wanted.lines),
    enteredCoupons(ctx, db, wanted.couponCodes, wanted.who),
  ])
  return { lines, coupons }
}

/** Prices what has been read, in `ctx.currency`. */
export function priceGoods(
  ctx: PriceCtx,
  request: Omit<PriceRequest, 'lines' | 'couponCodes'>,
  { lines, coupons }: FoundGoods,
): Priced {
  const { shop, currency } = ctx
  const rates = shop.shop
  const goods: PricingFacts = {
    currency,
    rates,
    lines: lines.flatMap(pricedFacts),
    promotions: request.promotions,
    coupons: coupons.flatMap(({ state, terms }) => (state === 'usable' && terms ? [couponFacts(terms)] : [])),
    buyer: { isFirstOrder: request.buyer.isFirstOrder },
    shipping: null,
    tax: taxesFor(shop.sales, request.destination),
    paymentFee: 0,
    credit: 0,
  }
  const shipping = shippingOffers(ctx, goods, request.destination)
  const chosen = chosenOffer(shipping, request.shippingMethod)
  const sent: PricingFacts = { ...goods, shipping: chosen?.facts ?? null }
  const before = quote(sent)
  // What store credit pays whole is paid in no other way, and costs no fee.
  const isCovered = request.creditWanted > 0 && request.creditWanted >= before.total
  const sold = { country: request.destination.country, currency, total: before.total }
  const payment = isCovered
    ? []
    : paymentFor(shop.sales, sold, rates).filter(({ provider }) => ctx.pay.get(provider)?.isReady)
  const method = chosenPayment(payment, request.paymentMethod)
  const fee = method === null ? 0 : paymentFee(method, currency, rates)
  const isSettled = fee === 0 && request.creditWanted === 0
  const facts = isSettled ? sent : { ...sent, paymentFee: fee, credit: request.creditWanted }
  const final = isSettled ? before : quote(facts)
  return {
    lines,
    facts,
    quote: final,
    coupons: coupons.map((coupon) => withOutcome(coupon, final)),
    shipping,
    shippingMethod: chosen?.method ?? null,
    payment,
    paymentMethod: method,
  }
}

/** Lines as the shop has them now, in `ctx.currency`. */
export async function linesOf(ctx: PriceCtx, db: Db, wanted: PriceRequest['lines']): Promise<PricedLine[]> {
  const chain = fallbackChain(ctx.locale)
  const skus = wanted.map(({ sku }) => sku)
  const found = new Map(
    (await pricedSkus(db, skus, ctx.currency, chain)).map((row) => [row.sku, row] as const),
  )
  return wanted.map(({ sku, quantity }) => pricedLine(sku, quantity, found.get(sku) ?? null, ctx))
}

/** A line with its stock. @param row null for a SKU that no longer exists */
export function pricedLine(
  sku: string,
  quantity: number,
  row: LineSku | null,
  ctx: Pick<Ctx, 'locale' | 't'>,
): PricedLine {
  const supply = row ?? { available: 0, backorder: false, offered: false, ...anyQuantity }
  return {
    sku,
    quantity,
    row,
    title: row?.title ?? sku,
    choice: row ? choiceOf(row, ctx) : '',
    supply,
    trouble: lineTrouble(quantity, supply),
  }
}

function pricedFacts({ row, quantity, trouble }: PricedLine): LineFacts[] {
  const facts = row === null || trouble === 'sold_out' ? null : lineFacts(row, quantity)
  return facts === null ? [] : [facts]
}

async function enteredCoupons(
  ctx: PriceCtx,
  db: Db,
  couponCodes: PriceRequest['couponCodes'],
  who: PriceRequest['buyer']['who'],
): Promise<Omit<EnteredCoupon, 'outcome'>[]> {
  if (couponCodes.length === 0) return []
  const found = new Map(
    (await couponsByCodes(db, couponCodes, who)).map((terms) => [terms.code.toUpperCase(), terms]),
  )
  return couponCodes.map((code) => {
    const terms = found.get(code.toUpperCase()) ?? null
    return { code, terms, state: couponState(terms, ctx.now) }
  })
}

/** Whether a coupon can be used at all, whatever is bought. */
export function couponState(
  terms: (CouponTerms & { readonly uses: number }) | null,
  now: Date,
): EnteredCoupon['state'] {
  if (terms === null || !terms.visible) return 'unknown'
  if (!isRunning(terms, now)) return 'expired'
  if (terms.uses >= terms.limitPerCustomer) return 'used_by_you'
  return terms.isUsedUp ? 'used_up' : 'usable'
}

/** A coupon in the form that the calculation takes. */
export function couponFacts({ code, slug, conditions, benefit, stackable }: CouponTerms): CouponFacts {
  return { code, slug, conditions, benefit, stackable }
}

function withOutcome(coupon: Omit<EnteredCoupon, 'outcome'>, { coupons }: Quote): EnteredCoupon {
  const code = coupon.state === 'usable' ? coupon.terms?.code : undefined
  return { ...coupon, outcome: coupons.find((outcome) => outcome.code === code) ?? null }
}

function shippingOffers(ctx: PriceCtx, facts: PricingFacts, destination: Destination): ShippingOffer[] {
  if (facts.lines.length === 0) return []
  const weight = weightOf(facts)
  const qualifying = promoteGoods(facts).qualifying.reduce((sum, amount) => sum + amount, 0)
  return shippingTo(ctx.shop.sales, destination)
    .map((method) => ({ method, facts: shippingFacts(method, ctx.currency, ctx.shop.shop) }))
    .filter((offer) => shippingAmount(offer.facts, weight, qualifying) !== null)
}

function chosenOffer(offers: readonly ShippingOffer[], code: string | null): ShippingOffer | null {
  if (code === null) return offers[0] ?? null
  return offers.find(({ method }) => method.code === code) ?? null
}

function chosenPayment(methods: readonly PaymentMethod[], code: string | null): PaymentMethod | null {
  if (code === null) return methods.length === 1 ? methods[0]! : null
  return methods.find((method) => method.code === code) ?? null
}
