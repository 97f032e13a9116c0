import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { openFaults } from '../jobs/each.ts'
import { listenTo } from './listen.ts'
import { changesChannel, readChanges, type Change } from './queries-changes.ts'
import { guarded } from '../guarded.ts'

export interface ChangesOptions {
  db: Db
  url: string
  log: Logger
  apply: (change: Change) => void
}

/** Milliseconds after a read that failed. */
const retryAfter = 500

export interface Changes {
  /** Resolves when everything committed before the call has been applied here. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Follows the changes that any node commits, by LISTEN on a connection of its own. A wake-up may be lost: the schedule
 * calls `catchUp` each second as well.
 */
export async function followChanges(options: ChangesOptions): Promise<Changes> {
  const { log } = options
  let horizon = (await readChanges(options.db, null)).horizon
  let applied = new Set<number>()
  let reading: Promise<void> | null = null
  let again = false

  const readOnce = async (): Promise<void> => {
    const read = await readChanges(options.db, horizon)
    const faults = openFaults()
    for (const change of read.changes) {
      if (applied.has(change.id)) continue
      try {
        options.apply(change)
        applied.add(change.id)
      } catch (error) {
        faults.add(error, `change ${change.id}`)
      }
    }
    // The horizon stays: what was not applied is read again, and what was applied is known.
    faults.report()
    // What the next read has again, this one had, too: its horizon is no earlier.
    applied = new Set(read.changes.map(({ id }) => id))
    horizon = read.horizon
  }

  const catchUp = (): Promise<void> => {
    if (reading) {
      again = true
      return reading
    }
    reading = (async () => {
      do {
        again = false
        await readOnce()
      } while (again)
    })().finally(() => (reading = null))
    return reading
  }

  let retry: NodeJS.Timeout | null = null
  let isClosed = false
  const catchUpQuietly = (): void => {
    if (isClosed) return
    catchUp().catch((error: unknown) => {
      if (retry !== null || isClosed) return
      log.warn({ err: error }, 'could not read what changed; trying again')
      // Not at the next poll: until then this node would show what is no longer so.
      const again = (): void => {
        retry = null
        catchUpQuietly()
      }
      retry = setTimeout(guarded(log, 'reading what changed', again), retryAfter).unref()
    })
  }

  const listening = await listenTo({ url: options.url, channel: changesChannel, log, heard: catchUpQuietly })

  return {
    catchUp,
    close: async () => {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      await listening.close()
      // The database is closed next.
      await reading?.catch(() => {})
    },
  }
}
