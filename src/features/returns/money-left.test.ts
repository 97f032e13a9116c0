import { describe, expect, it } from 'vitest'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { adjustOrder } from '#features/orders/shop/adjust.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { paymentWorld } from '#test/payment-world.ts'
import { signedIn } from '#test/signed-in.ts'
import { giveBehind, orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

/* What of an order can still be given back, while returns of it are open and after they are done. */

type World = Awaited<ReturnType<typeof returnWorld>>

const exchange = { type: 'exchange' } as const
const goodwill = { reason: 'goodwill', choice: null }

async function received({ owner }: World, slug: string): Promise<void> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
}

describe('what an open return promises', () => {
  it('is not given back by the operator, and the return can be completed', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const slug = await apply({ 'stool-sage': 2 })
    await received(world, slug)
    for (const amount of [6000, null])
      expect(await refundByShop(owner(2), order.number, { ...goodwill, amount, key: 'a' })).toEqual({
        ok: false,
        problem: { name: 'too_much', left: 0, openReturns: [slug] },
      })
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect(await refundsOf(db, order.id)).toEqual([`10200 return:${slug}`])
  })

  it('leaves what is beyond it', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const slug = await apply({ 'stool-sage': 1 })
    const give = (amount: number) =>
      refundByShop(owner(2), order.number, { ...goodwill, amount, key: `${amount}` })
    expect(await give(5351)).toMatchObject({ problem: { left: 5350, openReturns: [slug] } })
    expect(await give(5350)).toMatchObject({ ok: true })
    await received(world, slug)
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
  })

  it('is what the goods of an exchange are worth', async () => {
    const { order, owner, apply } = await returnWorld()
    await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    expect(await refundByShop(owner(2), order.number, { ...goodwill, amount: 5351, key: 'a' })).toMatchObject(
      {
        problem: { name: 'too_much', left: 5350 },
      },
    )
  })

  it('is refused by name where the money is gone all the same, and nothing moves', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, view } = world
    const slug = await apply({ 'stool-sage': 2 })
    await received(world, slug)
    await giveBehind(db, order.id, 6000)
    expect(await completeReturn(owner(2), slug)).toEqual({
      ok: false,
      problem: { name: 'money_gone', due: 10_200, left: 4200, currency: 'USD' },
    })
    expect(await view(slug)).toMatchObject({ status: 'pending_approval' })
    expect(await refundsOf(db, order.id)).toEqual([])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 6000')
  })
})

describe('a price that is lowered', () => {
  const wish = { line: null, amount: 6000, reason: 'sent late', key: 'a' }

  it.each(['exchange', 'credit'] as const)('gives no money for what went back as %s', async (way) => {
    const world = await returnWorld()
    const { db, order, owner, apply } = world
    const { customer } = await signedIn(db)
    await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
    const slug =
      way === 'exchange'
        ? await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
        : await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
    await received(world, slug)
    expect(await completeReturn(owner(2), slug)).toMatchObject({ ok: true })
    expect(await adjustOrder(owner(3), order.number, wish)).toEqual({
      ok: false,
      problem: { name: 'too_much', left: 5350, openReturns: [] },
    })
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 0')
    expect(await adjustOrder(owner(3), order.number, { ...wish, amount: 5350 })).toMatchObject({ ok: true })
  })

  it('gives no money that an open return promises', async () => {
    const { db, order, owner, apply } = await returnWorld()
    const slug = await apply({ 'stool-sage': 2 })
    expect(await adjustOrder(owner(2), order.number, wish)).toEqual({
      ok: false,
      problem: { name: 'too_much', left: 0, openReturns: [slug] },
    })
    expect(await refundsOf(db, order.id)).toEqual([])
  })

  it('gives no more than what is left of a line of which units came back, however often', async () => {
    const world = await returnWorld({ units: { 'stool-sage': 4, 'vase-sage': 4 } })
    const { db, order, owner, apply, preview } = world
    const take = (amount: number, key: string, line: string | null = 'stool-sage') =>
      adjustOrder(owner(3), order.number, { ...wish, line, amount, key })
    const first = await apply({ 'stool-sage': 2 })
    await received(world, first)
    await completeReturn(owner(2), first)
    expect(await take(6000, 'one')).toMatchObject({ ok: true })
    expect(await take(3701, 'two')).toMatchObject({ problem: { name: 'too_much', left: 3700 } })
    // A price that was lowered for all is off this line, too: first off delivery, then by what is left of each.
    expect(await take(500 + 2310, 'all', null)).toMatchObject({ ok: true })
    expect(await take(3701 - 370, 'three')).toMatchObject({ problem: { name: 'too_much', left: 3700 - 370 } })
    expect(await take(3700 - 370, 'four')).toMatchObject({ ok: true })
    expect(await preview({ 'vase-sage': 4 })).toMatchObject({ value: { total: 19_400 - 1940 } })
    const rest = await apply({ 'vase-sage': 4 })
    await received(world, rest)
    expect(await completeReturn(owner(4), rest)).toMatchObject({ ok: true })
    // What was left of the line is the units' that the shopper keeps.
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 39300')
  })

  it('lies on the units that are left of a line that was cheaper when some came back', async () => {
    const world = await returnWorld()
    const { order, owner, apply } = world
    const take = (amount: number, key: string) =>
      adjustOrder(owner(3), order.number, { ...wish, line: 'stool-sage', amount, key })
    expect(await take(2000, 'one')).toMatchObject({ ok: true })
    const slug = await apply({ 'stool-sage': 1 })
    expect(await take(3851, 'two')).toMatchObject({ problem: { left: 3850, openReturns: [] } })
    await received(world, slug)
    expect(await completeReturn(owner(4), slug)).toMatchObject({ ok: true, value: { amount: 3850 } })
    expect(await take(3850, 'three')).toMatchObject({ ok: true })
  })
})

