import { describe, expect, it } from 'vitest'
import { orderDetail } from '#features/orders/actions/change.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { exportBooks } from '#features/orders/shop/read.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import type { Database } from '#platform/server/db/db.ts'
import { days, onDelivery, parcel } from '#test/order-changes.ts'
import { payTestOrder, stockOf, tryTestOrder } from '#test/placed-orders.ts'
import { orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'
import { cancelReturn } from './actions/change.ts'
import { returnOptions } from './actions/options.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from './shop/decide.ts'
import { bookExchanges, settleExchanges } from './work/timer.ts'

const exchange = { type: 'exchange' } as const
const shelf = () => true

async function price(db: Database, sku: string, amount: number): Promise<void> {
  await db.pool.query(
    `update sku_prices set amount = $2 where currency = 'USD' and sku_id = (select id from skus where sku = $1)`,
    [sku, amount],
  )
}

type World = Awaited<ReturnType<typeof returnWorld>>

/** Approved, received and completed; the number of the new order. */
async function exchanged({ owner }: World, slug: string): Promise<string> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, shelf)
  const done = await completeReturn(owner(2), slug)
  if (!done.ok) throw new Error(done.problem.name)
  return done.value.exchangeOrder!
}

async function orderOf(db: Database, number: string) {
  const { rows } = await db.pool.query<{
    id: number
    source: string
    total: number
    credit: number
    to_pay: number
    pay_status: string
  }>('select id, source, total, credit, to_pay, pay_status from orders where number = $1', [number])
  return rows[0]!
}

/** The sums of all books, by kind of row. */
async function books(db: Database): Promise<Record<string, number>> {
  const sums: Record<string, number> = { sale: 0, services: 0, payment: 0, credit: 0, refund: 0 }
  await exportBooks(db, new Date(0), days(4_000), ({ kind, amount }) => {
    sums[kind]! += amount
  })
  return sums
}

