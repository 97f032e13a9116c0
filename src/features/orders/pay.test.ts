import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { hour } from '#domain/time.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  orderFacts,
  paymentWorld,
  report,
  type PaymentWorld,
  type PlacedForTest,
} from '#test/payment-world.ts'
import { changePaymentMethod } from './actions/change-method.ts'
import { applyPayment } from './rules/pay.ts'
import { reconcilePayments } from './work/reconcile.ts'
import { confirmRefund, refundOrder, sendRefunds } from './rules/refund.ts'
import { paymentStatus, returnFromProvider, startPayment } from './actions/start-payment.ts'
import { expireUnpaid } from './work/timer.ts'
import { lockPayable } from './queries/pay.ts'

let database: TestDatabase
let world: PaymentWorld

beforeAll(async () => {
  database = await createDatabase()
  world = paymentWorld(database.db)
})
afterAll(() => database.drop())

const work = () => world.owner('nobody')

/** Goes to pay, as far as the bank's page; its reference. */
async function begun(order: PlacedForTest): Promise<string> {
  const started = await startPayment(world.owner(order.token), { order: order.number })
  if (!started.ok) throw new Error(started.problem.name)
  return /demo-gateway\/([\w-]+)$/.exec(started.value.redirect ?? '')![1]!
}

/** Hands over what the gateway has told so far, in its order. */
async function deliver(): Promise<string[]> {
  await world.gateway.drain()
  const outcomes: string[] = []
  for (const { headers, body } of world.bag.splice(0)) {
    const read = world.demo.readWebhook(headers, body, world.clock.now)
    if (!read.ok) throw new Error(read.problem)
    for (const one of read.value) outcomes.push(await applyPayment(work(), 'demo', one, 'webhook'))
  }
  return outcomes
}

async function eventsOf({ id }: PlacedForTest): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ kind: string }>(
    'select kind from order_events where order_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

async function paymentsOf({ id }: PlacedForTest): Promise<object[]> {
  const { rows } = await database.db.pool.query<object>(
    'select method, status, captured, refunded, failure from payments where order_id = $1 order by id',
    [id],
  )
  return rows
}

describe('a payment that is captured', () => {
  it('makes the order paid and sells what was held', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'approve')
    expect(await deliver()).toEqual(['applied'])
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
    expect(await eventsOf(order)).toEqual(['paid'])
    const { rows } = await database.db.pool.query(
      "select kind, on_hand, held from stock_moves where order_id = $1 and kind <> 'hold'",
      [order.id],
    )
    expect(rows).toEqual([{ kind: 'sale', on_hand: -2, held: -2 }])
  })

  it('leaves held what a backorder still owes', async () => {
    const order = await world.placed({ quantity: 5, onHand: 2 })
    await world.gateway.answer(await begun(order), 'approve')
    await deliver()
    expect(await orderFacts(database.db, order)).toMatchObject({
      stock_status: 'sold',
      on_hand: 0,
      held: 3,
      line_held: 3,
    })
  })

  it('is one, however often and by whatever way it is told', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'twice')
    await returnFromProvider(world.owner(order.token), order.number)
    expect(await deliver()).toEqual(['ignored', 'ignored', 'ignored'])
    expect(await orderFacts(database.db, order)).toMatchObject({ captured: 4850, on_hand: 8 })
    expect(await eventsOf(order)).toEqual(['paid'])
  })

  it('is one when ten tell of it at once', async () => {
    const order = await world.placed()
    const reference = await begun(order)
    await world.gateway.answer(reference, 'silent')
    const told = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        applyPayment(
          work(),
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
    const reference = await begun(order)
    for (const [wrong, outcome] of [
      [{ amount: 4849 }, 'wrong_amount'],
      [{ amount: 4851 }, 'wrong_amount'],
      [{ currency: 'JPY' }, 'wrong_currency'],
    ] as const)
      expect(await applyPayment(work(), 'demo', report(reference, 'captured', wrong), 'webhook')).toBe(
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
    expect(await applyPayment(work(), 'demo', early, 'webhook')).toBe('unknown')
    expect(await applyPayment(work(), 'demo', early, 'webhook')).toBe('unknown')
    const order = await world.placed()
    await database.db.pool.query(`update payments set reference = 'dg_not_there_yet' where order_id = $1`, [
      order.id,
    ])
    expect(await applyPayment(work(), 'demo', early, 'webhook')).toBe('applied')
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid' })
  })
})

