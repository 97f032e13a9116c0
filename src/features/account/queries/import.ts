import { sql } from 'kysely'
import type { Address } from '#features/postal/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** A customer of another shop. Its address is unproven until its owner has read a mail. */
export interface ImportedCustomer {
  number: string
  /** In small letters. */
  email: string
  firstName: string
  lastName: string
  locale: string
  /** `2001-12-31` */
  birthday: string | null
  /** ISO 8601. */
  createdAt: string
  /** As the other shop has made it, of a known kind. */
  passwordHash: string | null
  address: Address | null
}

/** Which of these e-mail addresses are some customer's already. */
export async function takenEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ account: string }>`
    select account
    from customer_identities
    where kind = 'email' and account = any(${emails}::text[])`.execute(rows(tx))
  return new Set(found.map(({ account }) => account))
}

/**
 * Writes customers whose e-mail addresses nobody has, each once, with their passwords and addresses.
 * @returns the e-mail addresses that went in; missing are those whose number is taken: they get another, and a next try
 */
export async function insertImported(
  tx: Tx,
  customers: readonly ImportedCustomer[],
  now: Date,
): Promise<string[]> {
  const { rows: made } = await sql<{ email: string }>`
    with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) g(
        number text, email text, "firstName" text, "lastName" text, locale text, birthday date,
        "createdAt" timestamptz, "passwordHash" text, address jsonb
      )
    ),
    made as (
      insert into customers (number, first_name, last_name, locale, birthday, created_at)
      select number, "firstName", "lastName", locale, birthday, "createdAt"
      from given
      on conflict (number) do nothing
      returning id, number
    ),
    known as (select m.id, g.* from made m join given g on g.number = m.number),
    named as (
      insert into customer_identities (kind, account, customer_id)
      select 'email', email, id
      from known
    ),
    locked as (
      insert into customer_passwords (customer_id, hash, set_at)
      select id, "passwordHash", ${now}
      from known
      where "passwordHash" is not null
    ),
    housed as (
      insert into customer_addresses (customer_id, address, is_default, created_at, updated_at)
      select id, address, true, ${now}, ${now}
      from known
      where jsonb_typeof(address) = 'object'
    ),
    noted as (
      insert into security_events (customer_id, kind, at, ip, agent)
      select id, 'imported', ${now}, '', ''
      from known
    )
    select email
    from known`.execute(rows(tx))
  return made.map(({ email }) => email)
}
