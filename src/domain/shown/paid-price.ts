import type { Currency } from '../currency.ts'
import { promoteGoods } from '../pricing-goods.ts'
import {
  isEligible,
  isRunning,
  runsIn,
  type Goods,
  type Offer,
  type Rates,
  type Window,
} from '../promotion.ts'
import type { PromotionFacts } from '../quote.ts'
import { day } from '../time.ts'

/*
 * The price wherever goods are shown: what one unit costs in a cart of its own. It is calculated by the steps of the
 * cart (`promoteGoods`), so the two cannot differ. Specified in docs/prices.md.
 */

export interface RunningPromotion extends PromotionFacts, Window {
  /** By language. */
  readonly names: Readonly<Record<string, string>> | null
}

/** The promotions that run at one moment, and how their amounts are read. */
export interface PriceTerms {
  readonly currency: Currency
  readonly rates: Rates
  /** In the order in which they are tried. */
  readonly promotions: readonly RunningPromotion[]
}

/** The facts of a product that promotions depend on. */
export type PromotedGoods = Omit<Goods, 'quantity'>

export interface PaidPrice {
  /** Minor units. */
  readonly amount: number
  /** The promotions that made it lower. */
  readonly by: readonly RunningPromotion[]
}

/** The terms of a shop without promotions. */
export function withoutPromotions(currency: Currency): PriceTerms {
  return { currency, rates: { baseCurrency: currency, currencies: [] }, promotions: [] }
}

export function termsAt(
  now: Date,
  promotions: readonly RunningPromotion[],
  { currency, rates }: Pick<PriceTerms, 'currency' | 'rates'>,
): PriceTerms {
  return { currency, rates, promotions: promotions.filter((promotion) => isRunning(promotion, now)) }
}

/**
 * A promotion that asks for nothing but one unit is in the price; every other one is told in words. So is an amount
 * off: it is taken off the order once, not off each unit.
 */
export function isInPrice({ conditions, benefit }: Offer): boolean {
  const { minimumAmount, minimumQuantity = 1, firstOrder } = conditions
  if (minimumAmount !== undefined || minimumQuantity > 1 || firstOrder) return false
  if (benefit.kind === 'tiered') return benefit.steps[0]!.quantity <= 1
  return benefit.kind === 'percent' || benefit.kind === 'fixed-price'
}

/** The promotions for these goods, whatever else they ask for. */
export function promotionsFor(
  goods: PromotedGoods,
  { promotions, currency, rates }: PriceTerms,
): RunningPromotion[] {
  return promotions.filter(
    (promotion) => isEligible(promotion.conditions, goods) && runsIn(promotion, currency, rates),
  )
}

/** @param amount of one unit without promotions, in minor units */
export function paidPrice(amount: number, goods: PromotedGoods, terms: PriceTerms): PaidPrice {
  return paidBy(amount, promotionsFor(goods, terms).filter(isInPrice), terms)
}

/**
 * The same for promotions that are known to be for the goods and in the price. A dearer unit never becomes the cheaper
 * one, so the span of a product's prices is that of its cheapest and its dearest SKU.
 */
export function paidBy(
  amount: number,
  promotions: readonly RunningPromotion[],
  { currency, rates }: Pick<PriceTerms, 'currency' | 'rates'>,
): PaidPrice {
  if (promotions.length === 0) return { amount, by: [] }
  const { nets, adjustments } = promoteGoods({
    currency,
    rates,
    lines: [{ ...itself, amount }],
    promotions: promotions.map(forItself),
    buyer: { isFirstOrder: null },
  })
  const slugs = new Set(
    adjustments.flatMap(({ because }) => (because.kind === 'promotion' ? [because.slug] : [])),
  )
  return { amount: nets[0]!, by: promotions.filter(({ slug }) => slugs.has(slug)) }
}

const itself = {
  key: '',
  product: '',
  categories: [],
  collections: [],
  quantity: 1,
  tiers: [],
  taxClass: 'standard',
  weight: 0,
}

/** One that names goods names this one; whether it names any decides the step in which it counts. */
function forItself<P extends PromotionFacts>(promotion: P): P {
  const { products, categories, collections } = promotion.conditions
  if (products.length + categories.length + collections.length === 0) return promotion
  const conditions = { ...promotion.conditions, products: [''], categories: [], collections: [] }
  return { ...promotion, conditions }
}

/**
 * The price to strike out: the merchant's former price where there is one, otherwise the price without promotions.
 * Null: nothing is reduced.
 */
export function struckPrice(amount: number, paid: number, line: number | null): number | null {
  if (line !== null && line > amount) return line
  return paid < amount ? amount : null
}

/** Days in which the lowest price before a reduction is looked for. */
const priorDays = 30

/** A price and for how long it held; null for no bound. */
export interface HeldPrice {
  readonly amount: number
  readonly since: Date
  readonly until: Date | null
}

/**
 * What was the lowest that one unit cost in the 30 days before this moment, with the promotions of that time; null if
 * it had no price then. Directive (EU) 2019/2161, article 2.
 */
export function lowestPaidBefore(
  moment: Date,
  held: readonly HeldPrice[],
  goods: PromotedGoods,
  known: PriceTerms,
): number | null {
  const from = new Date(moment.getTime() - priorDays * day)
  const isWithin = (at: Date | null): at is Date => at !== null && from <= at && at < moment
  // Between two of these nothing changes.
  const turns = [
    from,
    ...held.flatMap(({ since, until }) => [since, until]),
    ...known.promotions.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  ].filter(isWithin)
  const paid = turns.flatMap((at) => {
    const price = held.find(({ since, until }) => since <= at && (until === null || at < until))
    return price === undefined
      ? []
      : [paidPrice(price.amount, goods, termsAt(at, known.promotions, known)).amount]
  })
  return paid.length === 0 ? null : Math.min(...paid)
}
