import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { QuietHours } from '../rules/quiet-hours.ts'

/* What shoppers have chosen, each customer in a row, and each e-mail address of a guest. */

/** Choice keys → whether it is wanted. */
export type Choices = Readonly<Record<string, boolean | undefined>>

export interface Settings {
  choices: Choices
  quiet: QuietHours | null
}

export interface Standing {
  /** Of the customer, and of the e-mail address where it chose as a guest's. */
  settings: Settings[]
  /** Refusals of the e-mail address for good. */
  hardBounces: number
}

/**
 * What is known of a recipient: as a customer, as whose proven e-mail address it is, and as an e-mail address.
 * @param email in small letters
 */
export async function standingOf(
  db: Db,
  { customer, email, hash }: { customer: number | null; email: string; hash: Buffer },
): Promise<Standing> {
  const { rows: found } = await sql<{
    settings: { choices: Choices; from: number | null; until: number | null }[]
    hardBounces: number
  }>`
    select
      coalesce(
        json_agg(json_build_object('choices', s.choices, 'from', s.quiet_from, 'until', s.quiet_until)), '[]'
      ) as settings,
      coalesce((select b.hard from mail_bounces b where b.email_hash = ${hash}), 0) as "hardBounces"
    from notification_settings s
    where s.email_hash = ${hash}
      or s.customer_id = coalesce(
        ${customer}::bigint,
        (
          select i.customer_id
          from customer_identities i
          where i.kind = 'email' and i.account = ${email} and i.verified_at is not null
        )
      )`.execute(rows(db))
  const { settings, hardBounces } = found[0]!
  return {
    settings: settings.map(({ choices, from, until }) => ({ choices, quiet: quietOf(from, until) })),
    hardBounces,
  }
}

function quietOf(from: number | null, until: number | null): QuietHours | null {
  return from === null || until === null ? null : { from, until }
}

/** Whose a row is: a customer's, or a guest's by the hash of the e-mail address. */
export type Whose = { customer: number } | { hash: Buffer }

/** The row's id, which links that unsubscribe name; made where there is none. */
export async function settingsId(tx: Tx, whose: Whose, now: Date): Promise<number> {
  const { customer, hash } = { customer: null, hash: null, ...whose }
  const { rows: made } = await sql<{ id: number }>`
    insert into notification_settings (customer_id, email_hash, created_at, changed_at)
    values (${customer}, ${hash}, ${now}, ${now})
    on conflict do nothing
    returning id`.execute(rows(tx))
  if (made[0] !== undefined) return made[0].id
  const { rows: found } = await sql<{ id: number }>`
    select id
    from notification_settings
    where customer_id = ${customer} or email_hash = ${hash}`.execute(rows(tx))
  return found[0]!.id
}

export async function settingsOfCustomer(db: Db, customer: number): Promise<Settings> {
  const { rows: found } = await sql<{ choices: Choices; from: number | null; until: number | null }>`
    select choices, quiet_from as "from", quiet_until as "until"
    from notification_settings
    where customer_id = ${customer}`.execute(rows(db))
  const row = found[0]
  return row === undefined
    ? { choices: {}, quiet: null }
    : { choices: row.choices, quiet: quietOf(row.from, row.until) }
}

/** The choices of a row by its id; null when it is gone. */
export async function choicesOf(db: Db, id: number): Promise<Choices | null> {
  const { rows: found } = await sql<{ choices: Choices }>`
    select choices from notification_settings where id = ${id}`.execute(rows(db))
  return found[0]?.choices ?? null
}

/** Writes choices over those that are there; others stay. */
export async function addChoices(tx: Tx, id: number, choices: Choices, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification_settings
    set choices = choices || ${JSON.stringify(choices)}::jsonb, changed_at = ${now}
    where id = ${id}`.execute(rows(tx))
  return numAffectedRows === 1n
}

export async function setQuiet(tx: Tx, id: number, quiet: QuietHours | null, now: Date): Promise<void> {
  await sql`
    update notification_settings
    set quiet_from = ${quiet?.from ?? null}, quiet_until = ${quiet?.until ?? null}, changed_at = ${now}
    where id = ${id}`.execute(rows(tx))
}

/** What was chosen for e-mail addresses: forgotten when their owner chooses as a customer, or is erased. */
export async function deleteByHash(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from notification_settings where email_hash = any(${hashes}::bytea[])`.execute(rows(tx))
}

export async function deleteOfCustomer(tx: Tx, customer: number): Promise<void> {
  await sql`delete from notification_settings where customer_id = ${customer}`.execute(rows(tx))
}

/** Deletes what guests have who chose nothing. */
export async function pruneSettings(db: Db, before: Date): Promise<void> {
  await sql`
    delete from notification_settings
    where email_hash is not null and choices = '{}' and changed_at < ${before}`.execute(rows(db))
}

/** In small letters; null where the customer has proven none. */
export async function provenEmail(db: Db, customer: number): Promise<string | null> {
  const { rows: found } = await sql<{ email: string }>`
    select account as email
    from customer_identities
    where customer_id = ${customer} and kind = 'email' and verified_at is not null`.execute(rows(db))
  return found[0]?.email ?? null
}

/** The customer who has proven an e-mail address in small letters. */
export async function customerOfEmail(db: Db, email: string): Promise<number | null> {
  const { rows: found } = await sql<{ customer: number }>`
    select customer_id as customer
    from customer_identities
    where kind = 'email' and account = ${email} and verified_at is not null`.execute(rows(db))
  return found[0]?.customer ?? null
}
