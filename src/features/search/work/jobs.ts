import type { Logger } from 'pino'
import type { Database } from '#platform/server/db/db.ts'
import { indexStale, refreshPopular } from './keep-index.ts'
import { writeTerms } from '../actions/terms.ts'

const second = 1_000
const minute = 60 * second

/** How often each is done, in milliseconds. A change is found after a second; one node at a time indexes it. */
const every = { index: second, terms: minute, popular: 60 * minute }

/** Keeps what is searched as it is sold, and writes down what is searched for. */
export function startSearchJobs(db: Database, log: Logger, now: () => Date): { stop: () => void } {
  const jobs = [
    repeat(every.index, () => indexStale(db), log, 'what has changed cannot be searched yet'),
    repeat(every.terms, () => writeTerms(db, now()), log, 'what was searched for could not be counted'),
    repeat(every.popular, () => refreshPopular(db), log, 'the most popular products were not chosen anew'),
  ]
  return { stop: () => jobs.forEach((stop) => stop()) }
}

/** One after the other: a job that takes longer is not begun a second time. */
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
