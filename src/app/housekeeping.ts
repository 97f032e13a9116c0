import type { Logger } from 'pino'
import { publishedBetween } from '#features/content/queries/read.ts'
import { turnsBetween } from '#features/promotions/queries/read.ts'
import type { Database } from '#platform/server/db/db.ts'
import { announceChanges, pruneChanges } from '#platform/server/db/queries-changes.ts'
import { pruneKeys } from '#platform/server/db/queries-idempotency.ts'

const minute = 60_000

/** What each kind of row is kept for, in milliseconds. */
const keep = { changes: 60 * minute, idempotencyKeys: 24 * 60 * minute }

/**
 * Forgets what nobody will ask for again, every ten minutes, and tells the page caches each minute what time has
 * changed. Any number of nodes may do it at once.
 */
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

  let seen = now()
  const clock = setInterval(() => {
    const at = now()
    announceTimed(db, seen, at).then(
      () => (seen = at),
      (error: unknown) => log.warn({ err: error }, 'what time has changed is not known; trying again later'),
    )
  }, minute)
  clock.unref()
  return {
    stop: () => {
      clearInterval(timer)
      clearInterval(clock)
    },
  }
}

/** Announces the articles that came to be published between two moments, and the offers that began or ended. */
export async function announceTimed(db: Database, after: Date, until: Date): Promise<void> {
  const [published, turned] = await Promise.all([
    publishedBetween(db, after, until),
    turnsBetween(db, after, until),
  ])
  if (!published && !turned) return
  await db.transact(async (tx) => {
    if (published) await announceChanges(tx, ['content'], false)
    if (turned) await announceChanges(tx, ['promotions'], true)
  })
}
