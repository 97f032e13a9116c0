import { sql } from 'kysely'
import type { Address } from '#features/postal/contract.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { bookRow, type BookRow } from '../contract.ts'

/* All SQL on the addresses of customers. */

/** The default one first, then the others, the newest first. */
export async function findAddresses(db: Db, customer: number): Promise<BookRow[]> {
  const { rows: found } = await sql<unknown>`
    select id, address, is_default as "isDefault"
    from customer_addresses
    where customer_id = ${customer}
    order by is_default desc, id desc`.execute(rows(db))
  return found.map((row) => bookRow.parse(row))
}

/** Null when the customer has no such address. */
export async function findAddress(db: Db, customer: number, id: number): Promise<BookRow | null> {
  const { rows: found } = await sql<unknown>`
    select id, address, is_default as "isDefault"
    from customer_addresses
    where customer_id = ${customer} and id = ${id}`.execute(rows(db))
  return found[0] === undefined ? null : bookRow.parse(found[0])
}

/** Returns the id. */
export async function insertAddress(tx: Tx, customer: number, address: Address, now: Date): Promise<number> {
  const { rows: made } = await sql<{ id: number }>`
    insert into customer_addresses (customer_id, address, created_at, updated_at)
    values (${customer}, ${JSON.stringify(address)}::jsonb, ${now}, ${now})
    returning id`.execute(rows(tx))
  return made[0]!.id
}

/** False when the customer has no such address. */
export async function updateAddress(
  tx: Tx,
  customer: number,
  id: number,
  address: Address,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update customer_addresses
    set address = ${JSON.stringify(address)}::jsonb, updated_at = ${now}
    where id = ${id} and customer_id = ${customer}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** False when the customer has no such address. */
export async function removeAddress(tx: Tx, customer: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from customer_addresses where id = ${id} and customer_id = ${customer}`.execute(rows(tx))
  return numAffectedRows === 1n
}

export async function makeDefault(tx: Tx, customer: number, id: number): Promise<void> {
  await sql`
    update customer_addresses
    set is_default = false
    where customer_id = ${customer} and is_default and id <> ${id}`.execute(rows(tx))
  await sql`
    update customer_addresses
    set is_default = true
    where customer_id = ${customer} and id = ${id}`.execute(rows(tx))
}

/** Deletes the whole address book of a customer: the account is closed. */
export async function deleteAddressBook(tx: Tx, customer: number): Promise<void> {
  await sql`delete from customer_addresses where customer_id = ${customer}`.execute(rows(tx))
}
