import { sql } from 'kysely'
import type { AdjustmentShare } from '#domain/aftersale/adjust.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** A part of an order's price that was taken off or given back after it was placed. */
export interface NewAdjustment {
  orderId: number
  /** The operator's idempotency key. */
  key: string
  /** The SKU of a line; null for the order as a whole. */
  line: string | null
  /** Minor units with all tax, and the tax in it. */
  amount: number
  tax: number
  shares: readonly AdjustmentShare[]
  reason: string
  /** It is in the order's quote; otherwise it is a refund. */
  inQuote: boolean
}

export async function addAdjustment(tx: Tx, adjustment: NewAdjustment, now: Date): Promise<void> {
  const { orderId, key, line, amount, tax, shares, reason, inQuote } = adjustment
  await sql`
    insert into order_adjustments (order_id, key, line, amount, tax, shares, reason, in_quote, at)
    values (
      ${orderId}, ${key}, ${line}, ${amount}, ${tax}, ${JSON.stringify(shares)}::jsonb, ${reason}, ${inQuote},
      ${now}
    )`.execute(rows(tx))
}

/** The adjustment of a locked order with this key; null if there is none. */
export async function adjustmentOf(
  tx: Tx,
  orderId: number,
  key: string,
): Promise<{ line: string | null; amount: number } | null> {
  const { rows: found } = await sql<{ line: string | null; amount: number }>`
    select line, amount from order_adjustments where order_id = ${orderId} and key = ${key}`.execute(rows(tx))
  return found[0] ?? null
}
