import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on visitor tables. Days are UTC, written `2026-11-21`. */

export interface PageRow {
  day: string
  visitor: Buffer
  path: string
  referer: string | null
  timezone: string | null
  beats: number
  firstAt: Date
}

/** The day's salt; the first call creates it. */
export async function saltOf(db: Db, day: string, fresh: Buffer): Promise<Buffer> {
  const { rows: found } = await sql<{ salt: Buffer }>`
    with made as (
      insert into visitor_salts (day, salt)
      values (${day}::date, ${fresh})
      on conflict (day) do nothing
      returning salt
    )
    select salt
    from made
    union all
    select salt
    from visitor_salts
    where day = ${day}::date
    limit 1`.execute(rows(db))
  // Another node's row that was committed while this statement ran is not seen by it.
  return found[0]?.salt ?? (await saltOf(db, day, fresh))
}

/** Adds reports to the counts of the same visitor, page and day, in one statement. */
export async function addPages(db: Db, pages: readonly PageRow[]): Promise<void> {
  const column = <K extends keyof PageRow>(name: K): PageRow[K][] => pages.map((page) => page[name])
  // In one order, so that two nodes that write at once do not wait for each other crosswise.
  await sql`
    insert into visitor_pages as v (day, visitor, path, referer, timezone, beats, first_at)
    select *
    from unnest(
      ${column('day')}::date[], ${column('visitor')}::bytea[], ${column('path')}::text[],
      ${column('referer')}::text[], ${column('timezone')}::text[], ${column('beats')}::int[],
      ${column('firstAt')}::timestamptz[]
    ) as given (day, visitor, path, referer, timezone, beats, first_at)
    order by 1, 2, 3
    on conflict (day, visitor, path) do update set beats = v.beats + excluded.beats,
      referer = coalesce(v.referer, excluded.referer)`.execute(rows(db))
}

export interface DayCount {
  day: string
  visitors: number
  pages: number
  /** Seconds that pages were open. */
  seconds: number
}

/** The newest day first. */
export async function dayCounts(db: Db, since: string): Promise<DayCount[]> {
  const { rows: found } = await sql<DayCount>`
    select day::text, count(distinct visitor) as visitors, count(*) as pages, sum(beats) * 10 as seconds
    from visitor_pages
    where day >= ${since}::date
    group by day
    order by day desc`.execute(rows(db))
  return found
}

export interface PageCount {
  path: string
  /** Visitors, each counted once a day. */
  visitors: number
  seconds: number
}

/** The pages that most have seen. */
export async function pageCounts(db: Db, since: string, limit: number): Promise<PageCount[]> {
  const { rows: found } = await sql<PageCount>`
    select path, count(*) as visitors, sum(beats) * 10 as seconds
    from visitor_pages
    where day >= ${since}::date
    group by path
    order by 2 desc, path limit ${limit}`.execute(rows(db))
  return found
}

/** Forgets pages before a day, and the salts of days that are over. */
export async function prunePages(tx: Tx, before: string, saltsBefore: string): Promise<number> {
  await sql`delete from visitor_salts where day < ${saltsBefore}::date`.execute(rows(tx))
  const { numAffectedRows } = await sql`
    delete from visitor_pages where day < ${before}::date`.execute(rows(tx))
  return Number(numAffectedRows ?? 0)
}
