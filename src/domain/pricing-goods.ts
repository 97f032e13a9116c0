import { sum } from './pricing-rounding.ts'
import {
  isEligible,
  namesGoods,
  reduceLines,
  reduceTogether,
  unmetBy,
  type Benefit,
  type Conditions,
  type PricedGoods,
} from './promotion.ts'
import type { Adjustment, GoodsFacts, LineFacts, PromotionFacts } from './quote.ts'
import { unitAmount } from './tiers.ts'

/** The goods after everything that the shop takes off by itself; arrays run parallel to the lines. */
export interface PromotedGoods {
  /** After tiers and promotions on lines: counts towards the minimums of all later steps. */
  readonly qualifying: readonly number[]
  /** After promotions on the order, too. */
  readonly nets: readonly number[]
  /** The promotion by which shipping is free. */
  readonly freeShipping: string | null
  readonly adjustments: readonly Adjustment[]
}

/** Tiers, then the best promotion for each line, then the best one for the order. */
export function promoteGoods(facts: GoodsFacts): PromotedGoods {
  const tiers = tierLines(facts.lines)
  const lines = promoteLines(facts, tiers.nets)
  const order = promoteOrder(facts, lines.nets)
  return {
    qualifying: lines.nets,
    nets: order.nets,
    freeShipping:
      facts.promotions.find(
        (promotion) => promotion.benefit.kind === 'free-shipping' && holds(promotion, facts, lines.nets),
      )?.slug ?? null,
    adjustments: [...tiers.adjustments, ...lines.adjustments, ...order.adjustments],
  }
}

interface Step {
  nets: number[]
  adjustments: Adjustment[]
}

function tierLines(lines: readonly LineFacts[]): Step {
  const nets = lines.map(({ amount, tiers, quantity }) => unitAmount(amount, tiers, quantity) * quantity)
  const adjustments = lines.flatMap((line, index) => {
    const difference = nets[index]! - line.amount * line.quantity
    return difference === 0
      ? []
      : [{ because: { kind: 'tier' as const, from: tierFrom(line) }, amount: difference, line: line.key }]
  })
  return { nets, adjustments }
}

/** The quantity from which on the line's price is given. */
function tierFrom({ amount, tiers, quantity }: LineFacts): number {
  const price = unitAmount(amount, tiers, quantity)
  return Math.min(...tiers.filter((tier) => tier.amount === price).map(({ from }) => from))
}

/** Promotions on lines compete for each line; the best for the shopper wins it, the first of equal ones. */
function promoteLines(facts: GoodsFacts, nets: readonly number[]): Step {
  const best = nets.map((): { slug: string; amount: number } => ({ slug: '', amount: 0 }))
  for (const promotion of facts.promotions) {
    if (isOfOrder(promotion) || !holds(promotion, facts, nets)) continue
    const eligible = eligibleLines(promotion.conditions, facts.lines)
    const reductions = reduceLines(promotion.benefit, pricedGoods(eligible, facts.lines, nets), facts)
    for (const [at, index] of eligible.entries()) {
      const amount = reductions[at]!
      if (amount > best[index]!.amount) best[index] = { slug: promotion.slug, amount }
    }
  }
  return {
    nets: nets.map((net, index) => net - best[index]!.amount),
    adjustments: best.flatMap(({ slug, amount }, index) =>
      amount === 0
        ? []
        : [{ because: { kind: 'promotion' as const, slug }, amount: -amount, line: facts.lines[index]!.key }],
    ),
  }
}

/** One promotion reduces the order: the best for the shopper, the first of equal ones. */
function promoteOrder(facts: GoodsFacts, nets: readonly number[]): Step {
  const none = { slug: '', reductions: nets.map(() => 0), amount: 0 }
  const best = facts.promotions
    .filter((promotion) => isOfOrder(promotion) && holds(promotion, facts, nets))
    .map((promotion) => {
      const reductions = reductionsOf(promotion, facts, nets)
      return { slug: promotion.slug, reductions, amount: sum(reductions) }
    })
    .reduce((most, found) => (found.amount > most.amount ? found : most), none)
  return {
    nets: nets.map((net, index) => net - best.reductions[index]!),
    adjustments: shareAdjustments(facts.lines, best.reductions, { kind: 'promotion', slug: best.slug }),
  }
}

/** An amount off, and a percentage off everything, are for the order; free shipping is for neither. */
function isOfOrder({ conditions, benefit }: PromotionFacts): boolean {
  if (benefit.kind === 'percent' || benefit.kind === 'tiered') return !namesGoods(conditions)
  return benefit.kind === 'amount'
}

function holds(promotion: PromotionFacts, facts: GoodsFacts, nets: readonly number[]): boolean {
  const eligible = eligibleLines(promotion.conditions, facts.lines)
  return unmetBy(promotion, pricedGoods(eligible, facts.lines, nets), facts) === null
}

/** The reduction of each line by an offer for the goods as a whole. */
export function reductionsOf(
  { conditions, benefit }: { readonly conditions: Conditions; readonly benefit: Benefit },
  facts: GoodsFacts,
  nets: readonly number[],
): number[] {
  const reductions = nets.map(() => 0)
  const eligible = eligibleLines(conditions, facts.lines)
  if (eligible.length === 0) return reductions
  const shares = reduceTogether(benefit, pricedGoods(eligible, facts.lines, nets), facts)
  for (const [at, index] of eligible.entries()) reductions[index] = shares[at]!
  return reductions
}

/** Indexes of the lines that an offer is for. */
export function eligibleLines(conditions: Conditions, lines: readonly LineFacts[]): number[] {
  return lines.flatMap((line, index) => (isEligible(conditions, line) ? [index] : []))
}

export function pricedGoods(
  indexes: readonly number[],
  lines: readonly LineFacts[],
  nets: readonly number[],
): PricedGoods[] {
  return indexes.map((index) => ({ quantity: lines[index]!.quantity, net: nets[index]! }))
}

export function shareAdjustments(
  lines: readonly LineFacts[],
  reductions: readonly number[],
  because: Adjustment['because'],
): Adjustment[] {
  return reductions.flatMap((amount, index) =>
    amount === 0 ? [] : [{ because, amount: -amount, line: lines[index]!.key }],
  )
}
