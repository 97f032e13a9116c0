import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { no } from '#domain/result.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { openDatabase, type Db } from './db.ts'
import { rows } from './rows.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query('create table notes (id int primary key, text text not null)')
})
afterAll(() => database.drop())
beforeEach(() => database.db.pool.query('truncate notes'))

const note = (db: Db, id: number, text: string | null = `note ${id}`) =>
  sql`insert into notes values (${id}, ${text})`.execute(rows(db))
const kept = async (): Promise<number[]> =>
  (await database.db.pool.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id)

it('keeps all of a transaction, and what was sent together in its order', async () => {
  const answer = await database.db.transact(async (tx) => {
    await note(tx, 1)
    const [, found] = await Promise.all([
      note(tx, 2),
      sql<{ count: number }>`select count(*)::int as count from notes`.execute(rows(tx)),
    ])
    return found.rows[0]!.count
  })
  expect(answer).toBe(2)
  expect(await kept()).toEqual([1, 2])
})

it('keeps nothing of one that throws, nor of one in which a statement fails', async () => {
  await expect(
    database.db.transact(async (tx) => {
      await note(tx, 1)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await expect(
    database.db.transact(async (tx) => {
      await note(tx, 1)
      await note(tx, 2, null).catch(() => {})
    }),
  ).rejects.toThrow('was rolled back')
  expect(await kept()).toEqual([])
  // The connections are as good as before.
  await database.db.transact((tx) => note(tx, 3))
  expect(await kept()).toEqual([3])
})

it('keeps nothing of one that refuses, unless it asks to', async () => {
  let told = 0
  const refuse = (keeps: boolean) =>
    database.db.transact(async (tx) => {
      tx.afterCommit(() => void told++)
      await note(tx, 1)
      await tx.along(note(tx, 2))
      if (keeps) tx.keepAnyway()
      return no({ name: 'sold_out' })
    })
  expect(await refuse(false)).toEqual(no({ name: 'sold_out' }))
  expect(await kept()).toEqual([])
  expect(told).toBe(0)
  // A refusal is a refusal whatever failed on its way: the statement that nobody waited for is undone as well.
  expect(
    await database.db.transact(async (tx) => {
      await tx.along(note(tx, 1, null))
      return no({ name: 'sold_out' })
    }),
  ).toEqual(no({ name: 'sold_out' }))
  expect(await refuse(true)).toEqual(no({ name: 'sold_out' }))
  expect(await kept()).toEqual([1, 2])
  expect(told).toBe(1)
})

it('commits behind a statement that nobody waited for, and fails with it', async () => {
  let told = 0
  await database.db.transact(async (tx) => {
    tx.afterCommit(() => void told++)
    await tx.along(note(tx, 1))
  })
  expect(await kept()).toEqual([1])
  await expect(
    database.db.transact(async (tx) => {
      tx.afterCommit(() => void told++)
      await note(tx, 2)
      await tx.along(note(tx, 1))
    }),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await kept()).toEqual([1])
  expect(told).toBe(1)
})

it('fails with the error of the statement that failed first, whoever waits for the next', async () => {
  await note(database.db, 1)
  await expect(
    database.db.transact(async (tx) => {
      await tx.along(note(tx, 1))
      // PostgreSQL answers this one by the failure of the transaction.
      await note(tx, 2)
    }),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await kept()).toEqual([1])
})

it('tries again what failed by chance, and tells only of the time that went through', async () => {
  let tries = 0
  let told = 0
  await database.db.transact(async (tx) => {
    tries += 1
    tx.afterCommit(() => void told++)
    await note(tx, tries)
    if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  expect(await kept()).toEqual([3])
  expect([tries, told]).toEqual([3, 1])
})

it('refuses a statement that comes after the end', async () => {
  let late: Promise<unknown> | null = null
  const over = Promise.withResolvers<void>()
  await database.db.transact(async (tx) => {
    late = over.promise.then(() => note(tx, 1))
    await note(tx, 2)
  })
  over.resolve()
  await expect(late!).rejects.toThrow('the transaction is over')
  expect(await kept()).toEqual([2])
})

it('survives that its connection is cut, in the middle and before the commit', async () => {
  const db = openDatabase({ url: database.url, pool: 2, log: pino({ level: 'silent' }) })
  const cut = async (tx: Db): Promise<void> => {
    const { rows: found } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(rows(tx))
    await database.db.pool.query('select pg_terminate_backend($1, 5000)', [found[0]!.pid])
  }
  await expect(
    db.transact(async (tx) => {
      await note(tx, 1)
      await cut(tx)
      await note(tx, 2)
    }),
  ).rejects.toThrow(/terminat|closed|queryable|EPIPE|ECONNRESET/i)
  await expect(
    db.transact(async (tx) => {
      await note(tx, 1)
      await cut(tx)
    }),
  ).rejects.toThrow(/terminat|closed|queryable|EPIPE|ECONNRESET/i)
  await db.transact((tx) => note(tx, 3))
  expect(await kept()).toEqual([3])
  await db.close()
})

it('lets those who wait for a connection go first, but not for ever', async () => {
  const db = openDatabase({ url: database.url, pool: 1, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.close())
  const seen: string[] = []
  // Nobody waits.
  await db.untilSpare()
  const held = await db.pool.connect()
  const visitor = db.pool.connect().then((client) => {
    seen.push('visitor')
    client.release()
  })
  const work = db.untilSpare().then(() => void seen.push('work'))
  held.release()
  await Promise.all([visitor, work])
  expect(seen).toEqual(['visitor', 'work'])

  const again = await db.pool.connect()
  const waiting = db.pool.connect()
  await db.untilSpare()
  expect(db.pool.waitingCount).toBe(1)
  again.release()
  ;(await waiting).release()
})
