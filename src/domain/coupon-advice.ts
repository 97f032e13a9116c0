import {
  applyCoupons,
  distinct,
  inOrderOfUse,
  isBetter,
  refusalOf,
  standingOf,
  standingWith,
  tryCoupon,
  type Standing,
} from './coupon.ts'
import { servicesFor } from './pricing-charges.ts'
import { promoteGoods, reductionsOf, type PromotedGoods } from './pricing-goods.ts'
import type { CouponFacts, CouponOutcome, PricingFacts } from './quote.ts'

export interface CouponAdvice {
  /** Codes, in the order of the candidates; empty if no candidate saves anything. */
  readonly best: readonly string[]
  /** For each candidate: its saving in the best combination, or why it is not part of it, with the gap. */
  readonly outcomes: readonly CouponOutcome[]
}

/** Coupons that are combined in every way: 2^12 combinations of a usual cart take a few tens of milliseconds. */
const mostTogether = 12
/** Combinations times lines: a cart of a hundred lines must not keep everybody else waiting. */
const mostLooks = 50_000

/**
 * The combination of candidates with the lowest total; of equal totals the one with the fewest coupons, then the one
 * whose first coupon comes first. Coupons of `facts` are ignored: entered ones must be among the candidates. Of more
 * than twelve stackable ones that fit, the twelve with the greatest saving by themselves are combined in every way,
 * and the others are added if they still save something; in carts of more than twelve lines there are fewer than twelve.
 */
export function adviseCoupons(facts: PricingFacts, candidates: readonly CouponFacts[]): CouponAdvice {
  const goods = promoteGoods(facts)
  const valid = distinct(candidates).filter((coupon) => refusalOf(coupon, facts, goods) === null)
  const chosen = bestOf(valid, facts, goods)
  const { outcomes } = applyCoupons(facts, goods, chosen)
  const used = chosen.filter(({ code }) => outcomes.some((found) => found.code === code && found.applied))
  const settled = { ...facts, coupons: used }
  // Of those together it is known at once; only the others have to be tried, each for itself.
  const together = new Map(applyCoupons(facts, goods, used).outcomes.map((found) => [found.code, found]))
  return {
    best: used.map(({ code }) => code),
    outcomes: candidates.map((coupon) => together.get(coupon.code) ?? tryCoupon(settled, coupon)),
  }
}

interface Choice {
  readonly standing: Standing
  /** In the order of the candidates. */
  readonly coupons: readonly CouponFacts[]
}

function bestOf(
  valid: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
): readonly CouponFacts[] {
  const among = (used: readonly CouponFacts[]) => valid.filter((coupon) => used.includes(coupon))
  const isPreferred = (a: Choice, b: Choice) => comparePreference(a, b, valid) < 0
  const choose = (coupons: readonly CouponFacts[]): Choice => ({
    coupons,
    standing: standingOf(coupons, facts, goods),
  })
  const alone = valid.map((coupon) => choose([coupon]))
  const stackable = alone
    .toSorted((a, b) => comparePreference(a, b, valid))
    .flatMap(({ coupons }) => coupons.filter((coupon) => coupon.stackable))
  const together = Math.min(mostTogether, Math.floor(Math.log2(mostLooks / Math.max(1, facts.lines.length))))
  let best = combineAll(among(stackable.slice(0, together)), facts, goods, valid)
  for (const coupon of stackable.slice(together)) {
    const wider = choose(among([...best.coupons, coupon]))
    if (isPreferred(wider, best)) best = wider
  }
  for (const choice of alone) if (isPreferred(choice, best)) best = choice
  return best.coupons
}

/** The best of all combinations of coupons that may be used together. */
function combineAll(
  coupons: readonly CouponFacts[],
  facts: PricingFacts,
  goods: PromotedGoods,
  candidates: readonly CouponFacts[],
): Choice {
  const ordered = inOrderOfUse(coupons)
  const services = servicesFor(facts, goods, false)
  const servicesByCoupon = servicesFor(facts, goods, true)
  let best: Choice = { standing: standingWith(services, goods.nets, facts), coupons: [] }
  visit(0, goods.nets, [])
  return best

  function visit(at: number, nets: readonly number[], used: readonly CouponFacts[]): void {
    const coupon = ordered[at]
    if (!coupon) {
      const shipsFree = used.some(({ benefit }) => benefit.kind === 'free-shipping')
      const choice = {
        standing: standingWith(shipsFree ? servicesByCoupon : services, nets, facts),
        coupons: coupons.filter((one) => used.includes(one)),
      }
      if (comparePreference(choice, best, candidates) < 0) best = choice
      return
    }
    visit(at + 1, nets, used)
    const reductions = reductionsOf(coupon, facts, nets)
    const givesNothing = coupon.benefit.kind !== 'free-shipping' && reductions.every((amount) => amount === 0)
    if (givesNothing) return
    visit(
      at + 1,
      nets.map((net, index) => net - reductions[index]!),
      [...used, coupon],
    )
  }
}

/** Below 0 when the shopper rather has the first. */
function comparePreference(a: Choice, b: Choice, candidates: readonly CouponFacts[]): number {
  if (isBetter(a.standing, b.standing)) return -1
  if (isBetter(b.standing, a.standing)) return 1
  if (a.coupons.length !== b.coupons.length) return a.coupons.length - b.coupons.length
  const first = a.coupons.findIndex((coupon, index) => coupon !== b.coupons[index])
  return first === -1 ? 0 : candidates.indexOf(a.coupons[first]!) - candidates.indexOf(b.coupons[first]!)
}
