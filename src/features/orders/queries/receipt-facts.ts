import { sql } from 'kysely'
import type { Address } from '#features/postal/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What the shopper changes of an order after it was placed: where it goes, and the tax number on its receipt. */

/** Sends an order elsewhere; false, and nothing written, if something of it has left meanwhile. */
export async function updateAddress(
  tx: Tx,
  id: number,
  { address, billing }: { address: Address; billing: Address },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set address = ${JSON.stringify(address)}::jsonb, billing = ${JSON.stringify(billing)}::jsonb,
      version = version + 1
    where id = ${id} and status = 'in_progress' and delivery_status = 'unshipped'`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** False, and nothing written, if the order is cancelled, or complete with another number. */
export async function updateTaxNumber(tx: Tx, id: number, taxNumber: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set tax_number = ${taxNumber}, version = version + 1
    where id = ${id}
      and status <> 'cancelled'
      and (status <> 'completed' or tax_number = '')`.execute(rows(tx))
  return numAffectedRows === 1n
}
