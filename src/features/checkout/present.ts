import { unitAmount } from '#domain/tiers.ts'
import { adviseCoupons } from '#domain/coupon-advice.ts'
import { deliveryDay } from '#domain/delivery-day.ts'
import { deliverySpan } from '#domain/delivery.ts'
import { quote } from '#domain/pricing.ts'
import type { CouponOutcome, CouponRefusal, Quote, QuotedLine } from '#domain/quote.ts'
import {
  couponFacts,
  type EnteredCoupon,
  type Priced,
  type PricedLine,
  type ShippingOffer,
} from '#features/cart/actions/price-lines.ts'
import { methodName, paymentFee } from '#features/cart/actions/sales.ts'
import { explainQuote } from '#features/orders/actions/explain-quote.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { formatDaySpan, formatMoney } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { PaymentMethod, ShippingMethod } from '#wire/shop-config.ts'
import type { Assessment, ShopFacts } from './assess.ts'
import type { CheckoutView, CouponRow } from './contract.ts'
import { countriesFor } from './countries.ts'
import type { CheckoutRow } from './queries/checkouts.ts'

/**
 * A checkout in the visitor's words.
 * @param ctx in the checkout's own currency
 * @param candidates coupons that the buyer could use
 */
export function presentCheckout(
  row: CheckoutRow,
  assessment: Assessment,
  facts: ShopFacts,
  candidates: readonly CouponTerms[],
  ctx: Ctx,
): CheckoutView {
  const { priced, missing, contact, address, billing } = assessment
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    slug: row.slug,
    currency: row.currency,
    lines: priced.lines.map((line) => presentLine(line, priced.quote, ctx)),
    contact,
    address,
    billing,
    note: row.note,
    countries: countriesFor(ctx.shop.sales, ctx.lang),
    shippingMethods: priced.shipping.map((offer) => presentShipping(offer, priced, ctx)),
    shippingMethod: priced.shippingMethod?.code ?? null,
    paymentMethods: priced.payment.map((method) => presentPaymentMethod(method, ctx)),
    paymentMethod: priced.paymentMethod?.code ?? null,
    coupons: priced.coupons.map((coupon) => presentEntered(coupon, ctx)),
    ...presentAdvice(priced, candidates, ctx),
    // A guest has none; accounts bring it.
    credit: null,
    sums: presentSums(priced, facts, ctx),
    total: priced.quote.total,
    totalText: formatMoney(priced.quote.total, ctx.currency, ctx.lang),
    missing,
    terms: facts.terms,
    order: row.orderNumber === null ? null : { number: row.orderNumber, href: links.order(row.orderNumber) },
  }
}

function presentLine(line: PricedLine, { lines }: Quote, ctx: Ctx): CheckoutView['lines'][number] {
  const { row, sku, quantity, supply, trouble } = line
  const quoted = lines.find(({ key }) => key === sku)
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const money = (amount: number): string => formatMoney(amount, ctx.currency, ctx.lang)
  return {
    sku,
    title: line.title,
    href: row === null ? links.home() : links.product(row.slug, sku),
    choice: line.choice,
    picture: row?.picture ? presentPicture(row.picture, row.picture.alt, line.title, ctx.locale) : null,
    quantity,
    price: unitPrice(line, money),
    total: quoted ? money(quoted.net) : '',
    before: quoted && quoted.net < quoted.gross ? money(quoted.gross) : null,
    trouble: lineText(line, ctx),
    left: trouble === null ? null : Math.max(0, supply.offered ? supply.available : 0),
  }
}

/** What one costs in that quantity. */
function unitPrice({ row, quantity }: PricedLine, money: (amount: number) => string): string {
  return row === null || row.amount === null ? '' : money(unitAmount(row.amount, row.tiers ?? [], quantity))
}

/** Why a line cannot be bought as it is; null when it can. */
export function lineText({ trouble, supply }: Pick<PricedLine, 'trouble' | 'supply'>, ctx: Pick<Ctx, 't'>): string | null {
  if (trouble === null) return null
  if (trouble === 'sold_out') return problemText({ name: 'out_of_stock' }, ctx.t)
  return problemText({ name: 'not_enough_stock', details: { left: Math.max(0, supply.available) } }, ctx.t)
}

/** A method with what it would cost: free shipping by promotions and coupons is counted in. */
export function presentShipping(
  { method, facts }: ShippingOffer,
  priced: Priced,
  ctx: Ctx,
): CheckoutView['shippingMethods'][number] {
  const isChosen = method === priced.shippingMethod
  const { shipping } = isChosen ? priced.quote : quote({ ...priced.facts, shipping: facts })
  return {
    code: method.code,
    name: methodName(method, ctx),
    note: pickText(method.note, ctx.locale),
    price:
      shipping === null || shipping === 0
        ? ctx.t('checkout.call.free')
        : formatMoney(shipping, ctx.currency, ctx.lang),
    arrives: arrivalText(method, ctx),
  }
}

