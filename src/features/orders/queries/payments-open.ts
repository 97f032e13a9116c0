import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Whether a provider has a payment of the order in hand and has not answered yet. Offline ones wait for a person. */
export async function isBeingPaid(tx: Tx, orderId: number): Promise<boolean> {
  const { rows: found } = await sql<{ open: boolean }>`
    select exists (
      select from payments
      where order_id = ${orderId} and status = 'pending' and provider not in ('manual', 'cod')
    ) as open`.execute(rows(tx))
  return found[0]!.open
}
