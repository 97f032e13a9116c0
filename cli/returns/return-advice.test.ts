import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withdrawOrder } from '#features/returns/actions/withdraw.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { violet } from '#test/cli/violet-orders.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { stockOf, testMethods } from '#test/placed-orders.ts'
import { merchant, returnWorld } from '#test/returns/return-world.ts'

/* What the commands advise when something cannot be done can be done. */

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  const sales = { payment: testMethods, returns: { address: merchant } }
  expect(await saveConfig(db, { sales }, { now: new Date() })).toMatchObject({ ok: true })
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

const returns = (...args: string[]) => violet('returns', ...args, '--yes')

it('an exchange whose goods are gone is refused after it has come, which it advises', async () => {
  const { apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': [2, 'rare-sage'] }, { type: 'exchange' })
  await returns('approve', slug)
  await returns('receive', slug)
  await db.pool.query(`update skus set retired = true where sku = 'rare-sage'`)
  await expect(returns('complete', slug)).rejects.toThrow('violet returns refuse --reason')
  await expect(returns('cancel', slug)).rejects.toThrow('violet returns refuse')
  expect(await returns('refuse', slug, '--reason', 'Sold out')).toContain(`${slug}: ended`)
  expect(await stockOf(db, 'rare-sage')).toBe('3/0')
})

it('so is one that cannot hold again what it gave up', async () => {
  const { apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': [2, 'rare-sage'] }, { type: 'exchange' })
  await returns('approve', slug)
  await returns('receive', slug, '--unit', 'stool-sage=0')
  await db.pool.query(`update skus set on_hand = 0 where sku = 'rare-sage'`)
  await expect(returns('receive', slug, '--again')).rejects.toThrow('violet returns refuse --reason')
  expect(await returns('refuse', slug, '--reason', 'Sold out')).toContain(`${slug}: ended`)
})

it('a withdrawal whose parcel has come is refunded less, and told nothing of refusing', async () => {
  const { order, owner } = await returnWorld({ db })
  const made = await withdrawOrder(owner(), { order: order.number, lines: null })
  const slug = made.ok ? made.value.slug! : ''
  await returns('receive', slug)
  const advice = new RegExp(`^${slug}: its parcel has come already; .*violet returns complete --amount`)
  for (const again of [['cancel'], ['receive']]) await expect(returns(...again, slug)).rejects.toThrow(advice)
  await expect(returns('cancel', slug)).rejects.not.toThrow('violet returns refuse')
  expect(await returns('complete', slug, '--amount', '10', '--reason', 'Scratched')).toContain('10.00 USD')
})
