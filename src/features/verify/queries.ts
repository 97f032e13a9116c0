import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Way } from './contract.ts'

/* All SQL on puzzles of the security verification. */

/** A puzzle in the browser that it was issued to. */
export interface Held {
  /** SHA-256 of its id. */
  key: Buffer
  /** SHA-256 of the browser's token. */
  browser: Buffer
}

export interface NewPuzzle extends Held {
  way: Way
  /** As in `verifications.wanted`. */
  wanted: number
  now: Date
  expiresAt: Date
}

export async function putPuzzle(db: Db, puzzle: NewPuzzle): Promise<void> {
  await sql`
    insert into verifications (key, browser, way, wanted, created_at, expires_at)
    values (
      ${puzzle.key}, ${puzzle.browser}, ${puzzle.way}, ${puzzle.wanted}, ${puzzle.now}, ${puzzle.expiresAt}
    )`.execute(rows(db))
}

export interface Tried {
  way: Way
  wanted: number
  createdAt: Date
}

/**
 * Counts a try, and locks the puzzle: of two tries at once the second waits, and finds it passed if the first was
 * right. Null when there is none to try: unknown, of another browser, expired, passed, or tried too often.
 */
export async function countTry(
  tx: Tx,
  { key, browser }: Held,
  mostTries: Readonly<Record<Way, number>>,
  now: Date,
): Promise<Tried | null> {
  const { rows: found } = await sql<Tried>`
    update verifications
    set tries = tries + 1
    where key = ${key}
      and browser = ${browser}
      and passed_at is null
      and expires_at > ${now}
      and tries < (${JSON.stringify(mostTries)}::jsonb ->> way)::int
    returning way, wanted, created_at as "createdAt"`.execute(rows(tx))
  return found[0] ?? null
}

/** False when it was passed before. */
export async function passPuzzle(tx: Tx, { key }: Held, now: Date, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update verifications
    set passed_at = ${now}, expires_at = ${expiresAt}
    where key = ${key} and passed_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Uses a pass, once. False when there is none in this browser, or it is used or expired. */
export async function spendPass(
  tx: Tx,
  { key, browser }: Held,
  purpose: string,
  now: Date,
): Promise<boolean> {
  const { rows: spent } = await sql`
    update verifications
    set spent_at = ${now}, spent_for = ${purpose}
    where key = ${key}
      and browser = ${browser}
      and passed_at is not null
      and spent_at is null
      and expires_at > ${now}
    returning key`.execute(rows(tx))
  return spent.length === 1
}

/** Deletes what expired before a moment. */
export async function pruneVerifications(db: Db, before: Date): Promise<void> {
  await sql`delete from verifications where expires_at < ${before}`.execute(rows(db))
}
