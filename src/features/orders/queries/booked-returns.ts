import { sql } from 'kysely'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** A return that is completed, with the figures that were recorded for it: they do not change any more. */
export interface BookedReturn {
  number: string
  quote: RefundQuote
}

/** The completed returns of an order. */
export async function bookedReturns(db: Db, orderId: number): Promise<BookedReturn[]> {
  const { rows: found } = await sql<BookedReturn>`
    select number, quote
    from returns
    where order_id = ${orderId} and status = 'completed'
    order by id`.execute(rows(db))
  return found
}
