import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { openDatabase, type Database } from './db.ts'
import { PreparingClient } from './preparing-client.ts'
import { rows } from './rows.ts'

/*
 * PostgreSQL that does not answer: it sleeps on purpose, and its own limit is off, as that of one which stands still is.
 */

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query('create table notes (id int primary key)')
})
afterAll(() => database.drop())
beforeEach(() => {
  db = openDatabase({ url: database.url, pool: 1, log: pino({ level: 'silent' }), statementTimeout: 0 })
  db.pool.on('connect', (client) => {
    if (client instanceof PreparingClient) client.patience = 200
  })
  onTestFinished(() => db.close())
})

const silent = { code: 'ETIMEDOUT', message: 'PostgreSQL did not answer in 200 ms' }
/** Answered by a connection that nobody else's answer can come from. */
const next = async (): Promise<unknown> => (await sql<{ n: number }>`select 7 as n`.execute(rows(db))).rows
it('gives a statement up, and its connection with it', async () => {
  await expect(sql`select pg_sleep(3)`.execute(rows(db))).rejects.toMatchObject(silent)
  expect(await next()).toEqual([{ n: 7 }])
  expect(db.pool.totalCount).toBe(1)
})

it('gives up one of a pool that is asked directly', async () => {
  await expect(db.pool.query('select pg_sleep(3)')).rejects.toMatchObject(silent)
  expect((await db.pool.query('select 8 as n')).rows).toEqual([{ n: 8 }])
})

it('gives a transaction up with all that it has sent', async () => {
  const work = db.transact(async (tx) => {
    await sql`insert into notes values (1)`.execute(rows(tx))
    await Promise.all([
      sql`select pg_sleep(3)`.execute(rows(tx)),
      sql`insert into notes values (2)`.execute(rows(tx)),
    ])
  })
  await expect(work).rejects.toMatchObject(silent)
  expect(await next()).toEqual([{ n: 7 }])
  expect((await database.db.pool.query('select id from notes')).rows).toEqual([])
})

it('waits for work that may take its time, and for that only', async () => {
  const slept = await db.transact(async (tx) => {
    await tx.withoutTimeLimit()
    await sql`select pg_sleep(0.5)`.execute(rows(tx))
    return true
  })
  expect(slept).toBe(true)
  await expect(sql`select pg_sleep(3)`.execute(rows(db))).rejects.toMatchObject(silent)
})
