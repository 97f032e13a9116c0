import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import { holdUnits, lockSkus, type NewOrderRow } from '../queries/place.ts'
import { sellStock } from '../queries/pay.ts'
import { insertNumbered, type PlacedOrder } from './place.ts'
import { announceStock } from './release.ts'

export interface ExchangeToPlace extends Omit<
  NewOrderRow,
  'number' | 'checkoutId' | 'network' | 'payStatus' | 'paymentMethod'
> {
  /** By which the difference is paid; null where there is none. */
  method: PaymentMethod | null
}

/**
 * Writes the order of goods that somebody gets for others that came back: what those were worth stands in its quote
 * as credit, and the shopper's ledger is not touched. Its units must be free: the caller has just given up those that
 * the return held, under the same locks.
 */
export async function placeExchange(
  tx: Tx,
  order: ExchangeToPlace,
): Promise<Result<PlacedOrder, { name: 'out_of_stock'; skus: readonly string[] }>> {
  const { lines, quote, method, now } = order
  await lockSkus(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const held = await holdUnits(tx, lines)
  if (held.length < lines.length) {
    const missing = lines.filter(({ skuId }) => !held.some((units) => units.skuId === skuId))
    return no({ name: 'out_of_stock', skus: missing.map(({ sku }) => sku) })
  }
  const isPaid = quote.toPay === 0
  const placed = await insertNumbered(tx, {
    ...order,
    checkoutId: null,
    network: null,
    paymentMethod: isPaid ? 'none' : (method?.code ?? 'manual'),
    payStatus: isPaid ? 'paid' : 'unpaid',
    holdUntil: isPaid ? null : order.holdUntil,
  })
  if (isPaid) await sellStock(tx, placed.id, now)
  else
    await openPayment(tx, {
      orderId: placed.id,
      method: method?.code ?? 'manual',
      provider: method?.provider ?? 'manual',
      amount: quote.toPay,
      currency: quote.currency,
      now,
    })
  await announceStock(
    tx,
    [...new Set(held.map(({ productId }) => productId))].toSorted((a, b) => a - b),
  )
  return ok(placed)
}
