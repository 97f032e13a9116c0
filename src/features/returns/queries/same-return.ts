import { sql } from 'kysely'
import type { ReturnType } from '#domain/aftersale/return.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ReturnReason } from '../contract.ts'

export interface SameWish {
  type: ReturnType
  reason: ReturnReason
  refundTo: 'original' | 'credit'
  description: string
  lines: readonly { line: number; quantity: number; exchangeFor: string | null }[]
}

/** The number of an equal application that is open, since that moment: a button that was pressed twice. */
export async function sameReturn(
  db: Db,
  orderId: number,
  { type, reason, refundTo, description, lines }: SameWish,
  since: Date,
): Promise<string | null> {
  const wanted = lines.map(({ line, quantity, exchangeFor }) => ({
    line,
    quantity,
    sku: type === 'exchange' ? exchangeFor : null,
  }))
  const { rows: found } = await sql<{ number: string }>`
    select number
    from returns r
    where order_id = ${orderId}
      and status = 'pending_approval'
      and created_at > ${since}
      and type = ${type}
      and reason = ${reason}
      and refund_to = ${refundTo}
      and description = ${description}
      and not is_withdrawal
      and (
        select jsonb_agg(
          jsonb_build_object('line', l.order_line_id, 'quantity', l.quantity, 'sku', l.exchange_sku)
          order by l.order_line_id
        )
        from return_lines l
        where l.return_id = r.id
      ) = (
        select jsonb_agg(w order by (w->>'line')::bigint)
        from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) w
      )
    order by id limit 1`.execute(rows(db))
  return found[0]?.number ?? null
}
