import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

/** The NOTIFY channel; its payload is not read, the rows are. */
export const changesChannel = 'violet_changes'

/** One statement may name this many tags; beyond it the whole catalogue counts as changed. */
const mostTags = 200

export interface Change {
  id: number
  tags: string[]
  hard: boolean
}

/**
 * Announces to every node what this transaction changes. Written and visible together with the data; a node that is not
 * woken reads it all the same, a second later (`changes.read` in `app/schedule.ts`).
 * @param hard the next visitor waits for the new page (price, visibility, sold out); otherwise the old page may be
 *   shown for a few seconds while the new one is rendered.
 */
export async function announceChanges(tx: Tx, tags: readonly string[], hard: boolean): Promise<void> {
  if (tags.length === 0) return
  const named = tags.length > mostTags ? ['catalog'] : [...new Set(tags)]
  await rows(tx).insertInto('cache_changes').values({ tags: named, hard }).execute()
  tx.wake(changesChannel)
}

export interface ChangesRead {
  changes: Change[]
  /** Where the next read starts: no transaction older than this one is still open. */
  horizon: string
}

/**
 * The changes since a horizon. Rows become visible in commit order while ids are given in insert order, so the
 * reader goes by transaction and may see a row twice; it must know the ids that it has applied.
 */
export async function readChanges(db: Db, horizon: string | null): Promise<ChangesRead> {
  const { rows: found } = await sql<{
    id: number | null
    tags: string[] | null
    hard: boolean | null
    horizon: string
  }>`
    select c.id, c.tags, c.hard, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
    from (select 1) one
    left join cache_changes c on ${horizon}::text is not null and c.xid >= ${horizon ?? '0'}::text::xid8
    order by c.id`.execute(rows(db))
  const changes = found.flatMap(({ id, tags, hard }) =>
    id === null ? [] : [{ id, tags: tags ?? [], hard: hard ?? true }],
  )
  return { changes, horizon: found[0]!.horizon }
}

/** Deletes changes older than the time: every node has read them. Returns how many. */
export async function pruneChanges(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await rows(db)
    .deleteFrom('cache_changes')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
