import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Amounts in minor units. */
export interface EarningFacts {
  customer: number
  currency: string
  /** The goods' price after discounts. */
  price: number
  /** Of an exchange, what other goods were worth: those have earned before. */
  exchanged: number
  /**
   * What was given back of the price. What an edit gave back is out of the price already, what came twice was never a
   * part of it, and what was exchanged is still with the customer.
   */
  back: number
}

/**
 * What store credit for an order is counted by; null for an order of a guest.
 * @param at as it was then; null for now
 */
export async function earningFacts(tx: Tx, orderId: number, at: Date | null): Promise<EarningFacts | null> {
  const { rows: found } = await sql<EarningFacts>`
    select customer_id as customer, currency,
      (quote->>'subtotal')::bigint - (quote->>'discount')::bigint as price,
      case when source = 'exchange' then credit else 0 end as exchanged,
      (
        select coalesce(sum(r.amount), 0)
        from refunds r
        where r.order_id = orders.id
          and r.status <> 'failed'
          and r.cause !~ '^(exchange|late|twice|over|edit):'
          and (${at}::timestamptz is null or r.created_at <= ${at})
      )::bigint as back
    from orders
    where id = ${orderId} and customer_id is not null`.execute(rows(tx))
  return found[0] ?? null
}

/** The orders of goods that an order's goods were exchanged for. What was cancelled has gone home. */
export async function exchangesOf(tx: Tx, orderId: number): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select o.id
    from returns r
    join orders o on o.id = r.exchange_order_id
    where r.order_id = ${orderId} and o.status <> 'cancelled'
    order by o.id`.execute(rows(tx))
  return found.map(({ id }) => id)
}
