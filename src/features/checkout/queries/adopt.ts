import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Makes the open checkouts of a guest's browser the customer's: signing in on the way to an order loses nothing. */
export async function adoptCheckouts(tx: Tx, guest: Buffer, owner: Buffer, customer: number): Promise<void> {
  await sql`
    update checkouts
    set owner_hash = ${owner}, customer_id = ${customer}
    where owner_hash = ${guest} and order_id is null`.execute(rows(tx))
}

/** Checkouts of a cart that is joined with another follow its lines. */
export async function moveCheckouts(tx: Tx, from: number, into: number): Promise<void> {
  if (from === into) return
  await sql`
    update checkouts set cart_id = ${into} where cart_id = ${from} and order_id is null`.execute(rows(tx))
}
