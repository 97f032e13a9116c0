import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { startJobs, type Job } from './jobs.ts'

const log = pino({ level: 'silent' })
/** Not while the test runs, unless somebody celebrates. */
const newYear = '0 0 1 1 *'
/** Seconds: as often as pg-boss allows. */
const pollEvery = 0.5

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await isSo()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('it did not come to that within 15 seconds')
}

it('does a job that is due on one of two nodes, comes again after a failure, and forgets jobs that are gone', async () => {
  const { url, db } = await freshDatabase()
  const done: string[] = []
  const jobsOf = (node: string): Job[] => [
    {
      name: 'tests.count',
      every: newYear,
      work: async () => {
        done.push(node)
        if (done.length === 1) throw new Error('the first time it fails')
      },
    },
  ]
  const schedules = async (): Promise<string[]> => {
    const { rows } = await db.pool.query<{ name: string }>('select name from pgboss.schedule order by name')
    return rows.map(({ name }) => name)
  }
  const first = startJobs(
    url,
    [...jobsOf('one'), { name: 'tests.gone', every: newYear, work: async () => {} }],
    log,
    pollEvery,
  )
  await until(async () => (await schedules().catch(() => [])).length === 2)
  await first.stop()

  const nodes = ['one', 'two'].map((node) => startJobs(url, jobsOf(node), log, pollEvery))
  await until(async () => (await schedules()).join() === 'tests.count')
  const sender = new PgBoss({ connectionString: url, schema: 'pgboss', supervise: false, schedule: false })
  await sender.start()
  try {
    const completed = async (): Promise<number> => {
      const { rows } = await db.pool.query<{ jobs: number }>(
        "select count(*)::int as jobs from pgboss.job where name = 'tests.count' and state = 'completed'",
      )
      return rows[0]!.jobs
    }
    for (const times of [1, 2, 3]) {
      await sender.send('tests.count')
      await until(async () => (await completed()) === times)
      expect(done).toHaveLength(times)
    }
  } finally {
    await sender.stop({ graceful: false })
    await Promise.all(nodes.map((node) => node.stop()))
  }
})
