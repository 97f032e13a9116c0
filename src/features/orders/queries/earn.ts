import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface EarningFacts {
  customer: number
  currency: string
  /**
   * Minor units: the goods' price after discounts, less what was given back of it. What an edit gave back is out of the
   * price already, what came twice was never a part of it, and what was exchanged earns once.
   */
  goods: number
}

/**
 * What store credit for an order is counted by; null for an order of a guest.
 * @param at as it was then; null for now
 */
export async function earningFacts(
  tx: Tx,
  orderId: number,
  at: Date | null = null,
): Promise<EarningFacts | null> {
  const { rows: found } = await sql<EarningFacts>`
    select customer_id as customer, currency,
      greatest(
        (quote->>'subtotal')::bigint - (quote->>'discount')::bigint - case
          when source = 'exchange' then credit
          else 0
        end - (
          select coalesce(sum(r.amount), 0)
          from refunds r
          where r.order_id = orders.id
            and r.status <> 'failed'
            and r.cause !~ '^(exchange|late|twice|over|edit):'
            and (${at}::timestamptz is null or r.created_at <= ${at})
        )::bigint,
        0
      ) as goods
    from orders
    where id = ${orderId} and customer_id is not null`.execute(rows(tx))
  return found[0] ?? null
}