it('adds a bonus for store credit to what was money, not to store credit', async () => {
  const world = await returnWorld({ settings: { creditBonusPercent: '10' } })
  const { db, order, owner, apply, preview } = world
  const { customer } = await signedIn(db)
  // As if 70.00 had been paid with store credit.
  await db.pool.query(
    `update orders set customer_id = $2, credit = 7000, captured = 3200,
       quote = quote || '{"credit": 7000, "toPay": 3200}' where id = $1`,
    [order.id, customer],
  )
  await db.pool.query('update payments set captured = 3200, amount = 3200 where order_id = $1', [order.id])
  const credit = { refundTo: 'credit' } as const
  expect(await preview({ 'stool-sage': 2 }, credit)).toMatchObject({
    value: { total: 10_200, bonus: '$3.20' },
  })
  const slug = await apply({ 'stool-sage': 2 }, credit)
  await approveReturn(owner(), slug, null)
  // Of fewer units it is calculated again.
  await receiveReturn(owner(), slug, { 'stool-sage': 1 }, () => true)
  await completeReturn(owner(2), slug)
  const entries = 'select kind, amount::int from credit_entries where customer_id = $1 order by id'
  const { rows } = await db.pool.query(entries, [customer])
  expect(rows).toEqual([
    { kind: 'refund', amount: 4850 },
    { kind: 'bonus', amount: 320 },
  ])
  expect(await preview({ 'stool-sage': 1 }, credit)).toMatchObject({ value: { total: 5350, bonus: null } })
})

describe('a refund that the bank refuses', () => {
  it('is made good by the operator without costing the shopper anything', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, preview } = world
    const { demo } = paymentWorld(db)
    const refusing: typeof demo = {
      ...demo,
      refund: () => Promise.resolve({ reference: 'x', status: 'failed', failure: 'closed account' }),
    }
    const first = await apply({ 'stool-sage': 1 })
    await received(world, first)
    await completeReturn(owner(2), first)
    await sendRefunds(owner(2), new Map([[demo.name, refusing]]), () => owner(2).now)
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 0')
    const give = (amount: number, key: string) =>
      refundByShop(owner(3), order.number, { ...goodwill, amount, key })
    expect(await give(2000, 'a')).toMatchObject({ ok: true })
    expect(await give(2850, 'b')).toMatchObject({ ok: true })
    expect(await preview({ 'stool-sage': 1 })).toMatchObject({ value: { total: 5350 } })
    // What goes beyond it is a gift as before.
    expect(await give(1000, 'c')).toMatchObject({ ok: true })
    const second = await apply({ 'stool-sage': 1 })
    await received(world, second)
    expect(await completeReturn(owner(4), second)).toMatchObject({ ok: true, value: { amount: 4350 } })
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
  })

  it('changes nothing of what the operator gave before', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, preview } = world
    await refundByShop(owner(1), order.number, { ...goodwill, amount: 1000, key: 'a' })
    const first = await apply({ 'stool-sage': 1 })
    await received(world, first)
    await completeReturn(owner(2), first)
    const before = await preview({ 'stool-sage': 1 }, {}, owner(3))
    await db.pool.query(`update refunds set status = 'failed' where cause = $1`, [`return:${first}`])
    expect(await preview({ 'stool-sage': 1 }, {}, owner(3))).toEqual(before)
  })
})
