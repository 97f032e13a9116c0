import { expect, it } from 'vitest'
import { confirmRefund } from '#features/orders/rules/refund.ts'
import { exportBooks, type BookRow } from '#features/orders/shop/read.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import type { Database } from '#platform/server/db/db.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/* Returns in the books: with the amounts and the tax that were recorded for them. */

type World = Awaited<ReturnType<typeof returnWorld>>

/** As if shipping had been sold at another rate of tax. */
async function shippingAt7(db: Database): Promise<void> {
  await db.pool.query(
    `update orders set quote = jsonb_set(quote, '{adjustments}', (
       select jsonb_agg(case when a ? 'line' then a else jsonb_set(a, '{because,rate}', '"7"') end)
       from jsonb_array_elements(quote->'adjustments') a where a->'because'->>'kind' = 'tax'))`,
  )
}

async function returned({ owner, apply }: World, units: number): Promise<void> {
  const slug = await apply({ 'stool-sage': units })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
}

async function refundsIn({ db, owner }: World): Promise<[amount: number, rate: string, tax: number][]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `select id from refunds where status = 'pending' order by id`,
  )
  for (const { id } of rows) expect(await confirmRefund(owner(3), id, 'bank')).toBe(true)
  const booked: BookRow[] = []
  await exportBooks(db, new Date('2026-11-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z'), (row) => {
    if (row.kind === 'refund') booked.push(row)
  })
  return booked.map(({ amount, taxRate, tax }) => [amount, taxRate, tax])
}

it('each takes back the tax of its goods, and the last one that of shipping', async () => {
  const world = await returnWorld({ units: { 'stool-sage': 3 }, method: 'transfer' })
  await shippingAt7(world.db)
  await returned(world, 1)
  const first = await refundsIn(world)
  expect(first).toEqual([[-4_850, '19', -774]])
  await returned(world, 2)
  expect(await refundsIn(world)).toEqual([...first, [-9_700, '19', -1_549], [-500, '7', -80]])
})

it('a fee is kept of them without tax, and a refund of all that is left takes what is left of each rate', async () => {
  const world = await returnWorld({ method: 'transfer', settings: { fee: { USD: 500 } } })
  await returned(world, 1)
  const first = await refundsIn(world)
  expect(first).toEqual([
    [-4_850, '19', -775],
    [500, '', 0],
  ])
  const rest = { amount: null, reason: 'goodwill', key: 'a', choice: null }
  expect(await refundByShop(world.owner(3), world.order.number, rest)).toMatchObject({ ok: true })
  expect(await refundsIn(world)).toEqual([...first, [-5_350, '19', -854], [-500, '', 0]])
})

it('a return after a refund of no goods leaves no rate below what was sold at it', async () => {
  const world = await returnWorld({ method: 'transfer' })
  await shippingAt7(world.db)
  const some = { amount: 1_000, reason: 'late', key: 'a', choice: null }
  expect(await refundByShop(world.owner(1), world.order.number, some)).toMatchObject({ ok: true })
  await returned(world, 2)
  const rows = await refundsIn(world)
  const sumAt = (wanted: string): number =>
    rows.reduce((sum, [amount, rate]) => (rate === wanted ? sum + amount : sum), 0)
  expect([sumAt('19'), sumAt('7')]).toEqual([-9_700, -500])
})
