import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { no } from '#domain/result.ts'
import { freshDatabase, hearing } from '#test/database.ts'
import type { Tx } from './db.ts'
import { openNotifier } from './notifier.ts'
import { rows } from './rows.ts'

const log = pino({ level: 'silent' })

async function shop() {
  const { db, url } = await freshDatabase()
  const { heard, senders, settled } = await hearing(url, 'news')
  /** Everything that has been sent, and what is gathered. */
  const all = async (): Promise<string[]> => {
    await db.notifier.flush()
    await settled()
    return heard
  }
  return { db, url, senders, all }
}

async function pidOf(tx: Tx): Promise<number> {
  const { rows: found } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(rows(tx))
  return found[0]!.pid
}

it('wakes after the commit, once, and not from the connection that commits', async () => {
  const { db, senders, all } = await shop()
  const writer = await db.transact(async (tx) => {
    tx.wake('news')
    tx.wake('news')
    expect(await all()).toEqual([])
    return pidOf(tx)
  })
  expect(await all()).toEqual([''])
  expect(senders.size).toBe(1)
  expect(senders).not.toContain(writer)
})

it('wakes nobody when the transaction is rolled back', async () => {
  const { db, all } = await shop()
  const wakes = (work: (tx: Tx) => Promise<unknown>) =>
    db.transact(async (tx) => {
      tx.wake('news')
      return work(tx)
    })
  await expect(
    wakes(() => {
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await expect(wakes((tx) => sql`select 1 / 0`.execute(rows(tx)).catch(() => {}))).rejects.toThrow(
    'was rolled back',
  )
  await wakes(async () => no({ name: 'sold_out' }))
  expect(await all()).toEqual([])
  await wakes(async (tx) => {
    tx.keepAnyway()
    return no({ name: 'sold_out' })
  })
  expect(await all()).toEqual([''])
})

it('tells of the attempt that went through, and of it alone', async () => {
  const { db, all } = await shop()
  let tries = 0
  await db.transact(async (tx) => {
    tx.wake('news')
    tries += 1
    await pidOf(tx)
    if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  expect(tries).toBe(3)
  expect(await all()).toEqual([''])
})

it('gathers what comes together, in its order, and sends the same once', async () => {
  const { db, all } = await shop()
  for (const payload of ['a', '', 'b', 'a', '']) db.notifier.notify('news', payload)
  expect(await all()).toEqual(['a', '', 'b'])
})

it('gathers the wake-ups of many transactions, and sends all by one connection', async () => {
  const { db, senders, all } = await shop()
  let commits = 0
  const commitAll = async (): Promise<void> => {
    for (; commits < 400; commits++)
      await db.transact(async (tx) => {
        tx.wake('news')
        await pidOf(tx)
      })
  }
  await Promise.all(Array.from({ length: 8 }, commitAll))
  const heard = await all()
  expect(commits).toBeGreaterThanOrEqual(400)
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.length).toBeLessThan(commits / 2)
  expect(senders.size).toBe(1)
})

it('begins a statement 20 ms after the one before at the earliest', async () => {
  const { db, url } = await freshDatabase()
  const { heard } = await hearing(url, 'news')
  const begun = performance.now()
  while (heard.length < 10) {
    db.notifier.notify('news', '')
    await setImmediate()
  }
  // Timers are up to a millisecond early.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(9 * 19)
})

it('drops the oldest messages of too many, and no wake-up', async () => {
  const { db, all } = await shop()
  db.notifier.notify('news', '')
  for (let n = 1; n <= 1_500; n++) db.notifier.notify('news', String(n))
  const heard = await all()
  expect(heard).toHaveLength(1_000)
  expect([heard[0], heard[1], heard.at(-1)]).toEqual(['', '502', '1500'])
})

it('takes no payload that PostgreSQL would refuse, and with it all that is gathered', async () => {
  const { db, all } = await shop()
  db.notifier.notify('news', '€'.repeat(2_600))
  expect(() => db.notifier.notify('news', '€'.repeat(2_700))).toThrow('more than 7900 bytes')
  expect((await all()).map(({ length }) => length)).toEqual([2_600])
})

it('goes on after its connection was cut', async () => {
  const { db, all } = await shop()
  const send = async (payload: string): Promise<string[]> => {
    db.notifier.notify('news', payload)
    return all()
  }
  expect(await send('before')).toEqual(['before'])
  const { rowCount } = await db.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'violet notify' and datname = current_database()`,
  )
  expect(rowCount).toBe(1)
  expect(await send('after')).toEqual(['before', 'after'])
})

it('sends what is gathered before it closes, and nothing afterwards', async () => {
  const { url } = await freshDatabase()
  const { heard, settled } = await hearing(url, 'news')
  const notifier = openNotifier({ url, log })
  notifier.notify('news', 'last')
  await notifier.close()
  await settled()
  expect(heard).toEqual(['last'])
  notifier.notify('news', 'too late')
  await notifier.flush()
  await settled()
  expect(heard).toEqual(['last'])
})

it('says so where PostgreSQL cannot be reached, and lets nobody wait who does not ask', async () => {
  const warned: string[] = []
  const notifier = openNotifier({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    log: pino({ level: 'warn' }, { write: (line) => void warned.push(line) }),
  })
  onTestFinished(() => notifier.close())
  notifier.notify('news', '')
  await expect(notifier.flush()).rejects.toThrow('ECONNREFUSED')
  expect(warned.join()).toContain('notifications could not be sent')
  await expect(notifier.flush()).resolves.toBeUndefined()
})
