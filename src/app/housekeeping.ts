import type { Logger } from 'pino'
import type { Database } from '#platform/server/db/db.ts'
import { pruneChanges } from '#platform/server/db/queries-changes.ts'
import { pruneKeys } from '#platform/server/db/queries-idempotency.ts'

const minute = 60_000

/** What each kind of row is kept for, in milliseconds. */
const keep = { changes: 60 * minute, idempotencyKeys: 24 * 60 * minute }

/** Forgets what nobody will ask for again, every ten minutes. Any number of nodes may do it at once. */
export function startHousekeeping(db: Database, log: Logger, now: () => Date): { stop: () => void } {
  const clean = async (): Promise<void> => {
    const at = now().getTime()
    await pruneChanges(db, new Date(at - keep.changes))
    await pruneKeys(db, new Date(at - keep.idempotencyKeys))
  }
  const timer = setInterval(() => {
    clean().catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be removed; trying again later'),
    )
  }, 10 * minute)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
