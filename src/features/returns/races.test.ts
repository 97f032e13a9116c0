import { expect, it } from 'vitest'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { askForUnits } from '#features/orders/queries/returned.ts'
import { holdRows, untilWaiting } from '#test/database.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { payTestOrder, stockOf, tryTestOrder } from '#test/placed-orders.ts'
import { ofOrder, orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'
import { cancelReturn } from './actions/change.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from './shop/decide.ts'

it('200 applications at once for one line ask for exactly what was bought', async () => {
  const { db, owner, wish } = await returnWorld({ units: { 'stool-sage': 7 } })
  const input = await wish({ 'stool-sage': 1 })
  const asked = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      // From many addresses and on many days: the limits of visitors are tested elsewhere.
      const ctx = owner(1 + (index % 28))
      ctx.visitor.ip = `192.0.2.${index}`
      // Delivery comes back with the last unit, whose total is another one.
      const total = index % 2 === 0 ? 4850 : 5350
      const description = `no. ${index}`
      return untilServed(() => applyForReturn(ctx, { ...input, description, images: [], total }))
    }),
  )
  const refused = new Set(asked.flatMap((one) => (one.ok ? [] : [one.problem.name])))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(7)
  expect([...refused].toSorted()).toEqual(['refund_changed', 'return_too_many'])
  const { rows } = await db.pool.query<{ asked: number; returned: number; sum: number }>(
    `select (select sum(quantity)::int from return_lines) as asked,
       (select sum(returned)::int from order_lines) as returned, (select sum(refund_amount)::int from returns) as sum`,
  )
  expect(rows).toEqual([{ asked: 7, returned: 7, sum: 7 * 4850 + 500 }])
})

/**
 * All want the one row, and the pool has ten connections: who got no connection or no lock in time asks again, as a
 * browser does that was answered that the shop is busy.
 */
async function untilServed<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!/timeout exceeded when trying to connect|lock timeout/.test(String(error))) throw error
    }
}

it('asks for no more units than there are without the lock of the order, too', async () => {
  const { db, order, lineOf } = await returnWorld({ units: { 'stool-sage': 7 } })
  const line = await lineOf('stool-sage')
  const asked = await Promise.all(
    Array.from({ length: 60 }, () => db.transact((tx) => askForUnits(tx, order.id, [{ line, quantity: 2 }]))),
  )
  expect(asked.filter(({ length }) => length === 1)).toHaveLength(3)
})

it('one order can be asked about so often only, and one network, too', async () => {
  const { db, owner, wish } = await returnWorld()
  const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 4850 }
  const names: string[] = []
  for (let count = 0; count < 21; count++) {
    const made = await applyForReturn(owner(), input)
    if (made.ok) await cancelReturn(owner(), { slug: made.value.slug })
    names.push(made.ok ? 'ok' : made.problem.name)
  }
  expect(names.slice(-2)).toEqual(['ok', 'too_many_requests'])
  const { rows } = await db.pool.query('select count(*)::int as count from returns')
  expect(rows).toEqual([{ count: 20 }])
})

it('the last unit goes to one of those who want it: by an exchange, or by an order', async () => {
  const world = await returnWorld()
  const { db, owner, wish } = world
  await db.pool.query(`update skus set on_hand = 1 where sku = 'rare-sage'`)
  const input = await wish({ 'stool-sage': [1, 'rare-sage'] }, { type: 'exchange' })
  const all = await Promise.all([
    ...Array.from({ length: 8 }, (_, index) =>
      applyForReturn(owner(), { ...input, description: `no. ${index}`, images: [], total: 0 }),
    ),
    ...Array.from({ length: 8 }, () => tryTestOrder(db, { units: { 'rare-sage': 1 } })),
  ])
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await stockOf(db, 'rare-sage')).toBe('1/1')
})

it('of approving, refusing and taking back at once, one is done, and the others say what was', async () => {
  for (let round = 0; round < 5; round++) {
    const { db, order, owner, apply, view } = await returnWorld()
    const slug = await apply({ 'stool-sage': 2 })
    const [approved, refused, cancelled] = await Promise.all([
      approveReturn(owner(), slug, null),
      refuseReturn(owner(), slug, 'No'),
      cancelReturn(owner(), { slug }),
    ])
    // A return that was just approved may still be taken back.
    const done = [approved, refused, cancelled].filter(({ ok }) => ok).length
    expect(done === 1 || (done === 2 && approved.ok && cancelled.ok)).toBe(true)
    for (const lost of [approved, refused])
      if (!lost.ok) expect(lost.problem).toMatchObject({ name: 'not_now' })
    if (!cancelled.ok) expect(cancelled.problem).toEqual({ name: 'return_not_now' })
    const { moments } = await view(slug)
    expect(moments).toHaveLength(1 + done)
    expect(await refundsOf(db, order.id)).toEqual([])
  }
})

