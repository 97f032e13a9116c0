import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Orders that the operator wrote: each under a key of the operator's, once. */

/** The order with this key; null if there is none, and then nobody else writes one until the transaction is over. */
export async function lockSourceKey(tx: Tx, key: string): Promise<{ id: number; number: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order source ${key}`}, 0))`.execute(rows(tx))
  const { rows: found } = await sql<{ id: number; number: string }>`
    select id, number from orders where source_key = ${key}`.execute(rows(tx))
  return found[0] ?? null
}

/** Says that the operator wrote an order which this transaction has placed. */
export async function noteSource(tx: Tx, orderId: number, key: string): Promise<void> {
  await sql`
    update orders set source = 'operator', source_key = ${key} where id = ${orderId}`.execute(rows(tx))
  await sql`
    update order_events
    set actor = 'operator'
    where order_id = ${orderId} and kind = 'placed'`.execute(rows(tx))
}
