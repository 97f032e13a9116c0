import pino from 'pino'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { minutes, now, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, type TestOrder } from '#test/placed-orders.ts'
import { cancelByShop, confirmUnpaid } from './shop/decide.ts'
import { watchHolds } from './work/watch.ts'

/** A shop with 50 stools, and what its operator is told. */
async function watchedShop() {
  const db = await stockedShop()
  const told: object[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line)) })
  const { ctx } = orderVisitor(db, null, { now })
  return {
    db,
    ctx,
    /** Places one order for so many stools from each of so many networks. */
    async take(orders: number, units: number, method: 'card' | 'cod' = 'card'): Promise<TestOrder[]> {
      const placed: TestOrder[] = []
      for (let n = 1; n <= orders; n++)
        placed.push(
          await placeTestOrder(db, { units: { 'stool-sage': units }, from: `203.0.113.${n}`, method }),
        )
      return placed
    },
    /** What is said at this minute. */
    async watch(at = 0): Promise<object[]> {
      told.length = 0
      await watchHolds({ db, log, now: minutes(at) })
      return [...told]
    },
  }
}

it('tells the operator once an hour when unpaid orders hold half of a SKU', async () => {
  const { take, watch } = await watchedShop()
  await take(4, 6)
  expect(await watch()).toEqual([])
  await take(1, 1)
  const alarm = { level: 40, sku: 'stool-sage', onHand: 50, units: 25, orders: 5 }
  expect(await watch(1)).toMatchObject([alarm])
  expect(await watch(2)).toEqual([])
  expect(await watch(61)).toMatchObject([alarm])
})

it('says nothing of what few have ordered, or many a little of', async () => {
  const { take, watch } = await watchedShop()
  await take(4, 12)
  expect(await watch()).toEqual([])
  const other = await watchedShop()
  await other.take(6, 4)
  expect(await other.watch()).toEqual([])
})

type Change = (ctx: Ctx, order: TestOrder) => Promise<unknown>

it.each<[string, 'card' | 'cod', Change]>([
  ['paid', 'card', (ctx, { id }) => payTestOrder({ ...ctx, log: pino({ level: 'silent' }) }, id)],
  ['cancelled', 'card', (ctx, { number }) => cancelByShop(ctx, number, '')],
  ['confirmed by the operator', 'cod', (ctx, { number }) => confirmUnpaid(ctx, number)],
])('does not count what is %s', async (_, method, change) => {
  const { ctx, take, watch } = await watchedShop()
  const [first] = await take(5, 6, method)
  expect(await watch()).toHaveLength(1)
  await change(ctx, first!)
  expect(await watch(61)).toEqual([])
})
