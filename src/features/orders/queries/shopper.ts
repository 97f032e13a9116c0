import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Whose an order is: the owner of the cart that it was placed from, and the customer. */
export interface Shopper {
  owner: Buffer
  customer: number | null
}

export async function shopperOf(db: Db, orderId: number): Promise<Shopper | null> {
  const { rows: found } = await sql<Shopper>`
    select owner_hash as owner, customer_id as customer from orders where id = ${orderId}`.execute(rows(db))
  return found[0] ?? null
}
