import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Accounts at other providers that sign in to this shop. */

/** Who somebody is at a provider. */
export interface Subject {
  provider: string
  issuer: string
  subject: string
}

/** The customer whose account it signs in to; null when there is none, or it is closed. */
export async function findLinked(db: Db, { provider, issuer, subject }: Subject): Promise<number | null> {
  const { rows: found } = await sql<{ customer: number }>`
    select a.customer_id as customer
    from oauth_accounts a
    join customers c on c.id = a.customer_id
    where c.closed_at is null
      and a.provider = ${provider}
      and a.issuer = ${issuer}
      and a.subject = ${subject}`.execute(rows(db))
  return found[0]?.customer ?? null
}

/** Notes a sign-in by it. Returns the customer whose account it signs in to; null when there is none, or it is closed. */
export async function markUsed(
  tx: Tx,
  { provider, issuer, subject }: Subject,
  now: Date,
): Promise<number | null> {
  const { rows: used } = await sql<{ customer: number }>`
    update oauth_accounts a
    set used_at = ${now}
    from customers c
    where c.id = a.customer_id
      and c.closed_at is null
      and a.provider = ${provider}
      and a.issuer = ${issuer}
      and a.subject = ${subject}
    returning a.customer_id as customer`.execute(rows(tx))
  return used[0]?.customer ?? null
}

/**
 * Links an account to a customer. One that was linked to a customer who is gone is free again.
 * @returns `already`: to this one; `taken`: to another
 */
export async function insertAccount(
  tx: Tx,
  customer: number,
  { provider, issuer, subject }: Subject,
  email: string | null,
  now: Date,
): Promise<'linked' | 'already' | 'taken'> {
  const { rows: made } = await sql`
    insert into oauth_accounts (provider, issuer, subject, customer_id, email, linked_at)
    values (${provider}, ${issuer}, ${subject}, ${customer}, ${email}, ${now})
    on conflict (provider, issuer, subject) do update set customer_id = excluded.customer_id,
      email = excluded.email, linked_at = excluded.linked_at, used_at = null
    where exists (select from customers c where c.id = oauth_accounts.customer_id and c.closed_at is not null)
    returning id`.execute(rows(tx))
  if (made.length === 1) return 'linked'
  const { rows: own } = await sql`
    select from oauth_accounts
    where provider = ${provider}
      and issuer = ${issuer}
      and subject = ${subject}
      and customer_id = ${customer}`.execute(rows(tx))
  return own.length === 1 ? 'already' : 'taken'
}

export interface LinkedAccount {
  id: number
  provider: string
  email: string | null
  linkedAt: Date
  usedAt: Date | null
}

export async function listAccounts(db: Db, customer: number): Promise<LinkedAccount[]> {
  const { rows: found } = await sql<LinkedAccount>`
    select id, provider, email, linked_at as "linkedAt", used_at as "usedAt"
    from oauth_accounts
    where customer_id = ${customer}
    order by id`.execute(rows(db))
  return found
}

/** Returns the provider; null when the customer has no such account. */
export async function deleteAccount(tx: Tx, customer: number, id: number): Promise<string | null> {
  const { rows: gone } = await sql<{ provider: string }>`
    delete from oauth_accounts
    where id = ${id} and customer_id = ${customer}
    returning provider`.execute(rows(tx))
  return gone[0]?.provider ?? null
}

/**
 * Unlinks a customer's accounts at providers. Returns whether there were any.
 * @param added since when; null for all of them
 */
export async function deleteAccounts(
  tx: Tx,
  customer: number,
  added: { since: Date } | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from oauth_accounts
    where customer_id = ${customer}
      and (${added === null} or linked_at >= ${added?.since ?? null})`.execute(rows(tx))
  return numAffectedRows !== 0n
}
