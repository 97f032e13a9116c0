import {
  lowestPaidBefore,
  type PriceTerms,
  type PromotedGoods,
  type RunningPromotion,
} from '#domain/shown/paid-price.ts'
import type { SkuRow } from '../queries/product.ts'

type Row = Pick<SkuRow, 'amount' | 'lineAmount' | 'lowestAmount' | 'since' | 'held'>

/**
 * The lowest price of the 30 days before a reduction; null if it is not known. Two reductions at once count from the
 * later one on, and so does a promotion that has begun while the other runs.
 * @param by the promotions in the price
 * @param known promotions of all times
 */
export function priceBefore(
  row: Row,
  by: readonly RunningPromotion[],
  goods: PromotedGoods,
  known: PriceTerms,
): number | null {
  // What the database knows counts no promotions; without any it is the same.
  if (by.length === 0 && row.held === null) return row.lowestAmount
  const since = new Date(row.since)
  const begun = [...by.flatMap(({ startsAt }) => startsAt ?? []), ...(row.lineAmount === null ? [] : [since])]
  if (begun.length === 0) return null
  const held = (row.held ?? []).map((one) => ({
    amount: one.amount,
    since: new Date(one.since),
    until: new Date(one.until),
  }))
  const reduced = new Date(Math.max(...begun.map((at) => at.getTime())))
  return lowestPaidBefore(reduced, [...held, { amount: row.amount, since, until: null }], goods, known)
}
