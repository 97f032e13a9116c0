import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/**
 * Makes the orders that guests placed with the customer's e-mail address the customer's. Returns how many were: none as
 * long as the address is not proven, as that of an import is not, however the customer signs in.
 */
export async function adoptOrders(tx: Tx, customer: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders
    set customer_id = ${customer}
    where customer_id is null
      and lower(email) = (
        select account
        from customer_identities
        where customer_id = ${customer} and kind = 'email' and verified_at is not null
      )`.execute(rows(tx))
  return Number(numAffectedRows ?? 0n)
}