describe('an exchange', () => {
  it('holds what is wanted from the application on, and becomes an order at nothing', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, preview, view } = world
    expect(await preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)).toMatchObject({
      ok: true,
      value: {
        total: 0,
        toPayment: null,
        toCredit: null,
        difference: { pay: null, back: null },
        sums: [
          { label: 'Items', amount: '$48.50' },
          { label: 'New items', amount: '-$48.50' },
          { label: 'Nothing to pay', amount: '$0' },
        ],
      },
    })
    expect(await stockOf(db, 'stool-ink')).toBe('50/0')
    const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    expect(await stockOf(db, 'stool-ink')).toBe('50/1')
    expect(await view(slug)).toMatchObject({ lines: [{ exchangeFor: { sku: 'stool-ink', choice: 'Ink' } }] })
    expect(await completeReturn(owner(), slug)).toMatchObject({ problem: { name: 'not_now' } })
    const number = await exchanged(world, slug)
    expect(await stockOf(db, 'stool-ink')).toBe('49/0')
    expect(await stockOf(db, 'stool-sage')).toBe('49/0')
    expect(await orderOf(db, number)).toMatchObject({
      source: 'exchange',
      total: 4850,
      credit: 4850,
      to_pay: 0,
      pay_status: 'paid',
    })
    expect(await orderDetail(owner(2), { slug: number })).toMatchObject({
      ok: true,
      value: {
        payStatus: 'paid',
        toPay: '$0',
        lines: [{ sku: 'stool-ink', quantity: 1 }],
        sums: expect.arrayContaining([
          { kind: 'credit', label: 'Value of returned items', amount: '-$48.50' },
        ]) as unknown,
      },
    })
    expect(await view(slug)).toMatchObject({
      status: 'completed',
      exchangeOrder: { slug: number, difference: null },
      may: { payDifference: false },
    })
    expect(await refundsOf(db, order.id)).toEqual([`4850 exchange:${slug} as goods or credit`])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 0')
    const sent = await shipOrder(owner(2), number, parcel, onDelivery)
    expect(sent).toMatchObject({ ok: true })
  })

  it('is even for another size of the same price, whatever it was bought for', async () => {
    const world = await returnWorld()
    const { db, apply, preview, owner, order } = world
    await price(db, 'stool-sage', 9900)
    await price(db, 'stool-ink', 9900)
    expect(await preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)).toMatchObject({ value: { total: 0 } })
    const options = await returnOptions(owner(), { order: order.number })
    expect(options).toMatchObject({
      value: {
        lines: [
          {
            exchanges: [
              { sku: 'stool-sage', difference: null, inStock: true },
              { sku: 'stool-ink', difference: null, inStock: true },
            ],
          },
        ],
      },
    })
    const number = await exchanged(world, await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange))
    expect(await orderOf(db, number)).toMatchObject({ total: 4850, to_pay: 0 })
  })

  it('has a difference to pay, as any unpaid order', async () => {
    const world = await returnWorld()
    const { db, owner, apply, preview, view, order } = world
    await price(db, 'stool-ink', 5350)
    expect(await preview({ 'stool-sage': [2, 'stool-ink'] }, exchange)).toMatchObject({
      value: { total: -1000, difference: { pay: '$10', back: null }, refund: '$0' },
    })
    const slug = await apply({ 'stool-sage': [2, 'stool-ink'] }, exchange)
    // The price that was shown holds, whatever it is later.
    await price(db, 'stool-ink', 99_000)
    const number = await exchanged(world, slug)
    const made = await orderOf(db, number)
    expect(made).toMatchObject({ total: 10_700, credit: 9700, to_pay: 1000, pay_status: 'unpaid' })
    expect(await stockOf(db, 'stool-ink')).toBe('50/2')
    expect(await view(slug)).toMatchObject({
      exchangeOrder: { slug: number, difference: '$10' },
      may: { payDifference: true },
      next: expect.stringContaining(number) as string,
    })
    await payTestOrder(owner(2), made.id)
    expect(await stockOf(db, 'stool-ink')).toBe('48/0')
    expect(await view(slug)).toMatchObject({ exchangeOrder: { difference: null } })
    expect(await refundsOf(db, order.id)).toEqual([`9700 exchange:${slug} as goods or credit`])
    // The books come out even from its payment on.
    expect(await bookExchanges(owner(3))).toBe(1)
    expect(await bookExchanges(owner(3))).toBe(0)
    expect(await books(db)).toEqual({
      sale: 20_400,
      services: 500,
      payment: 11_200,
      credit: 9700,
      refund: -9700,
    })
  })

  it('gives a difference back', async () => {
    const world = await returnWorld()
    const { db, apply, preview, order } = world
    await price(db, 'vase-sage', 3000)
    expect(await preview({ 'stool-sage': [1, 'vase-sage'] }, exchange)).toMatchObject({
      value: { total: 1850, difference: { pay: null, back: '$18.50' }, refund: '$18.50' },
    })
    const slug = await apply({ 'stool-sage': [1, 'vase-sage'] }, exchange)
    const number = await exchanged(world, slug)
    expect(await orderOf(db, number)).toMatchObject({ total: 3000, credit: 3000, to_pay: 0 })
    expect(await refundsOf(db, order.id)).toEqual([
      `3000 exchange:${slug} as goods or credit`,
      `1850 return:${slug}`,
    ])
  })

  it('is refused for what is gone, unknown, or not named', async () => {
    const { db, apply } = await returnWorld({ units: { 'stool-sage': 3 } })
    expect(await apply({ 'stool-sage': 1 }, exchange)).toBe('exchange_wanted')
    expect(await apply({ 'stool-sage': [1, 'no-such'] }, exchange)).toBe('unknown_sku')
    expect(await apply({ 'stool-sage': [1, 'hidden-sage'] }, exchange)).toBe('unknown_sku')
    expect(await apply({ 'stool-sage': [1, 'lamp-ink'] }, exchange)).toBe('unknown_sku')
    expect(await apply({ 'stool-sage': [1, 'rare-ink'] }, exchange)).toBe('out_of_stock')
    expect(await apply({ 'stool-sage': [3, 'rare-sage'] }, exchange)).toMatch(/^R-/)
    expect(await stockOf(db, 'rare-sage')).toBe('3/3')
    expect(await tryTestOrder(db, { units: { 'rare-sage': 1 } })).toMatchObject({
      problem: { name: 'out_of_stock' },
    })
  })

  it('lets go of what it held when it is cancelled, refused, or granted in part', async () => {
    const { db, owner, apply } = await returnWorld({ units: { 'stool-sage': 4 } })
    const [first, second] = [
      await apply({ 'stool-sage': [1, 'rare-sage'] }, exchange),
      await apply({ 'stool-sage': [2, 'rare-sage'] }, exchange),
    ]
    expect(await stockOf(db, 'rare-sage')).toBe('3/3')
    await approveReturn(owner(), second, { 'stool-sage': 1 }, 'No')
    expect(await stockOf(db, 'rare-sage')).toBe('3/2')
    await cancelReturn(owner(), { slug: second })
    expect(await stockOf(db, 'rare-sage')).toBe('3/1')
    await refuseReturn(owner(), first, 'No')
    expect(await stockOf(db, 'rare-sage')).toBe('3/0')
    const { rows } = await db.pool.query(
      `select kind, held, order_id from stock_moves where sku_id = (select id from skus where sku = 'rare-sage') order by id`,
    )
    expect(rows).toEqual([
      { kind: 'hold', held: 1, order_id: null },
      { kind: 'hold', held: 2, order_id: null },
      { kind: 'release', held: -1, order_id: null },
      { kind: 'release', held: -1, order_id: null },
      { kind: 'release', held: -1, order_id: null },
    ])
  })

  it('says so when the operator has counted off what was held', async () => {
    const { db, owner, apply } = await returnWorld()
    const slug = await apply({ 'stool-sage': [2, 'rare-sage'] }, exchange)
    await approveReturn(owner(), slug, null)
    await receiveReturn(owner(), slug, null, shelf)
    await db.pool.query(`update skus set retired = true where sku = 'rare-sage'`)
    expect(await completeReturn(owner(), slug)).toEqual({
      ok: false,
      problem: { name: 'out_of_stock', skus: ['rare-sage'] },
    })
    expect(await stockOf(db, 'rare-sage')).toBe('3/2')
  })
})

