import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/**
 * Makes the orders that a guest placed with an e-mail address the customer's who has proven that it is theirs. Returns
 * how many were.
 * @param email in small letters
 */
export async function adoptOrders(tx: Tx, customer: number, email: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders
    set customer_id = ${customer}
    where customer_id is null and lower(email) = ${email}`.execute(rows(tx))
  return Number(numAffectedRows ?? 0n)
}
