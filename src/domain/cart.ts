import { no, ok, type Result } from './result.ts'

/** The availability of one SKU now. */
export interface Supply {
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

export type LineTrouble = 'sold_out' | 'not_enough'

/** The most units of one line: the stock, within the shop's limit; 0 if it cannot be bought. */
export function most(supply: Supply, limit: number): number {
  if (!supply.offered) return 0
  return supply.backorder ? limit : Math.max(0, Math.min(supply.available, limit))
}

/** Whether a line may hold that many units; the stock is named before the shop's own limit where both forbid it. */
export function checkQuantity(
  quantity: number,
  supply: Supply,
  limit: number,
): Result<number, QuantityRefusal> {
  const highest = most(supply, limit)
  if (quantity <= highest) return ok(quantity)
  if (highest === 0) return no({ name: 'out_of_stock' })
  if (highest < limit) return no({ name: 'not_enough_stock', details: { left: highest } })
  return no({ name: 'quantity_limit', details: { limit } })
}

/** Why a line cannot be bought as it is: the stock may be gone since it was added. */
export function lineTrouble(quantity: number, supply: Supply): LineTrouble | null {
  const highest = most(supply, Number.POSITIVE_INFINITY)
  if (highest === 0) return 'sold_out'
  return quantity > highest ? 'not_enough' : null
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
