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

const INSUFFICIENT_PRIVILEGE = '42501'

/** A migrated, empty database of its own, cloned from the run's template in some 20 ms. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  await admin(server, `create database ${name} template violet_template strategy file_copy`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const db = openDatabase({ url: address.href, pool: 10, log: pino({ level: 'silent' }) })
  return {
    db,
    url: address.href,
    drop: async () => {
      await db.close()
      await dropDatabase(server, name)
    },
  }
}

/**
 * By force, which ends the connections that a killed process left behind. It is refused while
 * autovacuum is at work there, for that is the superuser's process; a plain drop ends that one.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  try {
    await admin(server, `drop database ${name} with (force)`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    await admin(server, `drop database ${name}`)
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
