import type { Db } from '#platform/server/db/db.ts'
import { findReturnByNumber, listReturnRows, type ReturnFilter, type ReturnRow } from '../queries/read.ts'
import { tidyReturnNumber } from '../rules/number.ts'

export type { ReturnFilter, ReturnRow } from '../queries/read.ts'

/** Calls `each` with the matching returns, newest first, at most `most`. */
export async function listAllReturns(
  db: Db,
  filter: ReturnFilter,
  most: number,
  each: (row: ReturnRow) => void | Promise<void>,
): Promise<void> {
  let left = most
  for (let before = Number.MAX_SAFE_INTEGER; left > 0;) {
    const found = await listReturnRows(db, filter, before, Math.min(left, 200))
    for (const row of found) await each(row)
    const last = found.at(-1)
    if (last === undefined) return
    before = last.id
    left -= found.length
  }
}

/** A return by its number, in any way of typing it; null for none. */
export function findReturn(db: Db, number: string): Promise<ReturnRow | null> {
  return findReturnByNumber(db, tidyReturnNumber(number))
}
