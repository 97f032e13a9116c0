import { sql } from 'kysely'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase, hearing } from '#test/database.ts'
import { followChanges } from './changes.ts'
import { announceChanges, type Change } from './queries-changes.ts'
import { rows } from './rows.ts'

const log = pino({ level: 'silent' })

it('hears of a change that another node commits, and only after the commit', async () => {
  const { db, url } = await freshDatabase()
  const heard: Change[] = []
  const changes = await followChanges({
    db,
    url,
    log,
    apply: (change) => heard.push(change),
  })
  await db.transact(async (tx) => {
    await announceChanges(tx, ['product:1', 'list'], true)
    await changes.catchUp()
    expect(heard).toEqual([])
  })
  await vi.waitFor(() => expect(heard).toMatchObject([{ tags: ['product:1', 'list'], hard: true }]))
  await changes.close()
})

it('misses nothing while LISTEN is cut, even of transactions that began before others ended', async () => {
  const { db, url } = await freshDatabase()
  const heard: string[] = []
  const changes = await followChanges({
    db,
    url,
    log,
    apply: ({ tags }) => heard.push(...tags),
  })
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'violet listen' and datname = current_database()`,
  )

  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const slow = db.transact(async (tx) => {
    await announceChanges(tx, ['slow'], true)
    await held
  })
  await db.transact((tx) => announceChanges(tx, ['quick'], true))
  await changes.catchUp()
  expect(heard).toEqual(['quick'])
  letGo()
  await slow
  await changes.catchUp()
  expect(heard).toEqual(['quick', 'slow'])
  await changes.catchUp()
  expect(heard).toEqual(['quick', 'slow'])
  await changes.close()
})

it('applies each change once, however long another transaction makes it read them again', async () => {
  const { db, url } = await freshDatabase()
  const heard: string[] = []
  const changes = await followChanges({ db, url, log, apply: ({ tags }) => heard.push(...tags) })
  onTestFinished(() => changes.close())
  const wanted: string[] = []
  await db.transact(async (slow) => {
    await announceChanges(slow, ['slow'], true)
    for (let n = 0; n < 20; n++) {
      await db.transact((tx) => announceChanges(tx, [`quick:${n}`], true))
      await changes.catchUp()
      wanted.push(`quick:${n}`)
      expect(heard).toEqual(wanted)
    }
  })
  await changes.catchUp()
  await changes.catchUp()
  expect(heard).toEqual([...wanted, 'slow'])
})

it('does not NOTIFY in the transaction that writes: its commit would wait for all others that do', async () => {
  const { db, url } = await freshDatabase()
  const { heard, senders, settled } = await hearing(url, 'violet_changes')
  const writer = await db.transact(async (tx) => {
    await announceChanges(tx, ['product:1'], true)
    await announceChanges(tx, ['list'], false)
    const { rows: found } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(rows(tx))
    return found[0]!.pid
  })
  await db.notifier.flush()
  await settled()
  expect(heard).toEqual([''])
  expect(senders).not.toContain(writer)
})

it('says nothing when the transaction is rolled back', async () => {
  const { db, url } = await freshDatabase()
  const heard: Change[] = []
  const changes = await followChanges({
    db,
    url,
    log,
    apply: (change) => heard.push(change),
  })
  const failed = db.transact(async (tx) => {
    await announceChanges(tx, ['product:1'], true)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await changes.catchUp()
  expect(heard).toEqual([])
  await changes.close()
})

it('reads again by itself what could not be read, without waiting for the next poll', async () => {
  const { db, url } = await freshDatabase()
  const heard: string[] = []
  const warned: string[] = []
  const changes = await followChanges({
    db,
    url,
    log: pino({ level: 'warn' }, { write: (line) => void warned.push(line) }),
    apply: ({ tags }) => heard.push(...tags),
  })
  onTestFinished(() => changes.close())
  await db.transact((tx) => announceChanges(tx, ['before'], true))
  await vi.waitFor(() => expect(heard).toEqual(['before']))

  await db.pool.query('alter table cache_changes rename to away')
  await expect(changes.catchUp()).rejects.toThrow('cache_changes')
  // Heard of, and not to be read.
  await db.pool.query(
    `with put as (insert into away (tags, hard) values ('{meanwhile}', true)) select pg_notify('violet_changes', '')`,
  )
  await vi.waitFor(() => expect(warned.join()).toContain('could not read what changed'))
  await db.pool.query('alter table away rename to cache_changes')
  await vi.waitFor(() => expect(heard).toEqual(['before', 'meanwhile']), 10_000)
})

it('asks nothing any more once it is closed, and ends what it has begun before', async () => {
  const { db, url } = await freshDatabase()
  const said: string[] = []
  const noisy = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const changes = await followChanges({ db, url, log: noisy, apply: () => {} })
  const reading = changes.catchUp()
  await db.transact((tx) => announceChanges(tx, ['late'], true))
  await changes.close()
  const asked = vi.spyOn(db.pool, 'connect')
  await reading
  await changes.close()
  expect(asked).not.toHaveBeenCalled()
  expect(said).toEqual([])
})

it('applies the changes after one that could not be applied, and that one the next time', async () => {
  const { db, url } = await freshDatabase()
  const heard: string[] = []
  let isBroken = true
  const apply = ({ tags }: Change): void => {
    if (isBroken && tags.includes('first')) throw new Error('planted')
    heard.push(...tags)
  }
  const changes = await followChanges({ db, url, log, apply })
  onTestFinished(() => changes.close())
  for (const tag of ['first', 'second']) await db.transact((tx) => announceChanges(tx, [tag], true))
  await expect(changes.catchUp()).rejects.toThrow(/^change \d+: planted$/)
  expect(heard).toEqual(['second'])
  isBroken = false
  await changes.catchUp()
  expect(heard).toEqual(['second', 'first'])
})
