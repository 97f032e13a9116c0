import type { CheckoutRow, WantedLine } from './queries/checkouts.ts'

/*
 * Until it is an order, a checkout follows the cart that it was begun from: what is taken out there, in another tab or
 * on another device, is not bought here. What is put in beyond that is for the next order.
 */

/** What the cart did to a line. */
export interface CartChange {
  sku: string
  /** 0: it is in the cart no longer. */
  quantity: number
}

export interface Followed {
  lines: WantedLine[]
  /** Empty: the lines are those of the checkout. */
  changes: CartChange[]
}

/**
 * The lines as the cart has them now.
 * @param inCart SKU → quantity
 */
export function followCart(
  { cartId, lines }: Pick<CheckoutRow, 'cartId' | 'lines'>,
  inCart: ReadonlyMap<string, number>,
): Followed {
  if (cartId === null) return { lines, changes: [] }
  const changes: CartChange[] = []
  const kept = lines.flatMap((line) => {
    const { sku } = line
    const left = inCart.get(sku) ?? 0
    // Of checkouts that were begun by an earlier version only the end of a line is known.
    if (left > 0 && left >= (line.inCart ?? left)) return line
    const quantity = Math.min(line.quantity, left)
    if (quantity !== line.quantity) changes.push({ sku, quantity })
    return quantity === 0 ? [] : { sku, quantity, inCart: left }
  })
  return { lines: kept, changes }
}
