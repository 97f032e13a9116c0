import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Redirect } from './contract.ts'

/** All of them, in the order of their sources. */
export async function allRedirects(db: Db): Promise<Redirect[]> {
  const found = await rows(db)
    .selectFrom('redirects')
    .select(['source', 'target', 'status'])
    .orderBy('source')
    .execute()
  return found as Redirect[]
}

/** Those with wildcards, and whether there are any at all: what a node has in memory. */
export async function redirectPatterns(db: Db): Promise<{ isUsed: boolean; patterns: Redirect[] }> {
  const { rows: found } = await sql<{ isUsed: boolean; patterns: Redirect[] | null }>`
    select exists (select from redirects) as "isUsed",
      (
        select json_agg(json_build_object('source', source, 'target', target, 'status', status))
        from redirects
        where is_pattern
      ) as patterns`.execute(rows(db))
  return { isUsed: found[0]!.isUsed, patterns: found[0]!.patterns ?? [] }
}

/** The redirect of this very path; null for none. */
export async function redirectAt(db: Db, source: string): Promise<Redirect | null> {
  const found = await rows(db)
    .selectFrom('redirects')
    .select(['source', 'target', 'status'])
    .where('source', '=', source)
    .where('is_pattern', '=', false)
    .executeTakeFirst()
  return (found as Redirect | undefined) ?? null
}

/** Nobody else writes redirects until the transaction ends: they are checked against each other. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await sql`lock table redirects in share row exclusive mode`.execute(rows(tx))
}

/** Rows of one statement. */
const batch = 5_000

/** Adds them, or replaces those of the same sources. */
export async function putRedirects(tx: Tx, redirects: readonly Redirect[], now: Date): Promise<void> {
  for (let from = 0; from < redirects.length; from += batch)
    await sql`
      insert into redirects (source, target, status, created_at)
      select r.source, r.target, r.status, ${now}
      from json_to_recordset(
        ${JSON.stringify(redirects.slice(from, from + batch))}::json
      ) as r(source text, target text, status smallint)
      on conflict (source) do update set target = excluded.target, status = excluded.status`.execute(rows(tx))
}

/** Whether there was one. */
export async function deleteRedirect(tx: Tx, source: string): Promise<boolean> {
  const { numDeletedRows } = await rows(tx)
    .deleteFrom('redirects')
    .where('source', '=', source)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
