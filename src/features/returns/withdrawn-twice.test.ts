import { expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { days, minutes, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { returnSales, returnWorld } from '#test/returns/return-world.ts'
import { cancelReturn } from './actions/change.ts'
import { withdrawOrder } from './actions/withdraw.ts'

/* A button that was pressed twice: a form without scripts sends no key by which its second post is known. */

const receipts = async (db: Database): Promise<number> =>
  (await db.pool.query(`select from outbox_mails where kind = 'return.receipt'`)).rowCount!

async function unsent(isPaid: boolean) {
  const db = await stockedShop()
  const order = await placeTestOrder(db)
  const at = (now: Date) => orderVisitor(db, order.token, { now, sales: returnSales() }).ctx
  if (isPaid) await payTestOrder(at(days(0)), order.id)
  return { db, order, at }
}

async function sent(units: Record<string, number> | null) {
  const { db, order, sales } = await returnWorld({ units: { 'stool-sage': 2 }, sent: units })
  return { db, order, at: (now: Date) => orderVisitor(db, order.token, { now, sales }).ctx }
}

it.each([
  ['an unpaid order', () => unsent(false)],
  ['a paid order', () => unsent(true)],
  ['an order that was sent', () => sent(null)],
  ['an order that was sent in part', () => sent({ 'stool-sage': 1 })],
] as const)(
  'a withdrawal from %s is the same when it is sent twice, and mails one receipt',
  async (_, make) => {
    const { db, order, at } = await make()
    const withdraw = (now: Date) => withdrawOrder(at(now), { order: order.number, lines: null })
    const [one, two] = await Promise.all([withdraw(days(1)), withdraw(days(1))])
    expect(one).toMatchObject({ ok: true })
    expect(two).toEqual(one)
    expect(await withdraw(minutes(24 * 60 + 1))).toEqual(one)
    expect(await receipts(db)).toBe(1)
    expect(await withdraw(minutes(24 * 60 + 2))).toEqual({ ok: false, problem: { name: 'withdrawal_over' } })
    expect(await receipts(db)).toBe(1)
  },
)

it('what was taken back is withdrawn from again', async () => {
  const { db, order, at } = await sent(null)
  const withdraw = () => withdrawOrder(at(days(1)), { order: order.number, lines: null })
  const one = await withdraw()
  if (!one.ok) throw new Error(one.problem.name)
  await cancelReturn(at(days(1)), { slug: one.value.slug! })
  const two = await withdraw()
  expect(two.ok && two.value.slug).not.toBe(one.value.slug)
  expect(await receipts(db)).toBe(2)
})
