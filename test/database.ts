import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '#platform/server/db/db.ts'

export interface TestDatabase {
  db: Database
  url: string
  /** Drops it; called by itself when a test made it, by `afterAll` when a file did. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own, cloned from the run's template in some 100 ms. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  await admin(server, `create database ${name} template violet_template`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const db = openDatabase({ url: address.href, pool: 10, log: pino({ level: 'silent' }) })
  return {
    db,
    url: address.href,
    drop: async () => {
      await db.close()
      await admin(server, `drop database ${name} with (force)`)
    },
  }
}

/** The same, for one test: dropped when it has finished. */
export async function freshDatabase(): Promise<TestDatabase> {
  const made = await createDatabase()
  onTestFinished(() => made.drop())
  return made
}

async function admin(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
