import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { followChanges } from './changes.ts'
import { announceChanges, type Change } from './queries-changes.ts'

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
