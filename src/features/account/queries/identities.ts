import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { AccountKind, AccountName } from '../rules/account-name.ts'

/* The e-mail address and the mobile number of one customer, for their changes. */

export interface Identity extends AccountName {
  /** Null: of an import, and not proven yet. */
  verifiedAt: Date | null
}

export async function identitiesOf(db: Db, customer: number): Promise<Identity[]> {
  const { rows: found } = await sql<Identity>`
    select kind, account, verified_at as "verifiedAt"
    from customer_identities
    where customer_id = ${customer}
    order by kind`.execute(rows(db))
  return found
}

/** Locks a customer whose account is open, so that changes of it follow each other. False when there is none. */
export async function lockCustomer(tx: Tx, customer: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from customers where id = ${customer} and closed_at is null for update`.execute(rows(tx))
  return found.length === 1
}

export async function removeIdentity(tx: Tx, customer: number, kind: AccountKind): Promise<void> {
  await sql`
    delete from customer_identities where customer_id = ${customer} and kind = ${kind}`.execute(rows(tx))
}

/** Gives an identity back as it was. False when another customer has it by now. */
export async function restoreIdentity(
  tx: Tx,
  customer: number,
  { kind, account, verifiedAt }: Identity,
): Promise<boolean> {
  const { rows: made } = await sql`
    insert into customer_identities (kind, account, customer_id, verified_at)
    values (${kind}, ${account}, ${customer}, ${verifiedAt})
    on conflict do nothing
    returning customer_id`.execute(rows(tx))
  return made.length === 1
}
