import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  begun,
  deliver,
  orderFacts,
  paymentWorld,
  paymentsOf,
  report,
  work,
  type PaymentWorld,
} from '#test/payment-world.ts'
import { eventsOf } from '#test/placed-orders.ts'
import { paymentStatus, returnFromProvider } from './actions/start-payment.ts'
import { applyPayment } from './rules/pay.ts'
import { sendRefunds } from './rules/refund.ts'
import { reconcilePayments } from './work/reconcile.ts'
import { expireUnpaid } from './work/timer.ts'

let database: TestDatabase
let world: PaymentWorld

beforeAll(async () => {
  database = await createDatabase()
  world = paymentWorld(database.db)
})
afterAll(() => database.drop())

describe('a payment that is captured', () => {
  it('makes the order paid and sells what was held', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'approve')
    expect(await deliver(world)).toEqual(['applied'])
    expect(await orderFacts(database.db, order)).toEqual({
      status: 'in_progress',
      pay_status: 'paid',
      stock_status: 'sold',
      captured: 4850,
      refunded: 0,
      hold_until: null,
      on_hand: 8,
      held: 0,
      line_held: 0,
    })
    expect(await eventsOf(database.db, order.id)).toEqual(['paid'])
    const { rows } = await database.db.pool.query(
      "select kind, on_hand, held from stock_moves where order_id = $1 and kind <> 'hold'",
      [order.id],
    )
    expect(rows).toEqual([{ kind: 'sale', on_hand: -2, held: -2 }])
  })

  it('leaves held what a backorder still owes', async () => {
    const order = await world.placed({ quantity: 5, onHand: 2 })
    await world.gateway.answer(await begun(world, order), 'approve')
    await deliver(world)
    expect(await orderFacts(database.db, order)).toMatchObject({
      stock_status: 'sold',
      on_hand: 0,
      held: 3,
      line_held: 3,
    })
  })

  it('is one, however often and by whatever way it is told', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'twice')
    await returnFromProvider(world.owner(order.token), order.number)
    expect(await deliver(world)).toEqual(['ignored', 'ignored', 'ignored'])
    expect(await orderFacts(database.db, order)).toMatchObject({ captured: 4850, on_hand: 8 })
    expect(await eventsOf(database.db, order.id)).toEqual(['paid'])
  })

  it('is one when ten tell of it at once', async () => {
    const order = await world.placed()
    const reference = await begun(world, order)
    await world.gateway.answer(reference, 'silent')
    const told = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        applyPayment(
          work(world),
          'demo',
          report(reference, 'captured', { eventId: `at-once-${index % 3}` }),
          'webhook',
        ),
      ),
    )
    expect(told.filter((outcome) => outcome === 'applied')).toHaveLength(1)
    expect(await orderFacts(database.db, order)).toMatchObject({ captured: 4850, on_hand: 8, held: 0 })
  })

  it('is believed of the right amount in the right currency only', async () => {
    const order = await world.placed()
    const reference = await begun(world, order)
    for (const [wrong, outcome] of [
      [{ amount: 4849 }, 'wrong_amount'],
      [{ amount: 4851 }, 'wrong_amount'],
      [{ currency: 'JPY' }, 'wrong_currency'],
    ] as const)
      expect(await applyPayment(work(world), 'demo', report(reference, 'captured', wrong), 'webhook')).toBe(
        outcome,
      )
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'unpaid', captured: 0, held: 2 })
    const { rows } = await database.db.pool.query(
      `select e.outcome from payment_events e join payments p on p.id = e.payment_id where p.order_id = $1 order by e.id`,
      [order.id],
    )
    expect(rows.map((row: { outcome: string }) => row.outcome)).toEqual([
      'wrong_amount',
      'wrong_amount',
      'wrong_currency',
    ])
  })

  it('is kept for later when nobody knows the payment yet, and then applied', async () => {
    const early = report('dg_not_there_yet', 'captured')
    expect(await applyPayment(work(world), 'demo', early, 'webhook')).toBe('unknown')
    expect(await applyPayment(work(world), 'demo', early, 'webhook')).toBe('unknown')
    const order = await world.placed()
    await database.db.pool.query(`update payments set reference = 'dg_not_there_yet' where order_id = $1`, [
      order.id,
    ])
    expect(await applyPayment(work(world), 'demo', early, 'webhook')).toBe('applied')
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid' })
  })
})

