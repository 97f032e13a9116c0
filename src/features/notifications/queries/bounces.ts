import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* How often the mail servers of e-mail addresses refused their mails. */

export interface Bounces {
  hard: number
  soft: number
  /** Of the last one: 5.1.1 */
  status: string
}

export async function countBounce(
  db: Db,
  { hash, isHard, status }: { hash: Buffer; isHard: boolean; status: string },
  now: Date,
): Promise<Bounces> {
  const { rows: counted } = await sql<Bounces>`
    insert into mail_bounces as b (email_hash, hard, soft, status, changed_at)
    values (${hash}, ${isHard ? 1 : 0}, ${isHard ? 0 : 1}, ${status}, ${now})
    on conflict (email_hash) do update set hard = b.hard + excluded.hard, soft = b.soft + excluded.soft,
      status = excluded.status, changed_at = excluded.changed_at
    returning hard, soft, status`.execute(rows(db))
  return counted[0]!
}

/** By the hash of the e-mail address, in hex. */
export async function bouncesOf(db: Db, hashes: readonly Buffer[]): Promise<Map<string, Bounces>> {
  const { rows: found } = await sql<Bounces & { hash: string }>`
    select encode(email_hash, 'hex') as hash, hard, soft, status
    from mail_bounces
    where email_hash = any(${hashes}::bytea[])`.execute(rows(db))
  return new Map(found.map(({ hash, ...bounces }) => [hash, bounces]))
}

export async function deleteBounces(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from mail_bounces where email_hash = any(${hashes}::bytea[])`.execute(rows(tx))
}

export async function pruneBounces(db: Db, before: Date): Promise<void> {
  await sql`delete from mail_bounces where changed_at < ${before}`.execute(rows(db))
}
