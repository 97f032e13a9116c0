import { settledRefund, type RefundQuote } from '#domain/aftersale/refund-quote.ts'
import { portion } from '#domain/pricing-rounding.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { moneyBack, unitsBack } from '../queries/facts.ts'
import type { ReturnRow } from '../queries/read.ts'
import { caseOf } from './case.ts'
import type { PricedExchange } from './exchange.ts'
import { historyOf } from './history.ts'
import { pricedExchange, refundOfUnits } from './plan.ts'

/* What a return comes to once units of it are approved, or have arrived. */

/** Units of one of its lines that count by now: received, else approved, else asked for. */
export function countingUnits({
  quantity,
  approved,
  received,
}: Pick<ReturnRow['lines'][number], 'quantity' | 'approved' | 'received'>): number {
  return received ?? approved ?? quantity
}

/** What is taken in exchange for the units that count by now; null of other types. */
export function exchangeNow(
  order: OrderRow,
  row: ReturnRow,
  shop: ShopConfig,
  quote: RefundQuote = row.quote,
): PricedExchange | null {
  if (row.exchangeTerms === null) return null
  const units = new Map(row.lines.map((line) => [line.line, countingUnits(line)]))
  return pricedExchange(order, row.exchangeTerms, quote, units, shop)
}

/**
 * The refund for some of the units of a return, after what else came back of its order. The order is locked.
 * @param units by the id of the return's line
 */
export async function refundFor(
  db: Db,
  order: OrderRow,
  row: ReturnRow,
  units: ReadonlyMap<number, number>,
  shop: ShopConfig,
): Promise<{ quote: RefundQuote; bonus: number }> {
  const { facts } = await caseOf(db, order, shop.sales.returns)
  const lines = row.lines.flatMap(({ id, sku }) => {
    const quantity = units.get(id) ?? 0
    return quantity === 0 ? [] : [{ key: sku, quantity }]
  })
  // The fee is the one that was shown, whatever the settings say now.
  const quote = refundOfUnits(order, historyOf(facts, row.id), lines, row.quote.fee, row.type)
  return { quote, bonus: bonusNow(row, quote) }
}

/** The bonus that was confirmed, of the refund as it is now: whatever the settings say, in the same proportion. */
export function bonusNow(
  confirmed: { quote: Pick<RefundQuote, 'toPayment'>; bonus: number },
  { toPayment }: Pick<RefundQuote, 'toPayment'>,
): number {
  return confirmed.bonus === 0 ? 0 : portion(confirmed.bonus, toPayment, confirmed.quote.toPayment)
}

/**
 * The refund of a return that is about to be completed: shipping and payment fee go with the last one that completes,
 * and with none as long as units stay with the shopper. The order is locked.
 */
export async function refundAtLast(
  db: Db,
  order: OrderRow,
  row: ReturnRow,
): Promise<{ quote: RefundQuote; bonus: number }> {
  const { shipping, paymentFee } = order.quote
  if ((shipping ?? 0) + paymentFee === 0) return { quote: row.quote, bonus: row.bonus }
  const back = await unitsBack(db, order.id, row.id)
  for (const line of row.lines) back.set(line.line, (back.get(line.line) ?? 0) + countingUnits(line))
  const isAllBack = order.lines.every(({ id, quantity }) => (back.get(id) ?? 0) >= quantity)
  const others = historyOf(await moneyBack(db, order.id), row.id)
  const quote = settledRefund(order.quote, others, row.quote, isAllBack)
  if (quote.total === row.quote.total) return { quote: row.quote, bonus: row.bonus }
  return { quote, bonus: bonusNow(row, quote) }
}