describe('money that nobody is owed', () => {
  it('goes back when it comes after the order was given up', async () => {
    const order = await world.placed()
    const reference = await begun(world, order)
    world.later(31 * 60_000)
    expect(await expireUnpaid(work(world))).toBeGreaterThan(0)
    await world.gateway.answer(reference, 'approve')
    await deliver(world)
    await sendRefunds(work(world), work(world).pay, () => world.clock.now)
    expect(await orderFacts(database.db, order)).toMatchObject({
      status: 'cancelled',
      captured: 4850,
      refunded: 4850,
      stock_status: 'released',
      on_hand: 10,
      held: 0,
    })
    expect(await world.gateway.find(reference)).toMatchObject({ status: 'captured', refunded: 4850 })
    expect(await eventsOf(database.db, order.id)).toEqual(['expired', 'paid_late', 'refunded'])
  })

  it('goes back when an order is paid twice', async () => {
    const order = await world.placed()
    const first = await begun(world, order)
    // The gateway does not hear that it was called off.
    await database.db.pool.query("update payments set status = 'cancelled' where order_id = $1", [order.id])
    const second = await begun(world, order)
    expect(second).not.toBe(first)
    await world.gateway.answer(second, 'approve')
    await world.gateway.answer(first, 'approve')
    await deliver(world)
    await sendRefunds(work(world), work(world).pay, () => world.clock.now)
    expect(await orderFacts(database.db, order)).toMatchObject({
      pay_status: 'paid',
      captured: 9700,
      refunded: 4850,
    })
    expect(await world.gateway.find(first)).toMatchObject({ refunded: 4850 })
    expect(await world.gateway.find(second)).toMatchObject({ refunded: 0 })
  })
})

describe('a bank that thinks', () => {
  it('keeps the units for as long as it does, and a little after a no', async () => {
    const order = await world.placed()
    const reference = await begun(world, order)
    await world.gateway.answer(reference, 'later')
    await deliver(world)
    expect(await orderFacts(database.db, order)).toMatchObject({ hold_until: null })
    const status = await paymentStatus(world.owner(order.token), { order: order.number })
    expect(status).toMatchObject({ ok: true, value: { state: 'deciding' } })
    await applyPayment(
      work(world),
      'demo',
      report(reference, 'failed', { failure: 'card_declined' }),
      'webhook',
    )
    const grace = new Date(world.clock.now.getTime() + 15 * 60_000)
    expect(await orderFacts(database.db, order)).toMatchObject({
      hold_until: grace,
      pay_status: 'unpaid',
      held: 2,
    })
    expect(await paymentStatus(world.owner(order.token), { order: order.number })).toMatchObject({
      ok: true,
      value: { state: 'failed', failure: expect.stringMatching(/card/i) as string },
    })
    // A late yes after the no is money all the same.
    await applyPayment(work(world), 'demo', report(reference, 'captured'), 'webhook')
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid' })
  })

  it('is asked, so that a lost webhook is made good within five minutes', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'silent')
    expect(await deliver(world)).toEqual([])
    let waited = 0
    while ((await orderFacts(database.db, order)).pay_status === 'unpaid' && waited < 20) {
      world.later(60_000)
      waited += 1
      await reconcilePayments(work(world), work(world).pay, () => world.clock.now)
    }
    expect(waited).toBeLessThanOrEqual(5)
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid', captured: 4850 })
  })

  it('is never asked more than four minutes apart while the order waits', async () => {
    const order = await world.placed()
    await begun(world, order)
    const asked: number[] = []
    const provider = {
      ...world.demo,
      fetch: async (reference: string) => (
        asked.push(world.clock.now.getTime()),
        world.demo.fetch(reference)
      ),
    }
    for (let minutes = 0; minutes < 25; minutes++) {
      world.later(60_000)
      await reconcilePayments(work(world), new Map([['demo', provider]]), () => world.clock.now)
    }
    const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
    expect(gaps.length).toBeGreaterThan(5)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * 60_000)
    await database.db.pool.query('update payments set next_check_at = null where order_id = $1', [order.id])
  })
})

it('calls off at the bank what belongs to an order that was given up', async () => {
  const order = await world.placed()
  const reference = await begun(world, order)
  // Asked about so often by now that the next question is minutes away.
  for (const minutes of [10, 10, 9, 1]) {
    world.later(minutes * 60_000)
    await reconcilePayments(work(world), work(world).pay, () => world.clock.now)
  }
  world.later(30_000)
  await expireUnpaid(work(world))
  await reconcilePayments(work(world), work(world).pay, () => world.clock.now)
  expect(await world.gateway.find(reference)).toMatchObject({ status: 'cancelled' })
  expect(await paymentsOf(database.db, order)).toMatchObject([{ status: 'cancelled' }])
})

it('asks once more before a hold ends, and an order that is paid is not given up', async () => {
  const order = await world.placed()
  const reference = await begun(world, order)
  world.later(29 * 60_000)
  await reconcilePayments(work(world), work(world).pay, () => world.clock.now)
  await world.gateway.answer(reference, 'silent')
  world.later(50_000)
  await reconcilePayments(work(world), work(world).pay, () => world.clock.now)
  world.later(60_000)
  await expireUnpaid(work(world))
  expect(await orderFacts(database.db, order)).toMatchObject({ status: 'in_progress', pay_status: 'paid' })
})
