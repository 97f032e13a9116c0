import { describe, expect, it } from 'vitest'
import { lockOrderByNumber } from '#features/orders/queries/lock.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { balanceOf } from '#features/credit/queries/ledger.ts'
import { giveCreditBack, spendCredit } from '#features/credit/rules/order-credit.ts'
import { giveCredit } from '#features/customer/shop/customers.ts'
import { seeCredit } from '#features/credit/actions/see.ts'
import { earnFor } from '#features/orders/rules/earn.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { untilWaiting } from '#test/database.ts'
import { days, onDelivery, parcel } from '#test/order-changes.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { ofOrder, returnWorld } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'
import { settleExchanges } from './work/timer.ts'

/** Two stools for 48.50 each, of a customer who has earned 10 % of their price: 9.70. */
async function earnedWorld() {
  const world = await returnWorld()
  const { db, order } = world
  const customer = await signedIn(db)
  await db.pool.query(`update orders set customer_id = $2, status = 'completed' where id = $1`, [
    order.id,
    customer.customer,
  ])
  const earns = async (ctx: Ctx, id = order.id): Promise<void> => {
    const { shop } = ctx
    const giving = { ...shop, sales: { ...shop.sales, creditPercent: '10' } }
    await db.transact((tx) => earnFor(tx, { now: ctx.now, shop: giving }, { id }))
  }
  await earns(world.owner(0))
  const entries = async (): Promise<string[]> => {
    const { rows } = await db.pool.query<{ text: string }>(
      `select concat_ws(' ', kind, amount) as text from credit_entries order by id`,
    )
    return rows.map(({ text }) => text)
  }
  const done = async (slug: string): Promise<string | null> => {
    const { owner } = world
    await approveReturn(owner(), slug, null)
    await receiveReturn(owner(), slug, null, () => true)
    const completed = await completeReturn(owner(2), slug)
    if (!completed.ok) throw new Error(completed.problem.name)
    return completed.value.exchangeOrder
  }
  expect(await entries()).toEqual(['earned 970'])
  return { ...world, customer, earns, entries, done }
}

async function debts(db: Database): Promise<unknown[]> {
  return (await db.pool.query('select order_id as order, amount from credit_debts')).rows
}

