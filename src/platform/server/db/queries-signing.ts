import { sql } from 'kysely'
import type { Db } from './db.ts'
import { rows } from './rows.ts'

/* All SQL on signing keys and rate limits. */

/** The key of a purpose; `fresh` becomes it when there is none yet. Every node gets the same. */
export async function keyFor(db: Db, purpose: string, fresh: Buffer): Promise<Buffer> {
  const { rows: found } = await sql<{ key: Buffer }>`
    with made as (
      insert into signing_keys (purpose, key)
      values (${purpose}, ${fresh})
      on conflict do nothing
      returning key
    )
    select key
    from made
    union all
    select key
    from signing_keys
    where purpose = ${purpose}
    limit 1`.execute(rows(db))
  if (found[0]) return found[0].key
  // Another node's row, not seen by this statement's snapshot, was committed between the two halves.
  const { rows: later } = await sql<{ key: Buffer }>`
    select key from signing_keys where purpose = ${purpose}`.execute(rows(db))
  return later[0]!.key
}

/** Counts one more of `who` in the window that begins then. Returns the count. */
export async function countOne(db: Db, who: Buffer, beginsAt: Date): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    insert into rate_counts as r (who, begins_at)
    values (${who}, ${beginsAt})
    on conflict (who, begins_at) do update set count = r.count + 1
    returning count`.execute(rows(db))
  return found[0]!.count
}

/** Counts one less of `who` in the window that begins then, where one was counted. */
export async function uncountOne(db: Db, who: Buffer, beginsAt: Date): Promise<void> {
  await sql`
    update rate_counts
    set count = count - 1
    where who = ${who} and begins_at = ${beginsAt} and count > 0`.execute(rows(db))
}

export interface Counted {
  who: Buffer
  /** When its window begins. */
  beginsAt: Date
}

/** Counts one more of each, which are all different. Returns the counts, in that order. */
export async function countEach(db: Db, counted: readonly Counted[]): Promise<number[]> {
  // Sorted, so that two statements cannot deadlock.
  const { rows: found } = await sql<{ who: Buffer; count: number }>`
    insert into rate_counts as r (who, begins_at)
    select c.who, c.begins_at
    from unnest(
      ${counted.map(({ who }) => who)}::bytea[], ${counted.map(({ beginsAt }) => beginsAt)}::timestamptz[]
    ) c(who, begins_at)
    order by c.who
    on conflict (who, begins_at) do update set count = r.count + 1
    returning r.who, r.count`.execute(rows(db))
  return counted.map(({ who }) => found.find((row) => row.who.equals(who))!.count)
}

export async function pruneRates(db: Db, before: Date): Promise<void> {
  await sql`delete from rate_counts where begins_at < ${before}`.execute(rows(db))
}