it('a return that is completed by ten operators at once is refunded once', async () => {
  const { db, order, owner, apply } = await returnWorld()
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(), slug, null)
  await Promise.all(Array.from({ length: 10 }, () => receiveReturn(owner(), slug, null, () => true)))
  expect(await stockOf(db, 'stool-sage')).toBe('49/0')
  const done = await Promise.all(Array.from({ length: 10 }, () => completeReturn(owner(), slug)))
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
  expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 4850')
})

it('a form that is sent ten times at once is one application', async () => {
  const { db, owner, wish } = await returnWorld({ units: { 'stool-sage': 2, 'vase-sage': 3 } })
  const input = await wish({ 'vase-sage': 1, 'stool-sage': 1 })
  const asked = await Promise.all(
    Array.from({ length: 10 }, () =>
      applyForReturn(owner(), { ...input, description: 'Twice', images: [], total: 9700 }),
    ),
  )
  expect(new Set(asked.map((one) => (one.ok ? one.value.slug : one.problem.name))).size).toBe(1)
  const { rows } = await db.pool.query('select count(*)::int as count from returns')
  expect(rows).toEqual([{ count: 1 }])
  // Other words, other units, or later: another one.
  const more = await Promise.all([
    applyForReturn(owner(), { ...input, description: 'Once more', images: [], total: 14_550 }),
    applyForReturn(owner(2), {
      ...input,
      lines: [input.lines[0]!],
      description: 'Twice',
      images: [],
      total: 4850,
    }),
  ])
  expect(more.filter(({ ok }) => ok).length).toBeGreaterThan(0)
})

/** Two stools, and the order of two others that they were exchanged for: it has arrived. @param difference to pay, of each */
async function exchangedStools(difference: number) {
  const { db, order, owner, apply } = await returnWorld()
  const decided = async (slug: string): Promise<void> => {
    await approveReturn(owner(3), slug, null)
    await receiveReturn(owner(3), slug, null, () => true)
  }
  await db.pool.query(
    `update sku_prices set amount = amount + $1
     where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
    [difference],
  )
  const slug = await apply({ 'stool-sage': [2, 'stool-ink'] }, { type: 'exchange' })
  await decided(slug)
  const made = await completeReturn(owner(3), slug)
  if (!made.ok) throw new Error(made.problem.name)
  const { rows } = await db.pool.query<{ id: number; number: string }>(
    'select id, number from orders where number = $1',
    [made.value.exchangeOrder],
  )
  const second = rows[0]!
  if (difference > 0) await payTestOrder(owner(3), second.id)
  await shipOrder(owner(3), second.number, parcel, onDelivery)
  await deliverOrder(owner(3), second.number, null)
  return { db, order, second, owner, decided, ...ofOrder(db, second, owner) }
}

it('an exchange of exchanged goods locks the first order before any SKU', async () => {
  const { db, order, owner, decided, apply } = await exchangedStools(0)
  // What they are exchanged for is cheaper by now: a part of the price goes home to the first order.
  await db.pool.query(
    `update sku_prices set amount = amount - 1000
     where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-sage')`,
  )
  const slug = await apply({ 'stool-ink': [2, 'stool-sage'] }, { type: 'exchange' }, owner(4))
  await decided(slug)
  const letGo = await holdRows(db, `select from orders where id = ${order.id} for update`)
  const done = completeReturn(owner(5), slug)
  await untilWaiting(db, 1)
  // Whoever holds the first order gets its SKUs, as all who change it do.
  await db.pool.query(`select from skus where sku like 'stool-%' for no key update nowait`)
  await letGo()
  expect(await done).toMatchObject({ ok: true })
  expect((await refundsOf(db, order.id)).at(-1)).toBe(`2000 return:${slug}:credit:home`)
})

it('a refund of exchanged goods locks the first order before any payment', async () => {
  const { db, order, second, owner, decided, apply } = await exchangedStools(500)
  const slug = await apply({ 'stool-ink': 2 }, {}, owner(4))
  await decided(slug)
  const letGo = await holdRows(db, `select from orders where id = ${order.id} for update`)
  const done = completeReturn(owner(5), slug)
  await untilWaiting(db, 1)
  // Money that goes home to the first order is refunded under its lock: nothing of it may have been moved before.
  await db.pool.query('select from payments where order_id = $1 for update nowait', [second.id])
  await letGo()
  expect(await done).toMatchObject({ ok: true })
  expect(await refundsOf(db, second.id)).toEqual([`1000 return:${slug}`])
  expect((await refundsOf(db, order.id)).at(-1)).toBe(`9700 return:${slug}:credit:home`)
})