describe('money that nobody is owed', () => {
  it('goes back when it comes after the order was given up', async () => {
    const order = await world.placed()
    const reference = await begun(order)
    world.later(31 * 60_000)
    expect(await expireUnpaid(work())).toBeGreaterThan(0)
    await world.gateway.answer(reference, 'approve')
    await deliver()
    await sendRefunds(work(), work().pay, () => world.clock.now)
    expect(await orderFacts(database.db, order)).toMatchObject({
      status: 'cancelled',
      captured: 4850,
      refunded: 4850,
      stock_status: 'released',
      on_hand: 10,
      held: 0,
    })
    expect(await world.gateway.find(reference)).toMatchObject({ status: 'captured', refunded: 4850 })
    expect(await eventsOf(order)).toEqual(['expired', 'refunded'])
  })

  it('goes back when an order is paid twice', async () => {
    const order = await world.placed()
    const first = await begun(order)
    // The gateway does not hear that it was called off.
    await database.db.pool.query("update payments set status = 'cancelled' where order_id = $1", [order.id])
    const second = await begun(order)
    expect(second).not.toBe(first)
    await world.gateway.answer(second, 'approve')
    await world.gateway.answer(first, 'approve')
    await deliver()
    await sendRefunds(work(), work().pay, () => world.clock.now)
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
    const reference = await begun(order)
    await world.gateway.answer(reference, 'later')
    await deliver()
    expect(await orderFacts(database.db, order)).toMatchObject({ hold_until: null })
    const status = await paymentStatus(world.owner(order.token), { order: order.number })
    expect(status).toMatchObject({ ok: true, value: { state: 'deciding' } })
    await applyPayment(work(), 'demo', report(reference, 'failed', { failure: 'card_declined' }), 'webhook')
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
    await applyPayment(work(), 'demo', report(reference, 'captured'), 'webhook')
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid' })
  })

  it('is asked, so that a lost webhook is made good within five minutes', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'silent')
    expect(await deliver()).toEqual([])
    let waited = 0
    while ((await orderFacts(database.db, order)).pay_status === 'unpaid' && waited < 20) {
      world.later(60_000)
      waited += 1
      await reconcilePayments(work(), work().pay, () => world.clock.now)
    }
    expect(waited).toBeLessThanOrEqual(5)
    expect(await orderFacts(database.db, order)).toMatchObject({ pay_status: 'paid', captured: 4850 })
  })

  it('is never asked more than four minutes apart while the order waits', async () => {
    const order = await world.placed()
    await begun(order)
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
      await reconcilePayments(work(), new Map([['demo', provider]]), () => world.clock.now)
    }
    const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
    expect(gaps.length).toBeGreaterThan(5)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * 60_000)
    await database.db.pool.query('update payments set next_check_at = null where order_id = $1', [order.id])
  })
})

describe('paying again', () => {
  it('is not possible while the first may still be paid: the same page comes again', async () => {
    const order = await world.placed()
    const [first, second] = [await begun(order), await begun(order)]
    expect(second).toBe(first)
    expect(await paymentsOf(order)).toHaveLength(1)
  })

  it('asks the bank first, so that what is paid is not paid again', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'silent')
    expect(await startPayment(world.owner(order.token), { order: order.number })).toMatchObject({
      ok: true,
      value: { state: 'paid', redirect: null },
    })
  })

  it('makes a new payment after a card was declined', async () => {
    const order = await world.placed()
    const first = await begun(order)
    await world.gateway.answer(first, 'decline')
    await deliver()
    const second = await begun(order)
    expect(second).not.toBe(first)
    await world.gateway.answer(second, 'approve')
    await deliver()
    expect(await paymentsOf(order)).toEqual([
      { method: 'card', status: 'failed', captured: 0, refunded: 0, failure: 'card_declined' },
      { method: 'card', status: 'captured', captured: 4850, refunded: 0, failure: null },
    ])
    expect(await eventsOf(order)).toEqual(['payment_failed', 'paid'])
  })

  it('is one charge when twenty pages ask at once', async () => {
    const order = await world.placed()
    const pages = await Promise.all(Array.from({ length: 20 }, () => begun(order)))
    expect(new Set(pages).size).toBe(1)
    const { rows } = await database.db.pool.query('select from demo_charges where reference = $1', [pages[0]])
    expect(rows).toHaveLength(1)
  })

  it('is told when the bank cannot be reached, and nothing has moved', async () => {
    const order = await world.placed()
    const owner = world.owner(order.token)
    const away = { ...world.demo, start: () => Promise.reject(new Error('no line')) }
    const before = await paymentsOf(order)
    expect(await startPayment({ ...owner, pay: new Map([['demo', away]]) }, { order: order.number })).toEqual(
      {
        ok: false,
        problem: { name: 'payment_unavailable' },
      },
    )
    expect(await paymentsOf(order)).toEqual(before)
  })

  it('is nobody else’s business', async () => {
    const order = await world.placed()
    const stranger = world.owner('B'.repeat(43))
    for (const call of [
      startPayment(stranger, { order: order.number }),
      paymentStatus(stranger, { order: order.number }),
      changePaymentMethod(stranger, { order: order.number, method: 'transfer' }),
    ])
      expect(await call).toEqual({ ok: false, problem: { name: 'unknown_order' } })
  })
})