/** "Tue, Nov 24 – Wed, Nov 25"; empty where the shop does not say when it works. */
function arrivalText({ days }: ShippingMethod, { shop, now, lang }: Ctx): string {
  const settings = shop.shop.delivery
  if (settings === null || shop.sales.shipping.length === 0) return ''
  const { today, isPacked } = deliveryDay(settings, now)
  return formatDaySpan(deliverySpan(today, isPacked, settings.handling, days, settings), lang)
}

export function presentPaymentMethod(
  method: PaymentMethod,
  ctx: Ctx,
): CheckoutView['paymentMethods'][number] {
  const fee = paymentFee(method, ctx.currency, ctx.shop.shop)
  return {
    code: method.code,
    name: methodName(method, ctx),
    note: pickText(method.note, ctx.locale),
    fee:
      fee === 0
        ? ''
        : ctx.t('checkout.call.fee', { amount: formatMoney(fee, ctx.currency, ctx.lang) }),
  }
}

export function presentEntered({ code, terms, state, outcome }: EnteredCoupon, ctx: Ctx): CouponRow {
  const name = terms && state !== 'unknown' ? pickText(terms.names, ctx.locale) || code : code
  if (outcome !== null) return presentOutcome(outcome, name, ctx)
  const why = {
    unknown: 'unknown_coupon',
    expired: 'coupon_expired',
    used_up: 'coupon_used_up',
    used_by_you: 'coupon_used_by_you',
    usable: 'coupon_no_effect',
  } as const
  return { code, name, applied: false, text: problemText({ name: why[state] }, ctx.t) }
}

function presentOutcome(outcome: CouponOutcome, name: string, ctx: Ctx): CouponRow {
  const { code, applied } = outcome
  return { code, name, applied, text: applied ? savedText(outcome.saved, ctx) : refusalText(outcome.why, ctx) }
}

function savedText(saved: number, { t, currency, lang }: Ctx): string {
  // Free shipping is worth something before anybody knows how much.
  if (saved === 0) return t('checkout.call.coupon_free_shipping')
  return t('checkout.call.coupon_saves', { amount: formatMoney(saved, currency, lang) })
}

function refusalText(why: CouponRefusal, { t, currency, lang }: Ctx): string {
  if (why.name === 'coupon_minimum_amount')
    return problemText({ name: why.name, details: { missing: formatMoney(why.missing, currency, lang) } }, t)
  if (why.name === 'coupon_minimum_quantity')
    return problemText({ name: why.name, details: { missing: why.missing } }, t)
  return problemText({ name: why.name }, t)
}

/** What other coupons would do, the best first, and which of all would be best together. */
function presentAdvice(
  { facts, coupons, quote: now }: Priced,
  candidates: readonly CouponTerms[],
  ctx: Ctx,
): Pick<CheckoutView, 'advice' | 'bestCoupons'> {
  const offers = candidates.map(couponFacts)
  const { best, outcomes } = adviseCoupons(facts, offers)
  const isEntered = (code: string): boolean => coupons.some(({ terms }) => terms?.code === code)
  const others = outcomes
    .filter(({ code }) => !isEntered(code))
    .toSorted((a, b) => worth(b) - worth(a))
    .map((outcome) => presentOutcome(outcome, nameOf(outcome.code, candidates, ctx), ctx))
  const chosen = best.flatMap((code) => offers.filter((offer) => offer.code === code))
  const isBetter = best.some((code) => !isEntered(code)) && quote({ ...facts, coupons: chosen }).total < now.total
  return { advice: others, bestCoupons: isBetter ? [...best] : [] }
}

/** What saves most comes first; of those that do not apply the one that is nearest. */
function worth(outcome: CouponOutcome): number {
  if (outcome.applied) return outcome.saved + 1
  return 'missing' in outcome.why ? -outcome.why.missing : Number.NEGATIVE_INFINITY
}

function nameOf(code: string, candidates: readonly CouponTerms[], { locale }: Ctx): string {
  return pickText(candidates.find((candidate) => candidate.code === code)?.names, locale) || code
}

function presentSums(priced: Priced, { promotions }: ShopFacts, ctx: Ctx): CheckoutView['sums'] {
  const names = {
    promotions: new Map(promotions.map(({ slug, names: own }) => [slug, own ?? {}])),
    coupons: new Map(
      priced.coupons.flatMap(({ terms }) => (terms ? [[terms.slug, terms.names ?? {}] as const] : [])),
    ),
  }
  const method = priced.shippingMethod
  const sums = explainQuote(priced.quote, method === null ? '' : methodName(method, ctx), names, ctx)
  if (priced.quote.shipping !== null) return sums
  const at = sums.findIndex(({ kind }) => kind === 'fee' || kind === 'tax' || kind === 'total')
  return sums.toSpliced(at, 0, { kind: 'shipping', label: ctx.t('checkout.call.shipping'), amount: '' })
}

/** Of a line, as the order keeps it. */
export function quotedLine({ lines }: Quote, sku: string): QuotedLine {
  const found = lines.find(({ key }) => key === sku)
  if (!found) throw new Error(`${sku} is not in the quote`)
  return found
}