describe('store credit that an order has earned', () => {
  it('goes with the goods, unit by unit', async () => {
    const { apply, entries, done, customer } = await earnedWorld()
    await done(await apply({ 'stool-sage': 1 }))
    expect(await entries()).toEqual(['earned 970', 'earned -485'])
    // Its delivery comes back, too.
    await done(await apply({ 'stool-sage': 1 }))
    expect(await entries()).toEqual(['earned 970', 'earned -485', 'earned -485'])
    expect(await customer.does(seeCredit, { page: 1 })).toMatchObject({
      value: {
        balances: [{ balance: 0 }],
        entries: [
          { kind: 'earned', amountText: '-$4.85', reason: 'Taken back: the order was refunded' },
          { kind: 'earned', amountText: '-$4.85' },
          { kind: 'earned', amountText: '+$9.70', reason: 'Earned by an order' },
        ],
      },
    })
  })

  it('goes with a refund of the shop, in proportion', async () => {
    const { owner, order, entries } = await earnedWorld()
    const refund = { amount: 999, reason: 'a scratch', key: 'a', choice: null }
    expect(await refundByShop(owner(), order.number, refund)).toMatchObject({ ok: true })
    expect(await refundByShop(owner(), order.number, refund)).toMatchObject({ value: { isNew: false } })
    expect(await entries()).toEqual(['earned 970', 'earned -99'])
  })

  it('goes with goods for which store credit was taken', async () => {
    const { apply, entries, done } = await earnedWorld()
    await done(await apply({ 'stool-sage': 2 }, { refundTo: 'credit' }))
    expect(await entries()).toEqual(['earned 970', 'refund 10200', 'earned -970'])
  })

  it('is taken as far as the balance has it, and the rest from what comes in later', async () => {
    const { db, order, apply, entries, done, customer } = await earnedWorld()
    const parked = (await placeTestOrder(db, { units: { 'bowl-sage': 1 } })).id
    await db.pool.query('update orders set customer_id = $2 where id = $1', [parked, customer.customer])
    const of = { customer: customer.customer, currency: 'USD' }
    // All but a dollar is in an order that nobody pays.
    await db.transact((tx) => spendCredit(tx, parked, { ...of, amount: 870 }, days(1)))
    await done(await apply({ 'stool-sage': 1 }))
    expect(await entries()).toEqual(['earned 970', 'spent -870', 'earned -100'])
    await done(await apply({ 'stool-sage': 1 }))
    expect(await debts(db)).toEqual([{ order: order.id, amount: 870 }])
    // What the shop gives by itself is left whole.
    await giveCredit(customer.context(), { ...of, amount: 50, reason: 'sorry', key: 'a' })
    await db.transact((tx) => giveCreditBack(tx, parked, days(3)))
    await db.transact((tx) => giveCreditBack(tx, parked, days(3)))
    expect((await entries()).slice(3)).toEqual(['adjusted 50', 'returned 870', 'earned -870'])
    expect(await debts(db)).toEqual([])
    expect(await db.transact((tx) => balanceOf(tx, of.customer, 'USD'))).toBe(50)
  })

  it('is owed in parts: each thing that comes in settles as much as it is', async () => {
    const { db, order, apply, entries, done, customer, earns, owner } = await earnedWorld()
    const of = { customer: customer.customer, currency: 'USD' }
    const parked = (await placeTestOrder(db, { units: { 'bowl-sage': 1 } })).id
    await db.transact((tx) => spendCredit(tx, parked, { ...of, amount: 970 }, days(1)))
    await done(await apply({ 'stool-sage': 2 }))
    expect(await debts(db)).toEqual([{ order: order.id, amount: 970 }])
    const next = await placeTestOrder(db, { units: { 'stool-sage': 1 } })
    await db.pool.query('update orders set customer_id = $2 where id = $1', [next.id, of.customer])
    await earns(owner(3), next.id)
    expect(await entries()).toEqual(['earned 970', 'spent -970', 'earned 485', 'earned -485'])
    expect(await debts(db)).toEqual([{ order: order.id, amount: 485 }])
    expect(await db.transact((tx) => balanceOf(tx, of.customer, 'USD'))).toBe(0)
  })

  it('is taken once where credit of another order settles its debt at the same moment', async () => {
    const { db, owner, order, apply, entries, done, customer } = await earnedWorld()
    const of = { customer: customer.customer, currency: 'USD' }
    const parked = (await placeTestOrder(db, { units: { 'bowl-sage': 1 } })).id
    await db.transact((tx) => spendCredit(tx, parked, { ...of, amount: 970 }, days(1)))
    await done(await apply({ 'stool-sage': 1 }))
    expect(await debts(db)).toEqual([{ order: order.id, amount: 485 }])
    const made = await done(await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' }))
    const { rows } = await db.pool.query<{ id: number; number: string }>(
      'select id, number from orders where number = $1',
      [made],
    )
    const second = rows[0]!
    await shipOrder(owner(3), second.number, parcel, onDelivery)
    await deliverOrder(owner(3), second.number, null)
    const slug = await ofOrder(db, second, owner).apply({ 'stool-ink': 1 }, {}, owner(4))
    let isDone: Promise<unknown> = Promise.resolve()
    await db.transact(async (tx) => {
      await giveCreditBack(tx, parked, days(4))
      isDone = done(slug)
      await untilWaiting(db, 1)
    })
    await isDone
    expect(await entries()).toEqual([
      'earned 970',
      'spent -970',
      'returned 970',
      'earned -485',
      'earned -485',
    ])
    expect(await debts(db)).toEqual([])
  })

  it('is settled while its own order is locked: neither waits for the other', async () => {
    const { db, order, apply, done, customer } = await earnedWorld()
    const of = { customer: customer.customer, currency: 'USD' }
    const parked = (await placeTestOrder(db, { units: { 'bowl-sage': 1 } })).id
    await db.transact((tx) => spendCredit(tx, parked, { ...of, amount: 970 }, days(1)))
    await done(await apply({ 'stool-sage': 2 }))
    expect(await debts(db)).toEqual([{ order: order.id, amount: 970 }])
    await db.transact(async (tx) => {
      await lockOrderByNumber(tx, order.number)
      await db.transact((other) => giveCreditBack(other, parked, days(3)))
    })
    expect(await debts(db)).toEqual([])
  })

  it('stays with goods that were exchanged, until those come back', async () => {
    const world = await earnedWorld()
    const { db, owner, apply, entries, done, earns } = world
    const made = await done(await apply({ 'stool-sage': [2, 'stool-ink'] }, { type: 'exchange' }))
    expect(await entries()).toEqual(['earned 970'])
    const { rows } = await db.pool.query<{ id: number }>('select id from orders where number = $1', [made])
    await earns(owner(3), rows[0]!.id)
    expect(await entries()).toEqual(['earned 970'])
    await cancelByShop(owner(3), made!, 'sold out', { restock: true })
    expect(await settleExchanges(owner(3))).toBe(1)
    expect(await entries()).toEqual(['earned 970', 'earned -970'])
  })

  it('goes when what it was exchanged for comes back for store credit', async () => {
    const { db, owner, apply, entries, done, earns } = await earnedWorld()
    const made = await done(await apply({ 'stool-sage': [2, 'stool-ink'] }, { type: 'exchange' }))
    const { rows } = await db.pool.query<{ id: number; number: string }>(
      'select id, number from orders where number = $1',
      [made],
    )
    const second = rows[0]!
    await shipOrder(owner(3), second.number, parcel, onDelivery)
    await deliverOrder(owner(3), second.number, null)
    await earns(owner(3), second.id)
    const of = ofOrder(db, second, owner)
    await done(await of.apply({ 'stool-ink': 1 }, { refundTo: 'credit' }, owner(4)))
    expect(await entries()).toEqual(['earned 970', 'refund 4850', 'earned -485'])
    await done(await of.apply({ 'stool-ink': 1 }, {}, owner(5)))
    expect(await entries()).toEqual(['earned 970', 'refund 4850', 'earned -485', 'earned -485'])
  })

  it('of a guest is none, and nothing is taken', async () => {
    const { db, owner, order, apply } = await returnWorld()
    await payTestOrder(owner(0), order.id)
    const slug = await apply({ 'stool-sage': 2 })
    await approveReturn(owner(), slug, null)
    await receiveReturn(owner(), slug, null, () => true)
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect((await db.pool.query('select from credit_entries')).rowCount).toBe(0)
  })
})
