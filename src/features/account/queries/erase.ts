import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What is deleted when an account is closed. */

/**
 * Locks an account that is about to be closed, after whoever writes a row that names it: what is read of it then is what
 * it has when it is closed. False when it was closed before.
 */
export async function lockToClose(tx: Tx, customer: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from customers where id = ${customer} and closed_at is null for update`.execute(rows(tx))
  return found.length === 1
}

/**
 * Marks an account as closed and deletes what its row says about a person. False when it was closed before. The row
 * itself stays: orders, which are kept for the books, name it.
 */
export async function closeCustomer(tx: Tx, customer: number, now: Date): Promise<boolean> {
  // Waits for whoever is writing a row that names the customer, so that no such row stays behind.
  await sql`select from customers where id = ${customer} for update`.execute(rows(tx))
  const { numAffectedRows } = await sql`
    update customers
    set first_name = '', last_name = '', nickname = '', bio = '', birthday = null, checks_email = false,
      closed_at = ${now}
    where id = ${customer} and closed_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Deletes all that an account is signed in with. */
export async function deleteAccess(tx: Tx, customer: number): Promise<void> {
  await sql`delete from customer_identities where customer_id = ${customer}`.execute(rows(tx))
  await sql`delete from customer_passwords where customer_id = ${customer}`.execute(rows(tx))
  await sql`delete from known_browsers where customer_id = ${customer}`.execute(rows(tx))
}