describe('another way to pay', () => {
  it('ends the first at the bank before the second begins', async () => {
    const order = await world.placed()
    const reference = await begun(order)
    const changed = await changePaymentMethod(world.owner(order.token), {
      order: order.number,
      method: 'transfer',
    })
    expect(changed).toMatchObject({ ok: true, value: { state: 'offline', instructions: 'To account 7' } })
    expect(await world.gateway.find(reference)).toMatchObject({ status: 'cancelled' })
    expect(await world.gateway.answer(reference, 'approve')).toBe(false)
    expect(await paymentsOf(order)).toMatchObject([
      { status: 'cancelled' },
      { method: 'transfer', status: 'created' },
    ])
    expect((await orderFacts(database.db, order)).hold_until).toEqual(
      new Date(world.clock.now.getTime() + 120 * 3_600_000),
    )
  })

  it('is not possible while the bank thinks', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'later')
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'transfer' }),
    ).toEqual({
      ok: false,
      problem: { name: 'payment_deciding' },
    })
    expect(await paymentsOf(order)).toHaveLength(1)
  })

  it('is not needed when the bank says that it is paid', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(order), 'silent')
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'transfer' }),
    ).toMatchObject({ ok: true, value: { state: 'paid' } })
    expect(await paymentsOf(order)).toHaveLength(1)
  })

  it('is one of those that are offered', async () => {
    const order = await world.placed()
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'gold' }),
    ).toEqual({
      ok: false,
      problem: { name: 'unknown_payment_method' },
    })
  })

  it('leads from a transfer to a card, and then the transfer’s days are over', async () => {
    const order = await world.placed({ method: 'transfer' })
    const changed = await changePaymentMethod(world.owner(order.token), {
      order: order.number,
      method: 'card',
    })
    expect(changed).toMatchObject({ ok: true, value: { state: 'open' } })
    expect((await orderFacts(database.db, order)).hold_until).toEqual(
      new Date(world.clock.now.getTime() + 30 * 60_000),
    )
  })

  it('keeps nothing for ever, however often somebody goes to and fro', async () => {
    const order = await world.placed({ method: 'transfer' })
    const placedAt = world.clock.now.getTime()
    let before = placedAt
    world.later(119 * hour)
    for (let turn = 0; turn < 16; turn++) {
      const method = turn % 2 === 0 ? 'card' : 'transfer'
      await changePaymentMethod(world.owner(order.token), { order: order.number, method })
      before = world.clock.now.getTime()
      world.later(10 * 60_000)
    }
    expect(before).toBeGreaterThan(placedAt + 121 * hour)
    expect((await orderFacts(database.db, order)).hold_until?.getTime()).toBeLessThanOrEqual(
      placedAt + 121 * hour,
    )
  })

  it('is chosen ten times in an hour at the most: the address may be a stranger’s, and gets a mail each time', async () => {
    const order = await world.placed({ method: 'transfer' })
    const answers: string[] = []
    for (let turn = 0; turn < 12; turn++) {
      const method = turn % 2 === 0 ? 'cod' : 'transfer'
      const changed = await changePaymentMethod(world.owner(order.token), { order: order.number, method })
      answers.push(changed.ok ? 'ok' : changed.problem.name)
    }
    expect(answers).toEqual([...Array(10).fill('ok'), 'too_many_requests', 'too_many_requests'])
  })

  it('is not to be had when the goods have left to be paid to the courier', async () => {
    const order = await world.placed({ method: 'cod' })
    await database.db.pool.query(`update orders set delivery_status = 'shipped' where id = $1`, [order.id])
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'card' }),
    ).toEqual({ ok: false, problem: { name: 'order_not_payable' } })
    expect(await paymentsOf(order)).toMatchObject([{ method: 'cod', status: 'created' }])
  })
})

