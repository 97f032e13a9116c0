import { findOrderById } from '#features/orders/queries/read.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import type { ReturnRow } from '../queries/read.ts'
import type { PricedExchange } from './exchange.ts'
import { exchangeNow } from './units.ts'

/**
 * What a return gives back, in minor units. Of an exchange, what no goods were taken for; goods that could not be sent
 * after all are paid back, too.
 * @param exchange what is taken for the units that count by now
 */
export function refundAmount(row: ReturnRow, exchange: PricedExchange | null): number {
  if (row.type !== 'exchange') return row.quote.total
  return row.status === 'completed' ? wentBack(row) : (exchange?.back ?? 0)
}

/** The same of a return whose order is not at hand. */
export async function findRefundAmount(db: Db, row: ReturnRow, shop: ShopConfig): Promise<number> {
  const isPriced = row.type === 'exchange' && row.status !== 'completed'
  const order = isPriced ? await findOrderById(db, row.orderId) : null
  return refundAmount(row, order === null ? null : exchangeNow(order, row, shop))
}

function wentBack({ events }: ReturnRow): number {
  return events.reduce(
    (sum, { kind, data }) =>
      sum + (kind === 'completed' || kind === 'settled' ? Number(data['amount'] ?? 0) : 0),
    0,
  )
}
