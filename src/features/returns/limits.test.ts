import { expect, it } from 'vitest'
import { day, hour } from '#domain/time.ts'
import { mayGoOn, waitOf } from '#platform/server/rate.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { days } from '#test/order-changes.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { returnSales, returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'
import { cancelReturn, sendParcel } from './actions/change.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { approveReturn } from './shop/decide.ts'

/** The limit of a day, at noon, and that of an hour, at its beginning. */
const [tooManyToday, tooManyThisHour] = [12, 1].map((hours) => ({
  ok: false,
  problem: { name: 'too_many_requests', details: { hours, minutes: 0 } },
}))

it('a stranger who knows an order’s number uses up no limit of it', async () => {
  const { db, order, owner, wish, apply } = await returnWorld()
  const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 4850 }
  const stranger = orderVisitor(db, 'A'.repeat(43), { now: days(1) }).ctx
  for (let count = 0; count < 30; count++) {
    stranger.visitor.ip = `192.0.2.${count}`
    expect(await applyForReturn(stranger, input)).toMatchObject({ problem: { name: 'unknown_order' } })
    expect(await withdrawOrder(stranger, { order: order.number, lines: null })).toMatchObject({
      problem: { name: 'unknown_order' },
    })
  }
  expect(await apply({ 'stool-sage': 1 })).toMatch(/^R-/)
  expect(await withdrawOrder(owner(), { order: order.number, lines: null })).toMatchObject({ ok: true })
})

it('a parcel can be named five times a day, each of which is mailed, and the same one again', async () => {
  const { db, owner, apply } = await returnWorld()
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(), slug, null)
  const name = (count: number, after = 1) =>
    sendParcel(owner(after), { slug, company: 'DHL', trackingNumber: `no. ${count}` })
  for (let count = 0; count < 5; count++) expect(await name(count)).toMatchObject({ ok: true })
  expect(await name(5)).toEqual(tooManyToday)
  expect(await name(4)).toMatchObject({ ok: true })
  const stranger = orderVisitor(db, 'A'.repeat(43), { now: days(1) }).ctx
  expect(await sendParcel(stranger, { slug, company: 'DHL', trackingNumber: 'x' })).toMatchObject({
    problem: { name: 'unknown_return' },
  })
  const { rows } = await db.pool.query(`select from return_events where kind = 'sent'`)
  expect(rows).toHaveLength(5)
  expect(await name(6, 2)).toMatchObject({ ok: true })
})

it('an order can be returned from twenty times a day', async () => {
  const { owner, wish } = await returnWorld()
  const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 1 }
  for (let count = 0; count < 20; count++)
    expect(await applyForReturn(owner(), input)).toMatchObject({ problem: { name: 'refund_changed' } })
  expect(await applyForReturn(owner(), input)).toEqual(tooManyToday)
})

/** Asks for three orders' returns, for a wrong total; at most twenty of each are taken. */
async function threeOrders() {
  const first = await returnWorld()
  const { db } = first
  const worlds = [first, await returnWorld({ db }), await returnWorld({ db })]
  return {
    db,
    ask: async (index: number, from: string) => {
      const { owner, wish } = worlds[index]!
      const ctx = owner()
      ctx.visitor.ip = from
      const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 1 }
      const done = await applyForReturn(ctx, input)
      return done.ok ? done : done.problem.name === 'refund_changed' ? 'taken' : done
    },
  }
}

it('one network asks forty times an hour, and no orders that are not its own count', async () => {
  const { db, ask } = await threeOrders()
  const stranger = orderVisitor(db, 'A'.repeat(43), { now: days(1) }).ctx
  stranger.visitor.ip = '192.0.2.9'
  const input = { type: 'refund_only', reason: 'other', refundTo: 'original', description: '' } as const
  for (let count = 0; count < 41; count++)
    expect(
      await applyForReturn(stranger, { ...input, order: `N-${count}`, images: [], total: 1, lines: [] }),
    ).toMatchObject({ problem: { name: 'unknown_order' } })
  for (let count = 0; count < 40; count++) expect(await ask(count % 2, '192.0.2.9')).toBe('taken')
  expect(await ask(2, '192.0.2.9')).toEqual(tooManyThisHour)
  expect(await ask(2, '192.0.2.10')).toBe('taken')
})

it('the address of a proxy that nobody named is never limited: it is every visitor’s', async () => {
  const { ask } = await threeOrders()
  for (let count = 0; count < 41; count++) expect(await ask(count % 3, '10.0.0.1')).toBe('taken')
})

it('an order can be withdrawn from five times a day, each of which is mailed', async () => {
  const { order, owner, lineOf } = await returnWorld()
  const lines = [{ line: await lineOf('stool-sage'), quantity: 1 }]
  const withdraw = async (after: number) => {
    const made = await withdrawOrder(owner(after), { order: order.number, lines })
    if (made.ok) await cancelReturn(owner(after), { slug: made.value.slug! })
    return made
  }
  for (let count = 0; count < 5; count++) expect(await withdraw(1)).toMatchObject({ ok: true })
  expect(await withdraw(1)).toEqual(tooManyToday)
  expect(await withdraw(2)).toMatchObject({ ok: true })
})

it('a withdrawal that is refused uses nothing up, and the one too many says how long to wait', async () => {
  const { order, owner, lineOf } = await returnWorld()
  const withdraw = (lines: { line: number; quantity: number }[] | null) =>
    withdrawOrder(owner(1), { order: order.number, lines })
  const one = [{ line: await lineOf('stool-sage'), quantity: 1 }]
  for (let count = 0; count < 21; count++)
    expect(await withdraw([])).toEqual({ ok: false, problem: { name: 'return_empty' } })
  for (let count = 0; count < 5; count++) {
    const made = await withdraw(one)
    if (!made.ok) throw new Error(made.problem.name)
    await cancelReturn(owner(1), { slug: made.value.slug! })
  }
  expect(await withdraw(one)).toMatchObject({
    problem: { name: 'too_many_requests', details: waitOf({ name: '', most: 5, within: day }, owner(1).now) },
  })
  expect(await withdraw([])).toMatchObject({ problem: { name: 'return_empty' } })
})

it('one network can withdraw from twenty orders an hour: each mails a receipt', async () => {
  const { db } = await returnWorld()
  const withdraw = async (from: string) => {
    const order = await placeTestOrder(db, { units: { 'stool-sage': 1 } })
    const { ctx } = orderVisitor(db, order.token, { now: days(1), sales: returnSales() })
    ctx.visitor.ip = from
    return withdrawOrder(ctx, { order: order.number, lines: null })
  }
  for (let count = 0; count < 20; count++) expect(await withdraw('192.0.2.7')).toMatchObject({ ok: true })
  expect(await withdraw('192.0.2.7')).toEqual(tooManyThisHour)
  const { rows } = await db.pool.query(`select from outbox_mails where kind like 'return%'`)
  expect(rows).toHaveLength(20)
  expect(await withdraw('192.0.2.8')).toMatchObject({ ok: true })
  // A proxy that nobody named: every visitor's address.
  const rate = { name: 'return.withdraw', most: 20, within: hour }
  for (let count = 0; count < 20; count++) await mayGoOn(db, rate, '10.0.0.1', days(1))
  expect(await withdraw('10.0.0.1')).toMatchObject({ ok: true })
})
