import type { Logger } from 'pino'
import type { Database } from '#platform/server/db/db.ts'
import { indexStale, refreshPopular } from './actions/keep-index.ts'
import { writeTerms } from './actions/terms.ts'

const second = 1_000
const minute = 60 * second

/** Intervals in milliseconds. A change can be searched after a second; one node at a time indexes. */
const every = { index: second, terms: minute, popular: 60 * minute }

/** Keeps the index and its tiers up to date, and writes the counts of search terms. */
export function startSearchJobs(db: Database, log: Logger, now: () => Date): { stop: () => void } {
  const jobs = [
    repeat(every.index, () => indexStale(db), log, 'what has changed cannot be searched yet'),
    repeat(every.terms, () => writeTerms(db, now()), log, 'what was searched for could not be counted'),
    repeat(every.popular, () => refreshPopular(db), log, 'the most popular products were not chosen anew'),
  ]
  return { stop: () => jobs.forEach((stop) => stop()) }
}

/** Runs a job at an interval; skips a turn while the last run still goes on. */
function repeat(ms: number, job: () => Promise<unknown>, log: Logger, fault: string): () => void {
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    job()
      .catch((error: unknown) => log.warn({ err: error }, `${fault}; trying again later`))
      .finally(() => (running = false))
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}
