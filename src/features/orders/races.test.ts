import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, holdRows, type TestDatabase, untilWaiting } from '#test/database.ts'
import { days, minutes, now, onDelivery, parcel } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, payTestOrder, placeTestOrder, stockOf } from '#test/placed-orders.ts'
import { cancelOrder } from './actions/change.ts'
import { releaseOrder } from './rules/release.ts'
import { shipOrder } from './shop/ship.ts'
import { expireUnpaid } from './work/timer.ts'

/*
 * Two writers of one order at the same moment. The test holds the SKUs, so that the first writer stands still between
 * its decision and its commit while the second one begins. Each test names the line without which it fails.
 */

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.pool.query(`
    truncate checkouts, orders, carts restart identity cascade;
    update skus set on_hand = 50, held = 0 where sku = 'stool-sage';
    update skus set on_hand = 1, held = 0 where sku = 'bowl-sage'`)
})

/** Begins `first`, then `second` while the first stands still, then lets both go on. */
async function race<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const letGo = await holdRows(database.db, 'select from skus for no key update')
  const ahead = first()
  await untilWaiting(database.db, 1)
  const behind = second()
  await untilWaiting(database.db, 2)
  await letGo()
  return Promise.all([ahead, behind])
}

async function stateOf(id: number): Promise<{ status: string; delivery: string; paid: string }> {
  const { rows } = await database.db.pool.query<{ status: string; delivery: string; paid: string }>(
    'select status, delivery_status as delivery, pay_status as paid from orders where id = $1',
    [id],
  )
  return rows[0]!
}

// Holds `for no key update` in `lockOwnOrder`.
it('is not cancelled by its shopper while its parcel leaves', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'cod' })
  const { ctx } = orderVisitor(db, order.token, { now })
  const [shipped, cancelled] = await race(
    () => shipOrder(ctx, order.number, parcel, onDelivery),
    () => cancelOrder(ctx, { slug: order.number, reason: '' }),
  )
  expect(shipped).toMatchObject({ ok: true })
  expect(cancelled).toEqual({ ok: false, problem: { name: 'not_now' } })
  expect(await stateOf(order.id)).toEqual({ status: 'in_progress', delivery: 'shipped', paid: 'unpaid' })
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'shipped'])
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
})

// Holds `for no key update` in `lockOrderByNumber`.
it('does not leave while its shopper cancels it', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'cod' })
  const { ctx } = orderVisitor(db, order.token, { now })
  const [cancelled, shipped] = await race(
    () => cancelOrder(ctx, { slug: order.number, reason: '' }),
    () => shipOrder(ctx, order.number, parcel, onDelivery),
  )
  expect(cancelled).toMatchObject({ ok: true, value: { status: 'cancelled' } })
  expect(shipped).toEqual({ ok: false, problem: { name: 'not_now', status: 'cancelled' } })
  expect(await stateOf(order.id)).toEqual({ status: 'cancelled', delivery: 'unshipped', paid: 'unpaid' })
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'cancelled'])
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
})

// Holds `for no key update skip locked` in `lockOrderIfFree`: without all of it, the timer waits for the parcel, and
// fails.
it('does not expire while its parcel leaves, and the timer does not wait for it', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'cod' })
  const { ctx } = orderVisitor(db, null, { now: days(15) })
  const letGo = await holdRows(database.db, 'select from skus for no key update')
  const shipping = shipOrder(ctx, order.number, parcel, onDelivery)
  await untilWaiting(database.db, 1)
  expect(await expireUnpaid(ctx)).toBe(0)
  await letGo()
  expect(await shipping).toMatchObject({ ok: true })
  expect(await expireUnpaid(ctx)).toBe(0)
  expect(await stateOf(order.id)).toEqual({ status: 'in_progress', delivery: 'shipped', paid: 'unpaid' })
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
})

// Holds `isBeingPaid` in `expireUnpaid`: the timer's list of orders is older than its lock.
it('does not expire when a bank began to decide after the timer had read the order as due', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'card' })
  const { ctx } = orderVisitor(db, null, { now: days(1) })
  let begun = 0
  const expired = await expireUnpaid({
    ...ctx,
    transact: async (work) => {
      const { rowCount } = await db.pool.query(
        `update payments set status = 'pending' where order_id = $1 and status = 'created'`,
        [order.id],
      )
      begun += rowCount ?? 0
      return db.transact(work)
    },
  })
  expect({ begun, expired }).toEqual({ begun: 1, expired: 0 })
  expect(await stateOf(order.id)).toEqual({ status: 'in_progress', delivery: 'unshipped', paid: 'unpaid' })
  expect(await stockOf(db, 'stool-sage')).toBe('50/2')
})

// Holds `for no key update` in `lockPayable`.
it('refunds a payment that comes in while the order is cancelled', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now: minutes(1) })
  const [cancelled] = await race(
    () => cancelOrder(ctx, { slug: order.number, reason: '' }),
    () => payTestOrder(ctx, order.id),
  )
  expect(cancelled).toMatchObject({ ok: true })
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'cancelled', 'paid_late'])
  const { rows } = await db.pool.query('select amount, reason from refunds')
  expect(rows).toEqual([{ amount: order.total, reason: 'late' }])
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
})

// Holds `for no key update` in `lockSkusOf`: otherwise both sell the one unit that is on hand.
it('sells the last unit on hand to one of two backorders that are paid together', async () => {
  const { db } = database
  const [one, two] = [
    await placeTestOrder(db, { method: 'transfer', units: { 'bowl-sage': 1 } }),
    await placeTestOrder(db, { method: 'transfer', units: { 'bowl-sage': 1 } }),
  ]
  const { ctx } = orderVisitor(db, null, { now: minutes(1) })
  expect(await stockOf(db, 'bowl-sage')).toBe('1/2')
  await race(
    () => payTestOrder(ctx, one.id),
    () => payTestOrder(ctx, two.id),
  )
  expect(await stockOf(db, 'bowl-sage')).toBe('0/1')
  const { rows } = await db.pool.query('select held from order_lines order by order_id')
  expect(rows).toEqual([{ held: 0 }, { held: 1 }])
})

// Holds `stock_status <> 'released'` in `giveUnitsBack`: a second release would add units that were never sold.
it('gives its units back once, however many release it', async () => {
  const { db } = database
  const order = await placeTestOrder(db, { method: 'transfer' })
  const release = () => db.transact((tx) => releaseOrder(tx, order, now))
  await race(release, release)
  await release()
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  const { rows } = await db.pool.query(`select kind, held from stock_moves where kind <> 'hold'`)
  expect(rows).toEqual([{ kind: 'release', held: -2 }])
})
