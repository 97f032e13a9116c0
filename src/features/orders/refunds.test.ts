import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  begun,
  deliver,
  orderFacts,
  paymentWorld,
  report,
  work,
  type PaymentWorld,
  type PlacedForTest,
} from '#test/payment-world.ts'
import { eventsOf } from '#test/placed-orders.ts'
import { lockPayable } from './queries/pay.ts'
import { applyPayment } from './rules/pay.ts'
import { confirmRefund, refundOrder, sendRefunds } from './rules/refund.ts'
import { recordRefund } from './shop/record.ts'

let database: TestDatabase
let world: PaymentWorld

beforeAll(async () => {
  database = await createDatabase()
  world = paymentWorld(database.db)
})
afterAll(() => database.drop())

describe('refunds', () => {
  const paidOrder = async (): Promise<{ order: PlacedForTest; reference: string }> => {
    const order = await world.placed()
    const reference = await begun(world, order)
    await world.gateway.answer(reference, 'approve')
    await deliver(world)
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
    await sendRefunds(work(world), work(world).pay, () => world.clock.now)
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
    await sendRefunds(work(world), new Map([['demo', dying]]), () => world.clock.now)
    world.later(5 * 60_000)
    await sendRefunds(work(world), work(world).pay, () => world.clock.now)
    expect(await world.gateway.find(reference)).toMatchObject({ refunded: 1500 })
    expect(await orderFacts(database.db, order)).toMatchObject({ refunded: 1500 })
    expect((await eventsOf(database.db, order.id)).filter((kind) => kind === 'refunded')).toHaveLength(1)
  })

  it('are noted by a person only while their provider is not sending them', async () => {
    const { order, reference } = await paidOrder()
    await refund(order, 1500, `operator:line-${order.id}`)
    const { rows } = await database.db.pool.query<{ id: number }>(
      'select id from refunds where order_id = $1',
      [order.id],
    )
    const { id } = rows[0]!
    const silent = { ...world.demo, refund: () => Promise.reject(new Error('no answer')) }
    await sendRefunds(work(world), new Map([['demo', silent]]), () => world.clock.now)
    world.later(5 * 60_000)
    // It has failed once; while it is tried again it is the provider's.
    const noted: unknown[] = []
    const trying = {
      ...world.demo,
      refund: async (...args: Parameters<typeof world.demo.refund>) => {
        noted.push(await recordRefund(work(world), id, 'HSBC-78'))
        return world.demo.refund(...args)
      },
    }
    await sendRefunds(work(world), new Map([['demo', trying]]), () => world.clock.now)
    expect(noted).toEqual([{ ok: false, problem: { name: 'sent_by', provider: 'demo' } }])
    expect(await world.gateway.find(reference)).toMatchObject({ refunded: 1500 })
    // And what a person has taken over no provider sends.
    await refund(order, 1000, `operator:hand-${order.id}`)
    const next = await database.db.pool.query<{ id: number }>(
      'select max(id) as id from refunds where order_id = $1',
      [order.id],
    )
    await sendRefunds(work(world), new Map([['demo', silent]]), () => world.clock.now)
    expect(await recordRefund(work(world), next.rows[0]!.id, 'HSBC-79')).toEqual({ ok: true, value: true })
    world.later(5 * 60_000)
    expect(await sendRefunds(work(world), work(world).pay, () => world.clock.now)).toBe(0)
    expect(await world.gateway.find(reference)).toMatchObject({ refunded: 1500 })
    expect(await orderFacts(database.db, order)).toMatchObject({ refunded: 2500 })
  })

  it('that the bank refuses are counted as not given back, and said', async () => {
    const { order } = await paidOrder()
    await refund(order, 1500, `operator:no-${order.id}`)
    const refusing = {
      ...world.demo,
      refund: async () => ({ reference: 'x', status: 'failed', failure: 'closed account' }) as const,
    }
    await sendRefunds(work(world), new Map([['demo', refusing]]), () => world.clock.now)
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
    await applyPayment(work(world), 'manual', report(rows[0]!.reference, 'captured'), 'operator')
    await refund(order, 4850, `operator:hand-${order.id}`)
    await sendRefunds(work(world), work(world).pay, () => world.clock.now)
    world.later(24 * 3_600_000)
    expect(await sendRefunds(work(world), work(world).pay, () => world.clock.now)).toBe(0)
    const refunds = await database.db.pool.query<{ id: number; status: string }>(
      'select id, status from refunds where order_id = $1',
      [order.id],
    )
    expect(refunds.rows).toMatchObject([{ status: 'pending' }])
    expect(await confirmRefund(work(world), refunds.rows[0]!.id, 'HSBC-77')).toBe(true)
    expect(await confirmRefund(work(world), refunds.rows[0]!.id, 'HSBC-77')).toBe(false)
    expect((await eventsOf(database.db, order.id)).at(-1)).toBe('refunded')
  })
})
