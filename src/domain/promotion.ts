import type { Currency } from './currency.ts'
import { allocate, convert } from './money.ts'
import { portion } from './pricing-rounding.ts'

/* Conditions and benefits of promotions and coupons. Both are made of the same parts. */

/**
 * Minor units by currency. The base currency is always present; further ones are taken as they are, not converted.
 */
export type Amounts = Readonly<Record<Currency, number>>

/**
 * All given conditions must hold. The lists are slugs of the goods it applies to; without any, it applies to
 * everything.
 */
export interface Conditions {
  readonly minimumAmount?: Amounts
  readonly minimumQuantity?: number
  readonly products: readonly string[]
  readonly categories: readonly string[]
  readonly collections: readonly string[]
  readonly firstOrder: boolean
}

export type Benefit =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amounts: Amounts }
  /** Each unit it applies to costs this. */
  | { readonly kind: 'fixed-price'; readonly amounts: Amounts }
  | { readonly kind: 'free-shipping' }
  /** For each `buy` units, `get` of the cheapest others are cheaper by `percent`. */
  | { readonly kind: 'buy-get'; readonly buy: number; readonly get: number; readonly percent: number }
  /** The highest step that is reached counts; quantities ascend. */
  | { readonly kind: 'tiered'; readonly steps: readonly { quantity: number; percent: number }[] }

export interface Offer {
  readonly conditions: Conditions
  readonly benefit: Benefit
}

