import { expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { formerGuests, secondWriters, writers, writesOf } from '../../scripts/check/writers.ts'
import { named, plant } from './plant.ts'

it('names both where two features write one table, by SQL, builder or helper, but no guest', async () => {
  const { findings, seen } = await writers.look(await plant('writers'))
  const cart = 'src/features/cart/queries/lines.ts'
  expect(named(findings.filter(({ rule }) => rule !== 'former-guest'))).toEqual([
    `second-writer ${cart}`,
    `second-writer ${cart}`,
    `second-writer ${cart}`,
    'second-writer src/features/catalog/queries/stock.ts',
    'second-writer src/features/orders/queries/place.ts',
    'second-writer src/features/orders/queries/place.ts',
    `unknown-table ${cart}`,
  ])
  expect(findings.find(({ rule, file }) => rule === 'second-writer' && file === cart)).toMatchObject({
    line: 6,
    text: expect.stringContaining('cart writes orders, and so does orders'),
  })
  expect(seen).toBe(5)
})

it('reads a lock, a conflict and a name in quotes as no write', () => {
  const source = `sql\`select from carts for update of carts on conflict do update set a = 1\`; const name = 'orders'`
  expect(writesOf('src/features/cart/queries.ts', source, new Set(['carts', 'orders'])).writes).toEqual([])
})

it('names a guest who no longer comes', () => {
  const writes = [{ table: 'orders', file: 'src/features/orders/queries/place.ts', line: 1 }]
  expect(secondWriters(writes)).toEqual([])
  expect(formerGuests(writes).map(({ text }) => text)).toContain(
    'orders no longer writes skus: take it from the list',
  )
})

it('does not take a project without tables for one in order', async () => {
  expect((await runGuard(writers, await plant(null))).ok).toBe(false)
})
