import type { ShippingMethodFacts } from '../quote.ts'

/**
 * The price of a method: of the first row that fits, and 0 from `freeFrom` on. Null if no row fits: the method is not
 * available then, however much is bought.
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

/** The price by the method's rows, before anything makes it free. */
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
