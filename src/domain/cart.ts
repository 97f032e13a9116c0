import { follows, highestOf, inSteps, unitsToSell, type QuantityRule } from './quantity/quantity-rule.ts'
import { no, ok, type Result } from './result.ts'

/** The availability of one SKU now, and how it is sold. */
export interface Supply extends QuantityRule {
  /** Units on hand that no order holds. */
  available: number
  /** The shop also sells backorders. */
  backorder: boolean
  /** False for a SKU that is retired, hidden, or has no price in the visitor's currency. */
  offered: boolean
}

export type QuantityRefusal =
  | { name: 'out_of_stock' }
  | { name: 'not_enough_stock'; details: { left: number } }
  | { name: 'quantity_limit'; details: { limit: number } }
  | { name: 'quantity_minimum'; details: { minimum: number } }
  | { name: 'quantity_step'; details: { step: number } }

/** `quantity`: there are enough, but they are sold in other quantities by now. */
export type LineTrouble = 'sold_out' | 'not_enough' | 'quantity'

/** The most units of one line: the stock in whole steps, within the limit; 0 if it cannot be bought. */
export function most(supply: Supply, limit: number): number {
  if (!supply.offered) return 0
  const highest = highestOf(supply, limit)
  return supply.backorder ? highest : Math.min(unitsToSell(supply.available, supply), highest)
}

/**
 * Whether a line may hold that many units; the stock is named before the limit where both forbid it, and both before
 * the minimum and the step.
 */
export function checkQuantity(
  quantity: number,
  supply: Supply,
  limit: number,
): Result<number, QuantityRefusal> {
  const { minQuantity: minimum, quantityStep: step } = supply
  const allowed = most(supply, limit)
  const highest = highestOf(supply, limit)
  if (allowed === 0) return no({ name: 'out_of_stock' })
  if (quantity > allowed && allowed < highest)
    return no({ name: 'not_enough_stock', details: { left: allowed } })
  if (quantity > allowed) return no({ name: 'quantity_limit', details: { limit: highest } })
  if (quantity < minimum) return no({ name: 'quantity_minimum', details: { minimum } })
  return quantity % step === 0 ? ok(quantity) : no({ name: 'quantity_step', details: { step } })
}

/** The quantity that can be bought next to the wanted one: rounded down, but for the minimum; 0 if there is none. */
export function fitting(quantity: number, supply: Supply, limit: number): number {
  const { minQuantity, quantityStep } = supply
  const allowed = most(supply, limit)
  return Math.min(Math.max(inSteps(quantity, quantityStep), minQuantity), allowed)
}

/** Why a line cannot be bought as it is: the stock may be gone since it was added, or be sold in other quantities. */
export function lineTrouble(quantity: number, supply: Supply): LineTrouble | null {
  if (most(supply, Number.POSITIVE_INFINITY) === 0) return 'sold_out'
  if (!supply.backorder && quantity > supply.available) return 'not_enough'
  return follows(quantity, supply) ? null : 'quantity'
}

export interface CountedLine {
  quantity: number
  selected: boolean
  trouble: LineTrouble | null
}

export interface UnitCounts {
  /** All units of the cart, including those that cannot be bought. */
  count: number
  /** Units of the chosen lines that can be bought. */
  selectedCount: number
}

export function countUnits(lines: readonly CountedLine[]): UnitCounts {
  const sum = (some: readonly CountedLine[]): number =>
    some.reduce((total, { quantity }) => total + quantity, 0)
  return { count: sum(lines), selectedCount: sum(lines.filter(isCounted)) }
}

/**
 * A sold-out line counts for nothing; one with too little stock counts with its full quantity, as its own total does.
 */
export function isCounted({ selected, trouble }: Pick<CountedLine, 'selected' | 'trouble'>): boolean {
  return selected && trouble !== 'sold_out'
}

export interface FreeShipping {
  reached: boolean
  /** Minor units; 0 when it is reached. */
  missing: number
  /** 0 to 1. */
  share: number
}

/** How far a subtotal is from free shipping; both in minor units of one currency. */
export function freeShippingProgress(subtotal: number, from: number): FreeShipping {
  const reached = subtotal >= from
  return { reached, missing: reached ? 0 : from - subtotal, share: reached ? 1 : subtotal / from }
}