describe('what came of an exchange', () => {
  it('can be given back: its money goes the way that the first order was paid', async () => {
    const world = await returnWorld()
    const { db, owner, order } = world
    const first = await world.apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    const number = await exchanged(world, first)
    await shipOrder(owner(2), number, parcel, onDelivery)
    await deliverOrder(owner(3), number, null)
    const { rows } = await db.pool.query<{ id: number }>(
      `select l.id from order_lines l join orders o on o.id = l.order_id where o.number = $1`,
      [number],
    )
    const made = await applyForReturn(owner(4), {
      order: number,
      type: 'return_and_refund',
      reason: 'too_large',
      refundTo: 'original',
      lines: [{ line: rows[0]!.id, quantity: 1, exchangeFor: null }],
      description: '',
      images: [],
      total: 4850,
    })
    if (!made.ok) throw new Error(made.problem.name)
    const { slug } = made.value
    await approveReturn(owner(4), slug, null)
    await receiveReturn(owner(4), slug, null, shelf)
    expect(await completeReturn(owner(4), slug)).toMatchObject({ ok: true })
    expect(await refundsOf(db, order.id)).toEqual([
      `4850 exchange:${first} as goods or credit`,
      `4850 return:${slug}:credit:home`,
    ])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 4850')
  })

  it('goes back when its difference is not paid in time', async () => {
    const world = await returnWorld()
    const { db, owner, apply, view, order } = world
    await price(db, 'stool-ink', 5350)
    const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    const number = await exchanged(world, slug)
    expect(await settleExchanges(owner(3))).toBe(0)
    expect(await expireUnpaid(owner(8))).toBe(0)
    expect(await expireUnpaid(owner(9.1))).toBe(1)
    expect(await stockOf(db, 'stool-ink')).toBe('50/0')
    expect(await settleExchanges(owner(10))).toBe(1)
    expect(await settleExchanges(owner(10))).toBe(0)
    expect(await bookExchanges(owner(10))).toBe(0)
    const sent = await db.pool.query(
      `update refunds set status = 'done', done_at = $1 where payment_id is not null`,
      [days(11)],
    )
    expect(sent.rowCount).toBe(1)
    expect(await books(db)).toEqual({ sale: 9700, services: 500, payment: 10_200, credit: 0, refund: -4850 })
    expect(await refundsOf(db, order.id)).toEqual([
      `4850 exchange:${slug} as goods or credit`,
      `4850 return:${slug}:exchange:home`,
    ])
    expect(await view(slug)).toMatchObject({
      exchangeOrder: { slug: number, difference: null },
      moments: [
        { text: 'Refund of $48.50 sent' },
        { text: 'Exchange cancelled: refund of $48.50 started' },
        ...[{}, {}, {}, {}],
      ],
    })
  })

  it('goes back when the shop cancels it, with the difference that was paid', async () => {
    const world = await returnWorld()
    const { db, owner, apply, order } = world
    await price(db, 'stool-ink', 5350)
    const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    const number = await exchanged(world, slug)
    const made = await orderOf(db, number)
    await payTestOrder(owner(2), made.id)
    expect(await cancelByShop(owner(3), number, 'Lost', { restock: false })).toMatchObject({ ok: true })
    expect(await settleExchanges(owner(3))).toBe(1)
    expect(await refundsOf(db, made.id)).toEqual([`500 cancel:${made.id}`])
    expect(await refundsOf(db, order.id)).toEqual([
      `4850 exchange:${slug} as goods or credit`,
      `4850 return:${slug}:exchange:home`,
    ])
  })

  it('is not given back once more as money by the operator', async () => {
    const world = await returnWorld()
    const { owner, apply, order, db } = world
    await exchanged(world, await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange))
    const refund = { reason: 'goodwill', key: 'one', choice: { kind: 'keep' as const } }
    expect(await refundByShop(owner(3), order.number, { ...refund, amount: 5351 })).toEqual({
      ok: false,
      problem: { name: 'too_much', left: 5350, openReturns: [] },
    })
    expect(await refundByShop(owner(3), order.number, { ...refund, amount: null })).toMatchObject({
      ok: true,
      value: { amount: 5350 },
    })
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 5350')
  })
})
