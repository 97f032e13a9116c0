import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'

/*
 * Background work at its time. pg-boss keeps the schedule in PostgreSQL, so that only one of the nodes runs a job.
 * The due work itself is in the shop's tables; a job only looks there, so that the next run makes up for a lost one.
 */

export interface Job {
  /** `<feature>.<verb>`: the name of its queue. */
  name: string
  /** Cron, in UTC. */
  every: string
  work: () => Promise<unknown>
}

export interface JobRunner {
  /** Ends after the work under way. */
  stop(): Promise<void>
}

/** Seconds that a job may take before it counts as lost. */
const mostSeconds = 120
/** Milliseconds until jobs that could not be started are started again. */
const restartAfter = 30_000
/** Milliseconds to wait for running jobs when the shop shuts down. */
const patience = 10_000

/**
 * Starts the jobs, in the background: a shop opens at once, and also where they cannot be started yet.
 * @param url of the database; its user makes the schema `pgboss` the first time
 * @param pollEvery seconds after which a node looks for a job that is due
 */
export function startJobs(url: string, jobs: readonly Job[], log: Logger, pollEvery = 5): JobRunner {
  let stopping = false
  let later: NodeJS.Timeout | null = null
  const start = (): Promise<PgBoss | null> =>
    openBoss(url, jobs, log, pollEvery).catch((error: unknown) => {
      log.error({ err: error }, 'jobs could not be started; trying again')
      const again = (): void => {
        if (!stopping) running = start()
      }
      later = setTimeout(guarded(log, 'the start of the jobs', again), restartAfter).unref()
      return null
    })
  let running = start()
  return {
    async stop() {
      stopping = true
      if (later !== null) clearTimeout(later)
      await (await running)?.stop({ graceful: true, timeout: patience })
    },
  }
}

async function openBoss(url: string, jobs: readonly Job[], log: Logger, pollEvery: number): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'violet-jobs',
    schema: 'pgboss',
    max: 2,
    connectionTimeoutMillis: 5_000,
    monitorVacuum: false,
  })
  // The message alone: the error carries its client, password included.
  const rest = ({ message }: Error): void =>
    log.warn({ reason: message }, 'jobs rest: the database did not answer')
  boss.on('error', guarded(log, 'the end of a database connection', rest))
  try {
    await boss.start()
    for (const job of jobs) await schedule(boss, job, log, pollEvery)
    for (const { name } of await boss.getSchedules())
      if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

async function schedule(
  boss: PgBoss,
  { name, every, work }: Job,
  log: Logger,
  pollEvery: number,
): Promise<void> {
  // At most one queued job per name. One that died with its node must not block the next.
  await boss.createQueue(name, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: mostSeconds,
    deleteAfterSeconds: 86_400,
  })
  await boss.schedule(name, every, null, { tz: 'UTC' })
  await boss.work(name, { pollingIntervalSeconds: pollEvery }, async () => {
    await work().catch((error: unknown) =>
      log.error({ err: error, job: name }, 'a job failed; it comes again'),
    )
  })
}
