import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The browsers that a customer has signed in with. */

export async function isKnownBrowser(db: Db, customer: number, browser: Buffer): Promise<boolean> {
  const { rows: found } = await sql<{ known: boolean }>`
    select exists (
      select from known_browsers where customer_id = ${customer} and browser = ${browser}
    ) as known`.execute(rows(db))
  return found[0]!.known
}

/** Whether this browser is not asked for the second factor. */
export async function isTrustedBrowser(
  db: Db,
  customer: number,
  browser: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows: found } = await sql<{ trusted: boolean }>`
    select exists (
      select from known_browsers
      where customer_id = ${customer} and browser = ${browser} and factor_until > ${now}
    ) as trusted`.execute(rows(db))
  return found[0]!.trusted
}

/** This known browser is not asked for the second factor until then. */
export async function trustBrowser(tx: Tx, customer: number, browser: Buffer, until: Date): Promise<void> {
  await sql`
    update known_browsers
    set factor_until = ${until}
    where customer_id = ${customer} and browser = ${browser}`.execute(rows(tx))
}

/** The second factor is turned off: one that is set up later asks everywhere. */
export async function distrustBrowsers(tx: Tx, customer: number): Promise<void> {
  await sql`update known_browsers set factor_until = null where customer_id = ${customer}`.execute(rows(tx))
}

/** After a change of the password: whoever knew the old one is asked like a stranger. */
export async function forgetBrowsers(tx: Tx, customer: number, but: Buffer | null): Promise<void> {
  await sql`
    delete from known_browsers
    where customer_id = ${customer} and browser is distinct from ${but}::bytea`.execute(rows(tx))
}

export async function pruneBrowsers(db: Db, before: Date): Promise<void> {
  await sql`delete from known_browsers where seen_at < ${before}`.execute(rows(db))
}
