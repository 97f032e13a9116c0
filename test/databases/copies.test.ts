import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { createDatabase, poison } from '../database.ts'

const add = `insert into customers (number, first_name, last_name, locale, created_at)
  values ('C-1', 'Ada', 'Lovelace', 'en', now()) returning id`

async function one<T>(db: Database, query: string): Promise<T> {
  return Object.values((await db.pool.query<Record<string, T>>(query)).rows[0]!)[0]!
}

const process = (db: Database): Promise<number> => one(db, 'select pg_backend_pid()')

// Those that other files of this process gave back may be about to be dropped for their size.
beforeAll(async () => {
  const worn = await Promise.all(Array.from({ length: 4 }, () => createDatabase()))
  await Promise.all(worn.map(({ db }) => poison(db, 'customers', 'true')))
  await Promise.all(worn.map(({ drop }) => drop()))
})

describe('a database that a test gives back', () => {
  it('is given to the next as it was copied, with its connections', async () => {
    const first = await createDatabase()
    const id = await one(first.db, add)
    const pid = await process(first.db)
    const seeds = await one(first.db, 'select count(*) from migrations')
    await first.drop()
    const second = await createDatabase()
    expect(second.url).toBe(first.url)
    expect(await one(second.db, 'select count(*) from customers')).toBe(0)
    expect(await one(second.db, 'select count(*) from migrations')).toBe(seeds)
    expect(await one(second.db, add)).toBe(id)
    expect(await process(second.db)).toBe(pid)
    await second.drop()
  })

  it('has nothing of its sessions left', async () => {
    const first = await createDatabase()
    await first.db.pool.query(`
      set statement_timeout = '4s'; select pg_advisory_lock(7); listen left_over`)
    const other = new pg.Client({ connectionString: first.url })
    other.on('error', () => {})
    await other.connect()
    await other.query('begin; lock table customers')
    await first.drop()
    const second = await createDatabase()
    expect(second.url).toBe(first.url)
    expect(await one(second.db, add)).toBeGreaterThan(0)
    expect(await one(second.db, 'show statement_timeout')).toBe('5s')
    expect(await one(second.db, 'select count(*) from pg_listening_channels()')).toBe(0)
    const locks = `select count(*) from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory'`
    expect(await one(second.db, locks)).toBe(0)
    await second.drop()
  })

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['a temporary table', (db) => db.pool.query('create temp table left_over ()')],
    ['a trigger', (db) => poison(db, 'customers', 'true')],
    ['a column', (db) => db.pool.query('alter table customers add column left_over text')],
    ['a function', (db) => db.pool.query('create function left_over() returns int language sql return 1')],
    ['statistics', (db) => db.pool.query(`${add}; analyze customers`)],
    [
      'a setting',
      (db) =>
        db.pool.query(`do $$ begin
      execute format('alter database %I set work_mem = 64', current_database()); end $$`),
    ],
    [
      'the size',
      (db) =>
        db.pool.query(`insert into customers (number, locale, created_at)
          select 'C-' || n, 'en', now() from generate_series(1, 40000) n`),
    ],
  ])('is not given to anybody with %s of it', async (_, change) => {
    const first = await createDatabase()
    await change(first.db)
    await first.drop()
    const second = await createDatabase()
    expect(second.url).not.toBe(first.url)
    await second.drop()
  })
})