describe('refunds', () => {
  const paidOrder = async (): Promise<{ order: PlacedForTest; reference: string }> => {
    const order = await world.placed()
    const reference = await begun(order)
    await world.gateway.answer(reference, 'approve')
    await deliver()
    return { order, reference }
  }
  const refund = (order: PlacedForTest, amount: number, cause: string) =>
    database.db.transact(async (tx) => {
      await lockPayable(tx, order.id)
      return refundOrder(tx, { orderId: order.id, amount, reason: 'operator', cause, now: world.clock.now })
    })

  it('are never more than was captured, however many are asked for at once', async () => {
    const { order, reference } = await paidOrder()
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) => refund(order, 1000, `operator:r${order.id}-${index}`)),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(4)
    await sendRefunds(work(), work().pay, () => world.clock.now)
    expect(await orderFacts(database.db, order)).toMatchObject({ captured: 4850, refunded: 4000 })
    expect(await world.gateway.find(reference)).toMatchObject({ refunded: 4000 })
  })

  it('are made once when their sender dies after the bank has said yes', async () => {
    const { order, reference } = await paidOrder()
    await refund(order, 1500, `operator:die-${order.id}`)
    const dying = {
      ...world.demo,
      refund: async (...args: Parameters<typeof world.demo.refund>) => {
        await world.demo.refund(...args)
        throw new Error('the line went dead')
      },
    }
    await sendRefunds(work(), new Map([['demo', dying]]), () => world.clock.now)
    world.later(5 * 60_000)
    await sendRefunds(work(), work().pay, () => world.clock.now)
    expect(await world.gateway.find(reference)).toMatchObject({ refunded: 1500 })
    expect(await orderFacts(database.db, order)).toMatchObject({ refunded: 1500 })
    expect((await eventsOf(order)).filter((kind) => kind === 'refunded')).toHaveLength(1)
  })

  it('that the bank refuses are counted as not given back, and said', async () => {
    const { order } = await paidOrder()
    await refund(order, 1500, `operator:no-${order.id}`)
    const refusing = {
      ...world.demo,
      refund: async () => ({ reference: 'x', status: 'failed', failure: 'closed account' }) as const,
    }
    await sendRefunds(work(), new Map([['demo', refusing]]), () => world.clock.now)
    expect(await orderFacts(database.db, order)).toMatchObject({ captured: 4850, refunded: 0 })
    const { rows } = await database.db.pool.query('select status, failure from refunds where order_id = $1', [
      order.id,
    ])
    expect(rows).toEqual([{ status: 'failed', failure: 'closed account' }])
  })

  it('of a transfer wait for a person, who says when it is done', async () => {
    const order = await world.placed({ method: 'transfer' })
    const { rows } = await database.db.pool.query<{ reference: string }>(
      'select reference from payments where order_id = $1',
      [order.id],
    )
    await applyPayment(work(), 'manual', report(rows[0]!.reference, 'captured'), 'operator')
    await refund(order, 4850, `operator:hand-${order.id}`)
    await sendRefunds(work(), work().pay, () => world.clock.now)
    world.later(24 * 3_600_000)
    expect(await sendRefunds(work(), work().pay, () => world.clock.now)).toBe(0)
    const refunds = await database.db.pool.query<{ id: number; status: string }>(
      'select id, status from refunds where order_id = $1',
      [order.id],
    )
    expect(refunds.rows).toMatchObject([{ status: 'pending' }])
    expect(await confirmRefund(work(), refunds.rows[0]!.id, 'HSBC-77')).toBe(true)
    expect(await confirmRefund(work(), refunds.rows[0]!.id, 'HSBC-77')).toBe(false)
    expect((await eventsOf(order)).at(-1)).toBe('refunded')
  })
})

it('calls off at the bank what belongs to an order that was given up', async () => {
  const order = await world.placed()
  const reference = await begun(order)
  // Asked about so often by now that the next question is minutes away.
  for (const minutes of [10, 10, 9, 1]) {
    world.later(minutes * 60_000)
    await reconcilePayments(work(), work().pay, () => world.clock.now)
  }
  world.later(30_000)
  await expireUnpaid(work())
  await reconcilePayments(work(), work().pay, () => world.clock.now)
  expect(await world.gateway.find(reference)).toMatchObject({ status: 'cancelled' })
  expect(await paymentsOf(order)).toMatchObject([{ status: 'cancelled' }])
})

it('asks once more before a hold ends, and an order that is paid is not given up', async () => {
  const order = await world.placed()
  const reference = await begun(order)
  world.later(29 * 60_000)
  await reconcilePayments(work(), work().pay, () => world.clock.now)
  await world.gateway.answer(reference, 'silent')
  world.later(50_000)
  await reconcilePayments(work(), work().pay, () => world.clock.now)
  world.later(60_000)
  await expireUnpaid(work())
  expect(await orderFacts(database.db, order)).toMatchObject({ status: 'in_progress', pay_status: 'paid' })
})
