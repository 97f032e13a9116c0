import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* E-mail addresses of customers who were erased, as hashes alone. */

export async function insertErased(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<void> {
  await sql`
    insert into erased_emails (email_hash, erased_at)
    select hash, ${now}
    from unnest(${hashes}::bytea[]) hash
    on conflict (email_hash) do update set erased_at = excluded.erased_at`.execute(rows(tx))
}

/** Which of these hashes are there, in hex. */
export async function findErased(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ hash: string }>`
    select encode(email_hash, 'hex') as hash
    from erased_emails
    where email_hash = any(${hashes}::bytea[])`.execute(rows(db))
  return new Set(found.map(({ hash }) => hash))
}

export async function deleteErased(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from erased_emails where email_hash = any(${hashes}::bytea[])`.execute(rows(tx))
}
