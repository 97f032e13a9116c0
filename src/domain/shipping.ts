import type { ShippingMethodFacts } from './quote.ts'

/**
 * What a method costs: the first row that fits, and nothing from `freeFrom` on. Null where no row fits: the method is
 * not to be had, however much is bought.
 * @param weight grams of all units
 * @param qualifying minor units: goods after tiers and promotions on lines (`Quote.qualifying`)
 */
export function shippingAmount(
  method: ShippingMethodFacts,
  weight: number,
  qualifying: number,
): number | null {
  const listed = listedAmount(method, weight, qualifying)
  const isFree = method.freeFrom !== null && qualifying >= method.freeFrom
  return listed !== null && isFree ? 0 : listed
}

/** What the method's table says, before anything makes it free. */
export function listedAmount(
  { rows }: ShippingMethodFacts,
  weight: number,
  qualifying: number,
): number | null {
  const row = rows.find(
    ({ maxWeight, minAmount }) => (maxWeight === null || weight <= maxWeight) && qualifying >= minAmount,
  )
  return row?.amount ?? null
}
