import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase, hearing, type Hearing, type TestDatabase } from '#test/database.ts'
import { createProgram } from './program.ts'
import { leaveNow, withShop } from './shop.ts'

let database: TestDatabase
let changes: Hearing
let messages: Hearing
beforeEach(async () => {
  database = await freshDatabase()
  await database.db.pool.query(cartCatalogue)
  changes = await hearing(database.url, 'violet_changes')
  messages = await hearing(database.url, 'violet_live')
  vi.stubEnv('DATABASE_URL', database.url)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function violet(...args: string[]): Promise<void> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await createProgram('1.2.3').parseAsync(args, { from: 'user' })
}

it('has woken the nodes when a command ends', async () => {
  await violet('stock', 'set', 'stool-sage', '3')
  await changes.settled()
  expect(changes.heard).toEqual([''])
})

it('wakes nobody for a command that changes nothing', async () => {
  await expect(violet('stock', 'set', 'no-such-sku', '3')).rejects.toThrow('the shop has no SKU')
  await violet('stock', 'list')
  await changes.settled()
  expect(changes.heard).toEqual([])
})

it('has sent a notice to every page when the command ends', async () => {
  await violet('notice', 'send', 'Back in 5 minutes')
  await messages.settled()
  expect(messages.heard.map((payload) => JSON.parse(payload) as unknown)).toEqual([
    { topic: 'everybody', message: { type: 'notice', text: { en: 'Back in 5 minutes' } } },
  ])
})

it('wakes the nodes also when its reader leaves before it ends', async () => {
  const left = Promise.withResolvers<void>()
  vi.spyOn(process, 'exit').mockImplementation((() => left.resolve()) as typeof process.exit)
  await withShop(async ({ db }) => {
    await db.transact((tx) => announceChanges(tx, ['catalog'], true))
    await leaveNow(0)
    await left.promise
    await changes.settled()
    expect(changes.heard).toEqual([''])
  })
})
