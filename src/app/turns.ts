import type { Logger } from 'pino'
import { day, minute, second } from '#domain/time.ts'
import { turnsAfter } from '#features/promotions/queries/terms.ts'
import type { Database } from '#platform/server/db/db.ts'
import { guarded } from '#platform/server/guarded.ts'
import type { Change } from '#platform/server/db/queries-changes.ts'

/*
 * Promotions and coupons begin and end to the moment, on every node by itself: it knows the moments ahead, so nothing
 * has to arrive when one of them comes. Prices depend on it.
 */

export interface Turns {
  /** Reports the moments that have come since the last call. Quick: it is called for every request. */
  pass(): void
  /** The promotions may have changed: reads the moments again. */
  changed(change: Pick<Change, 'tags'>): void
  /** Resolves when the moments are those of every change reported before. */
  settled(): Promise<void>
  close(): void
}

export interface TurnsOptions {
  db: Database
  log: Logger
  now: () => Date
  /** Promotions or coupons have begun or ended. */
  turned: () => void
}

/** A change that is read a little late has its moments of the meantime reported, too. */
const overlap = minute

/** Timers cannot wait for longer than 24.8 days. */
const longest = 20 * day

export async function followTurns({ db, log, now, turned }: TurnsOptions): Promise<Turns> {
  /** Milliseconds since 1970, the soonest first. */
  let moments: number[] = []
  /** Those of the last minute that were reported: each empties the caches once, however often they are read. */
  let reported: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = Promise.resolve()
  let isClosed = false

  function pass(): void {
    const at = now().getTime()
    if (moments.length === 0 || moments[0]! > at) return
    reported.push(...moments.filter((moment) => moment <= at))
    moments = moments.filter((moment) => moment > at)
    arm()
    turned()
  }

  // Pages ask for themselves; this is for those that are open, and told by a live message.
  function arm(): void {
    clearTimeout(timer)
    const [next] = moments
    if (next === undefined || isClosed) return
    const wait = Math.min(longest, Math.max(1, next - now().getTime()))
    timer = setTimeout(
      guarded(log, 'the beginning or end of a promotion', () => {
        pass()
        arm()
      }),
      wait,
    ).unref()
  }

  async function read(): Promise<void> {
    const from = now().getTime() - overlap
    const found = await turnsAfter(db, new Date(from))
    reported = reported.filter((moment) => moment > from)
    moments = found.map((at) => at.getTime()).filter((moment) => !reported.includes(moment))
    pass()
    arm()
  }

  function readAgain(): void {
    reading = reading.then(read).catch((error: unknown) => {
      if (isClosed) return
      log.warn({ err: error }, 'the beginnings and ends of promotions could not be read')
      clearTimeout(timer)
      timer = setTimeout(guarded(log, 'reading the promotions again', readAgain), second).unref()
    })
  }

  await read()
  return {
    pass,
    changed({ tags }) {
      if (tags.includes('promotions')) readAgain()
    },
    settled: () => reading,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
