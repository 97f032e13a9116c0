import { orderTotal, servicesFor, type Services } from './pricing-charges.ts'
import {
  eligibleLines,
  pricedGoods,
  promoteGoods,
  reductionsOf,
  shareAdjustments,
  type PromotedGoods,
} from './pricing-goods.ts'
import { sum } from './pricing-rounding.ts'
import { unmetBy, type Benefit } from './promotion.ts'
import type { Adjustment, CouponFacts, CouponOutcome, CouponRefusal, PricingFacts } from './quote.ts'

/** The effect that a coupon would have in addition to the entered ones. */
export function tryCoupon(facts: PricingFacts, coupon: CouponFacts): CouponOutcome {
  const goods = promoteGoods(facts)
  const entered = facts.coupons.some(({ code }) => code === coupon.code)
  const { outcomes } = applyCoupons(facts, goods, entered ? facts.coupons : [...facts.coupons, coupon])
  return outcomes.find(({ code }) => code === coupon.code)!
}

export interface AppliedCoupons {
  /** Of the lines, after coupons. */
  readonly nets: readonly number[]
  readonly services: Services
  /** Shares of lines; savings by free shipping are part of shipping. */
  readonly adjustments: readonly Adjustment[]
  /** The coupon by which shipping is free, or will be once a method is chosen. */
  readonly freeShipping: CouponFacts | null
  /** In the order in which they were entered. */
  readonly outcomes: readonly CouponOutcome[]
}

/**
 * Which of the entered coupons are used, and what they take off. One without effect is not used and blocks no other;
 * of the rest the first is used, and all that can be combined with it.
 */
export function applyCoupons(
  facts: PricingFacts,
  goods: PromotedGoods,
  entered: readonly CouponFacts[],
): AppliedCoupons {
  const refused = new Map<CouponFacts, CouponRefusal>()
  const willing = distinct(entered).filter((coupon) => {
    const why = refusalOf(coupon, facts, goods)
    if (why) refused.set(coupon, why)
    return why === null
  })
  const together = usableTogether(willing)
  for (const coupon of willing) {
    if (!together.includes(coupon)) refused.set(coupon, { name: 'coupon_not_with_others' })
  }
  const used = withoutUseless(together, facts, goods)
  for (const coupon of together) {
    if (!used.includes(coupon)) refused.set(coupon, { name: 'coupon_no_effect' })
  }

  const reduction = reduce(used, facts, goods)
  const services = servicesFor(facts, goods, reduction.freeShipping !== null)
  const outcomes = entered.map((coupon, index): CouponOutcome => {
    const { code, slug } = coupon
    const isRepeated = entered.findIndex((other) => other.code === code) < index
    const why = isRepeated ? ({ name: 'coupon_no_effect' } as const) : refused.get(coupon)
    if (why) return { code, slug, applied: false, why }
    const shipping =
      services.freeBy === 'coupon' && coupon === reduction.freeShipping ? services.listed : null
    return { code, slug, applied: true, saved: (reduction.saved.get(coupon) ?? 0) + (shipping ?? 0) }
  })
  return { ...reduction, services, outcomes }
}

/** The first of each code. */
export function distinct(coupons: readonly CouponFacts[]): CouponFacts[] {
  return coupons.filter(({ code }, index) => coupons.findIndex((other) => other.code === code) === index)
}

/** Why a coupon gives nothing whatever else is used, or null. */
export function refusalOf(
  coupon: CouponFacts,
  facts: PricingFacts,
  goods: PromotedGoods,
): CouponRefusal | null {
  const eligible = eligibleLines(coupon.conditions, facts.lines)
  const unmet = unmetBy(coupon, pricedGoods(eligible, facts.lines, goods.qualifying), facts)
  if (unmet !== null)
    return 'missing' in unmet
      ? { name: `coupon_${unmet.name}`, missing: unmet.missing }
      : { name: `coupon_${unmet.name}` }
  const isUseful = isBetter(standingOf([coupon], facts, goods), standingOf([], facts, goods))
  return isUseful ? null : { name: 'coupon_no_effect' }
}

function usableTogether(willing: readonly CouponFacts[]): CouponFacts[] {
  const first = willing[0]
  if (first === undefined) return []
  return first.stackable ? willing.filter(({ stackable }) => stackable) : [first]
}

/** Combined with others, a coupon may have no effect left; the last entered is dropped first. */
function withoutUseless(
  used: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
): readonly CouponFacts[] {
  const standing = standingOf(used, facts, goods)
  const without = (coupon: CouponFacts) => used.filter((other) => other !== coupon)
  const useless = used.findLast((coupon) => !isBetter(standing, standingOf(without(coupon), facts, goods)))
  return useless === undefined ? used : withoutUseless(without(useless), facts, goods)
}

/** The result of a combination. */
export interface Standing {
  readonly total: number
  /** Shipping will be free by a promotion or coupon: counts as an effect while its price is unknown. */
  readonly awaitsFreeShipping: boolean
}

export function isBetter(a: Standing, b: Standing): boolean {
  return a.total === b.total ? a.awaitsFreeShipping && !b.awaitsFreeShipping : a.total < b.total
}

export function standingOf(
  used: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
): Standing {
  const { nets, freeShipping } = reduce(used, facts, goods)
  return standingWith(servicesFor(facts, goods, freeShipping !== null), nets, facts)
}

export function standingWith(services: Services, nets: readonly number[], facts: PricingFacts): Standing {
  return {
    total: orderTotal(facts, services, nets),
    awaitsFreeShipping: services.listed === null && services.isPromisedFree,
  }
}

/** Applies coupons to the goods one after the other in a fixed order, so that the order of entry does not matter. */
function reduce(
  used: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
): Pick<AppliedCoupons, 'nets' | 'adjustments' | 'freeShipping'> & { saved: Map<CouponFacts, number> } {
  let nets = goods.nets
  const adjustments: Adjustment[] = []
  const saved = new Map<CouponFacts, number>()
  const ordered = inOrderOfUse(used)
  for (const coupon of ordered) {
    const reductions = reductionsOf(coupon, facts, nets)
    const { slug, code } = coupon
    adjustments.push(...shareAdjustments(facts.lines, reductions, { kind: 'coupon', slug, code }))
    saved.set(coupon, sum(reductions))
    nets = nets.map((net, index) => net - reductions[index]!)
  }
  const freeShipping = ordered.find(({ benefit }) => benefit.kind === 'free-shipping') ?? null
  return { nets, adjustments, freeShipping, saved }
}

// Fixed prices first, then percentages, then amounts: the reverse would give the shopper less.
const rank: Record<Benefit['kind'], number> = {
  'fixed-price': 0,
  'buy-get': 1,
  percent: 2,
  tiered: 2,
  amount: 3,
  'free-shipping': 4,
}

export function inOrderOfUse(coupons: readonly CouponFacts[]): CouponFacts[] {
  return coupons.toSorted(
    (a, b) => rank[a.benefit.kind] - rank[b.benefit.kind] || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  )
}
