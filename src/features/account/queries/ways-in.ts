import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

interface WaysIn {
  hasProvenEmail: boolean
  hasPassword: boolean
  hasPasskey: boolean
  hasLinkedAccount: boolean
}

/** What a customer can sign in by. @param here the domain of the shop's passkeys, and the providers that it has */
export async function waysIn(
  tx: Tx,
  customer: number,
  { rpId, providers }: { rpId: string; providers: readonly string[] },
): Promise<WaysIn> {
  const { rows: found } = await sql<WaysIn>`
    select
      exists (
        select from customer_identities
        where customer_id = ${customer} and kind = 'email' and verified_at is not null
      ) as "hasProvenEmail",
      exists (
        select from customer_passwords p
        join customer_identities i on i.customer_id = p.customer_id
        where p.customer_id = ${customer}
      ) as "hasPassword",
      exists (select from passkeys where customer_id = ${customer} and rp_id = ${rpId}) as "hasPasskey",
      exists (
        select from oauth_accounts
        where customer_id = ${customer} and provider = any(${providers}::text[])
      ) as "hasLinkedAccount"`.execute(rows(tx))
  return found[0]!
}
