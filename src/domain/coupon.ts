import { chargesOf, type Charges } from './pricing-charges.ts'
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

/** What would become of a coupon beside those that are entered. */
export function tryCoupon(facts: PricingFacts, coupon: CouponFacts): CouponOutcome {
  const goods = promoteGoods(facts)
  const entered = facts.coupons.some(({ code }) => code === coupon.code)
  const { outcomes } = applyCoupons(facts, goods, entered ? facts.coupons : [...facts.coupons, coupon])
  return outcomes.find(({ code }) => code === coupon.code)!
}

export interface AppliedCoupons {
  /** Of the lines, after coupons. */
  readonly nets: readonly number[]
  readonly charges: Charges
  /** Shares of lines; free shipping is a charge that is not made. */
  readonly adjustments: readonly Adjustment[]
  /** The coupon by which shipping is free, or will be once a method is chosen. */
  readonly freeShipping: CouponFacts | null
  /** In the order in which they were entered. */
  readonly outcomes: readonly CouponOutcome[]
}

/**
 * Which of the entered coupons count, and what they take off. One that may not be used beside others gives way to
 * those that were entered before it; one without which the order would cost no more is not used at all.
 */
export function applyCoupons(
  facts: PricingFacts,
  goods: PromotedGoods,
  entered: readonly CouponFacts[],
): AppliedCoupons {
  const refused = new Map<CouponFacts, CouponRefusal>()
  for (const [index, coupon] of entered.entries()) {
    const why = entered.slice(0, index).some(({ code }) => code === coupon.code)
      ? ({ name: 'coupon_no_effect' } as const)
      : refusalOf(coupon, facts, goods)
    if (why) refused.set(coupon, why)
  }
  const willing = entered.filter((coupon) => !refused.has(coupon))
  const { used, beside } = combine(willing, facts, goods, refused)
  for (const coupon of beside) refused.set(coupon, { name: 'coupon_not_with_others' })

  const reduction = reduce(used, facts, goods)
  const charges = chargesOf(facts, goods, reduction.nets, reduction.freeShipping !== null)
  const outcomes = entered.map((coupon): CouponOutcome => {
    const { code, slug } = coupon
    const why = refused.get(coupon)
    if (why) return { code, slug, applied: false, why }
    const shipping = charges.freeBy === 'coupon' && coupon === reduction.freeShipping ? charges.listed : null
    return { code, slug, applied: true, saved: (reduction.saved.get(coupon) ?? 0) + (shipping ?? 0) }
  })
  return { ...reduction, charges, outcomes }
}

/** Why a coupon cannot be used whatever else is used, or null. */
export function refusalOf(
  coupon: CouponFacts,
  facts: PricingFacts,
  goods: PromotedGoods,
): CouponRefusal | null {
  const eligible = eligibleLines(coupon.conditions, facts.lines)
  const unmet = unmetBy(coupon, pricedGoods(eligible, facts.lines, goods.qualifying), facts)
  if (unmet === null) return null
  return 'missing' in unmet
    ? { name: `coupon_${unmet.name}`, missing: unmet.missing }
    : { name: `coupon_${unmet.name}` }
}

/** Those that are used together; whatever gives nothing is put to `refused`, and hinders no other. */
function combine(
  willing: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
  refused: Map<CouponFacts, CouponRefusal>,
): { used: CouponFacts[]; beside: CouponFacts[] } {
  const used: CouponFacts[] = []
  const beside: CouponFacts[] = []
  for (const coupon of willing) {
    const fits = used.length === 0 || (coupon.stackable && used.every(({ stackable }) => stackable))
    if (fits) used.push(coupon)
    else beside.push(coupon)
  }
  const standing = standingOf(used, facts, goods)
  const useless = used.findLast(
    (coupon) =>
      !isBetter(
        standing,
        standingOf(
          used.filter((other) => other !== coupon),
          facts,
          goods,
        ),
      ),
  )
  if (!useless) return { used, beside }
  refused.set(useless, { name: 'coupon_no_effect' })
  return combine(
    willing.filter((coupon) => coupon !== useless),
    facts,
    goods,
    refused,
  )
}

/** What a combination comes to. */
export interface Standing {
  readonly total: number
  /** Shipping will be free by a promotion or coupon: worth something as long as its price is not known. */
  readonly awaitsFreeShipping: boolean
}

export function isBetter(a: Standing, b: Standing): boolean {
  return a.total === b.total ? a.awaitsFreeShipping && !b.awaitsFreeShipping : a.total < b.total
}

function standingOf(used: readonly CouponFacts[], facts: PricingFacts, goods: PromotedGoods): Standing {
  const { nets, freeShipping } = reduce(used, facts, goods)
  return standingAt(nets, freeShipping !== null, facts, goods)
}

export function standingAt(
  nets: readonly number[],
  hasFreeShippingCoupon: boolean,
  facts: PricingFacts,
  goods: PromotedGoods,
): Standing {
  const { total, listed } = chargesOf(facts, goods, nets, hasFreeShippingCoupon)
  return {
    total,
    awaitsFreeShipping: listed === null && (goods.freeShipping !== null || hasFreeShippingCoupon),
  }
}

/** Takes coupons off the goods, one after the other in their own order, so that it does not matter who came first. */
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

// What names a price for units comes before what takes a part of the sum, and that before fixed amounts: the other
// way round the shopper would get less.
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
