import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { giveBack, takeCopy } from './databases/copies.ts'

export interface TestDatabase {
  db: Database
  url: string
  /** Drops it; called by itself when a test made it, by `afterAll` when a file did. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own. */
export async function createDatabase(): Promise<TestDatabase> {
  const copy = await takeCopy()
  const db = openDatabase({ url: copy.url, pool: 10, log: pino({ level: 'silent' }) })
  return {
    db,
    url: copy.url,
    drop: async () => {
      await db.close()
      await giveBack(copy)
    },
  }
}

/** The same, for one test: dropped when it has finished. */
export async function freshDatabase(): Promise<TestDatabase> {
  const made = await createDatabase()
  onTestFinished(() => made.drop())
  return made
}

/*
 * Two writers at the same moment: a test holds what both need, and lets go when both stand still.
 */

/** Locks the rows of a query; the answer lets go of them. */
export async function holdRows(db: Database, query: string): Promise<() => Promise<void>> {
  const client = await db.pool.connect()
  let isHeld = true
  const letGo = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(letGo)
  await client.query('begin')
  await client.query(query)
  return letGo
}

/** Resolves when so many transactions wait for a lock. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]!.count
  }
  await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(count)
}

export interface Hearing {
  /** Payloads, in the order in which they came. */
  heard: string[]
  /** The connections that they came from. */
  senders: Set<number>
  /** Resolves when everything has come that was sent before the call. */
  settled(): Promise<void>
}

/** LISTENs until the test has finished. */
export async function hearing(url: string, channel: string): Promise<Hearing> {
  const client = new pg.Client({ connectionString: url })
  onTestFinished(() => client.end())
  await client.connect()
  const heard: string[] = []
  const senders = new Set<number>()
  const marks = new Map<string, () => void>()
  client.on('notification', ({ payload = '', processId }) => {
    const came = marks.get(payload)
    if (came !== undefined) came()
    else {
      heard.push(payload)
      senders.add(processId)
    }
  })
  await client.query(`listen ${channel}`)
  return {
    heard,
    senders,
    settled: async () => {
      // Notifications come in the order of their commits.
      const mark = randomUUID()
      const came = new Promise<void>((resolve) => marks.set(mark, resolve))
      await client.query('select pg_notify($1, $2)', [channel, mark])
      await came
    },
  }
}

/**
 * From now on the database refuses a change of some rows, as it does where a constraint is broken.
 * @param when a condition on `new`; on `old` too where a row is changed, and on it alone where one is deleted
 * @param on what is refused
 */
export async function poison(
  db: Database,
  table: string,
  when: string,
  on: 'insert' | 'update' | 'delete' = 'update',
): Promise<void> {
  await db.pool.query(`
    create or replace function refuse_planted() returns trigger language plpgsql
      as 'begin raise exception ''planted''; end';
    create trigger planted before ${on} on ${table} for each row when (${when}) execute function refuse_planted()`)
}
