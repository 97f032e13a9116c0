import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** The number of the customer of an order `o`; null for a guest's. */
export const customerNumber = sql<string | null>`(select number from customers where id = o.customer_id)`

/** Whether this browser or this e-mail address has an order that was not cancelled. @param email empty: not known */
export async function hasOrdered(db: Db, ownerHash: Buffer, email: string): Promise<boolean> {
  const { rows: found } = await sql<{ found: boolean }>`
    select exists (select from orders where owner_hash = ${ownerHash} and status <> 'cancelled')
      or (
        ${email} <> ''
        and exists (select from orders where lower(email) = lower(${email}) and status <> 'cancelled')
      ) as found`.execute(rows(db))
  return found[0]!.found
}
