import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '#domain/time.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  begun,
  deliver,
  orderFacts,
  paymentWorld,
  paymentsOf,
  type PaymentWorld,
} from '#test/payment-world.ts'
import { eventsOf } from '#test/placed-orders.ts'
import { changePaymentMethod } from './actions/change-method.ts'
import { paymentStatus, startPayment } from './actions/start-payment.ts'

let database: TestDatabase
let world: PaymentWorld

beforeAll(async () => {
  database = await createDatabase()
  world = paymentWorld(database.db)
})
afterAll(() => database.drop())

describe('paying again', () => {
  it('is not possible while the first may still be paid: the same page comes again', async () => {
    const order = await world.placed()
    const [first, second] = [await begun(world, order), await begun(world, order)]
    expect(second).toBe(first)
    expect(await paymentsOf(database.db, order)).toHaveLength(1)
  })

  it('asks the bank first, so that what is paid is not paid again', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'silent')
    expect(await startPayment(world.owner(order.token), { order: order.number })).toMatchObject({
      ok: true,
      value: { state: 'paid', redirect: null },
    })
  })

  it('makes a new payment after a card was declined', async () => {
    const order = await world.placed()
    const first = await begun(world, order)
    await world.gateway.answer(first, 'decline')
    await deliver(world)
    const second = await begun(world, order)
    expect(second).not.toBe(first)
    await world.gateway.answer(second, 'approve')
    await deliver(world)
    expect(await paymentsOf(database.db, order)).toEqual([
      { method: 'card', status: 'failed', captured: 0, refunded: 0, failure: 'card_declined' },
      { method: 'card', status: 'captured', captured: 4850, refunded: 0, failure: null },
    ])
    expect(await eventsOf(database.db, order.id)).toEqual(['payment_failed', 'paid'])
  })

  it('is one charge when twenty pages ask at once', async () => {
    const order = await world.placed()
    const pages = await Promise.all(Array.from({ length: 20 }, () => begun(world, order)))
    expect(new Set(pages).size).toBe(1)
    const { rows } = await database.db.pool.query('select from demo_charges where reference = $1', [pages[0]])
    expect(rows).toHaveLength(1)
  })

  it('is told when the bank cannot be reached, and nothing has moved', async () => {
    const order = await world.placed()
    const owner = world.owner(order.token)
    const away = { ...world.demo, start: () => Promise.reject(new Error('no line')) }
    const before = await paymentsOf(database.db, order)
    expect(await startPayment({ ...owner, pay: new Map([['demo', away]]) }, { order: order.number })).toEqual(
      {
        ok: false,
        problem: { name: 'payment_unavailable' },
      },
    )
    expect(await paymentsOf(database.db, order)).toEqual(before)
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
    const reference = await begun(world, order)
    const changed = await changePaymentMethod(world.owner(order.token), {
      order: order.number,
      method: 'transfer',
    })
    expect(changed).toMatchObject({ ok: true, value: { state: 'offline', instructions: 'To account 7' } })
    expect(await world.gateway.find(reference)).toMatchObject({ status: 'cancelled' })
    expect(await world.gateway.answer(reference, 'approve')).toBe(false)
    expect(await paymentsOf(database.db, order)).toMatchObject([
      { status: 'cancelled' },
      { method: 'transfer', status: 'created' },
    ])
    expect((await orderFacts(database.db, order)).hold_until).toEqual(
      new Date(world.clock.now.getTime() + 120 * 3_600_000),
    )
  })

  it('is not possible while the bank thinks', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'later')
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'transfer' }),
    ).toEqual({
      ok: false,
      problem: { name: 'payment_deciding' },
    })
    expect(await paymentsOf(database.db, order)).toHaveLength(1)
  })

  it('is not needed when the bank says that it is paid', async () => {
    const order = await world.placed()
    await world.gateway.answer(await begun(world, order), 'silent')
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'transfer' }),
    ).toMatchObject({ ok: true, value: { state: 'paid' } })
    expect(await paymentsOf(database.db, order)).toHaveLength(1)
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

  it('is chosen ten times in a day at the most: the address may be a stranger’s, and gets a mail each time', async () => {
    const order = await world.placed({ method: 'transfer' })
    const answers: string[] = []
    for (let turn = 0; turn < 11; turn++) {
      const method = turn % 2 === 0 ? 'cod' : 'transfer'
      const changed = await changePaymentMethod(world.owner(order.token), { order: order.number, method })
      answers.push(changed.ok ? 'ok' : changed.problem.name)
    }
    expect(answers).toEqual([...Array(10).fill('ok'), 'too_many_requests'])
  })

  it('counts nothing that stays as it is', async () => {
    const order = await world.placed({ method: 'transfer' })
    const chooses = (method: string) =>
      changePaymentMethod(world.owner(order.token), { order: order.number, method })
    for (let turn = 0; turn < 11; turn++)
      expect(await chooses('transfer')).toMatchObject({ ok: true, value: { state: 'offline' } })
    expect(await paymentsOf(database.db, order)).toMatchObject([{ method: 'transfer', status: 'created' }])
    expect(await chooses('cod')).toMatchObject({ ok: true })
  })

  it('is not to be had when the goods have left to be paid to the courier', async () => {
    const order = await world.placed({ method: 'cod' })
    await database.db.pool.query(`update orders set delivery_status = 'shipped' where id = $1`, [order.id])
    expect(
      await changePaymentMethod(world.owner(order.token), { order: order.number, method: 'card' }),
    ).toEqual({ ok: false, problem: { name: 'order_not_payable' } })
    expect(await paymentsOf(database.db, order)).toMatchObject([{ method: 'cod', status: 'created' }])
  })
})
