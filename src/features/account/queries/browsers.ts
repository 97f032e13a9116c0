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

export async function knowBrowser(tx: Tx, customer: number, browser: Buffer, now: Date): Promise<void> {
  await sql`
    insert into known_browsers (customer_id, browser, seen_at)
    values (${customer}, ${browser}, ${now})
    on conflict (customer_id, browser) do update set seen_at = excluded.seen_at`.execute(rows(tx))
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
