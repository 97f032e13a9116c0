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

/** With the codes that were sent to it: whoever has it next proves it anew. */
export async function removeIdentity(tx: Tx, customer: number, kind: AccountKind): Promise<void> {
  await sql`
    with removed as (
      delete from customer_identities
      where customer_id = ${customer} and kind = ${kind}
      returning account
    )
    delete from one_time_codes
    where kind = ${kind} and account in (select account from removed)`.execute(rows(tx))
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