/** From the first moment up to but not including the second; null for no bound. */
export interface Window {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

export function isRunning({ startsAt, endsAt }: Window, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

/** How amounts of the base currency are converted. */
export interface Rates {
  readonly baseCurrency: Currency
  readonly currencies: readonly { code: Currency; rate: string; roundTo: number }[]
}

/**
 * The amount in a currency of the shop: its own, or the base currency's converted. Minor units; null where there is
 * neither, as after a change of the base currency.
 */
export function amountIn(amounts: Amounts, currency: Currency, rates: Rates): number | null {
  const own = amounts[currency]
  if (own !== undefined) return own
  const base = amounts[rates.baseCurrency]
  const rule = rates.currencies.find(({ code }) => code === currency)
  if (base === undefined || rule === undefined) return null
  return convert(base, rates.baseCurrency, currency, rule.rate, rule.roundTo)
}

/** The amounts of an offer, whatever they are for. */
function amountsOf({ conditions, benefit }: Offer): Amounts[] {
  return [
    ...(conditions.minimumAmount === undefined ? [] : [conditions.minimumAmount]),
    ...('amounts' in benefit ? [benefit.amounts] : []),
  ]
}

/** An offer that lacks an amount in a currency does not run in it. */
export function runsIn(offer: Offer, currency: Currency, rates: Rates): boolean {
  return amountsOf(offer).every((amounts) => amountIn(amounts, currency, rates) !== null)
}

/** The facts of a line that offers depend on. */
export interface Goods {
  readonly product: string
  readonly categories: readonly string[]
  readonly collections: readonly string[]
  readonly quantity: number
}

/** A line that the offer applies to, and its price at this step of the calculation. */
export interface PricedGoods {
  readonly quantity: number
  /** Of all its units, in minor units. */
  readonly net: number
}

/** In which currency, and for whom. */
export interface Terms {
  readonly currency: Currency
  readonly rates: Rates
  readonly buyer: { readonly isFirstOrder: boolean | null }
}

/** What is missing for an offer, with the gap if there is one (minor units, or units). */
export type Unmet =
  | { readonly name: 'not_in_currency' }
  | { readonly name: 'nothing_eligible' }
  | { readonly name: 'first_order_only' }
  | { readonly name: 'minimum_amount'; readonly missing: number }
  | { readonly name: 'minimum_quantity'; readonly missing: number }

export function namesGoods({ products, categories, collections }: Conditions): boolean {
  return products.length + categories.length + collections.length > 0
}

/** One name that fits is enough; an offer that names nothing is for everything. */
export function isEligible(conditions: Conditions, line: Omit<Goods, 'quantity'>): boolean {
  return (
    !namesGoods(conditions) ||
    conditions.products.includes(line.product) ||
    line.categories.some((slug) => conditions.categories.includes(slug)) ||
    line.collections.some((slug) => conditions.collections.includes(slug))
  )
}

/** The first condition that is not met, or null. `goods` are the eligible lines; only they count towards minimums. */
export function unmetBy(
  offer: Offer,
  goods: readonly PricedGoods[],
  { currency, rates, buyer }: Terms,
): Unmet | null {
  if (!runsIn(offer, currency, rates)) return { name: 'not_in_currency' }
  const { conditions, benefit } = offer
  if (goods.length === 0) return { name: 'nothing_eligible' }
  if (conditions.firstOrder && buyer.isFirstOrder === false) return { name: 'first_order_only' }
  const { minimumAmount } = conditions
  const amountAsked = minimumAmount === undefined ? 0 : (amountIn(minimumAmount, currency, rates) ?? 0)
  const amount = goods.reduce((total, { net }) => total + net, 0)
  if (amount < amountAsked) return { name: 'minimum_amount', missing: amountAsked - amount }
  const quantityAsked = Math.max(conditions.minimumQuantity ?? 0, quantityFor(benefit))
  const quantity = countOf(goods)
  if (quantity < quantityAsked) return { name: 'minimum_quantity', missing: quantityAsked - quantity }
  return null
}

/** From how many units on a benefit gives anything. */
function quantityFor(benefit: Benefit): number {
  if (benefit.kind === 'buy-get') return benefit.buy + 1
  return benefit.kind === 'tiered' ? (benefit.steps[0]?.quantity ?? 0) : 0
}

/** The reduction of each line, a percentage rounded half up per line; of an offer whose conditions are met. */
export function reduceLines(benefit: Benefit, goods: readonly PricedGoods[], terms: Terms): number[] {
  switch (benefit.kind) {
    case 'percent':
      return goods.map(({ net }) => portion(net, benefit.percent, 100))
    case 'tiered': {
      const percent = reachedPercent(benefit.steps, countOf(goods))
      return goods.map(({ net }) => portion(net, percent, 100))
    }
    case 'fixed-price': {
      const price = amountIn(benefit.amounts, terms.currency, terms.rates)
      return goods.map(({ net, quantity }) => (price === null ? 0 : Math.max(0, net - price * quantity)))
    }
    case 'buy-get':
      return reduceCheapest(benefit, goods)
    case 'amount':
    case 'free-shipping':
      return goods.map(() => 0)
  }
}

/**
 * The reduction of each line by a benefit for the goods as a whole: a percentage is rounded once, half up, and spread
 * over the lines by their prices; so is an amount, which never exceeds the price of the goods.
 */
export function reduceTogether(benefit: Benefit, goods: readonly PricedGoods[], terms: Terms): number[] {
  const total = goods.reduce((amount, { net }) => amount + net, 0)
  switch (benefit.kind) {
    case 'percent':
      return spread(portion(total, benefit.percent, 100), goods)
    case 'tiered':
      return spread(portion(total, reachedPercent(benefit.steps, countOf(goods)), 100), goods)
    case 'amount':
      return spread(Math.min(total, amountIn(benefit.amounts, terms.currency, terms.rates) ?? 0), goods)
    case 'fixed-price':
    case 'buy-get':
    case 'free-shipping':
      return reduceLines(benefit, goods, terms)
  }
}

function reachedPercent(steps: readonly { quantity: number; percent: number }[], quantity: number): number {
  return steps.findLast((step) => step.quantity <= quantity)?.percent ?? 0
}

/** The cheapest units across all lines; of equally cheap ones those of the first line. */
function reduceCheapest(
  { buy, get, percent }: Extract<Benefit, { kind: 'buy-get' }>,
  goods: readonly PricedGoods[],
): number[] {
  const count = countOf(goods)
  const rest = count % (buy + get)
  let left = Math.floor(count / (buy + get)) * get + Math.max(0, rest - buy)
  const reductions = goods.map(() => 0)
  const cheapestFirst = goods
    .map((line, index) => ({ ...line, index }))
    // Of a line that was reduced before, one unit costs a fraction: a/b < c/d is a×d < c×b.
    .toSorted((a, b) => compare(BigInt(a.net) * BigInt(b.quantity), BigInt(b.net) * BigInt(a.quantity)))
  for (const { net, quantity, index } of cheapestFirst) {
    const units = Math.min(left, quantity)
    reductions[index] = portion(net, BigInt(units) * BigInt(percent), BigInt(quantity) * 100n)
    left -= units
  }
  return reductions
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function countOf(goods: readonly PricedGoods[]): number {
  return goods.reduce((count, { quantity }) => count + quantity, 0)
}

function spread(amount: number, goods: readonly PricedGoods[]): number[] {
  return allocate(
    amount,
    goods.map(({ net }) => net),
  )
}
