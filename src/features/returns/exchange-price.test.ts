import { describe, expect, it } from 'vitest'
import { orderDetail } from '#features/orders/actions/change.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import type { Database } from '#platform/server/db/db.ts'
import { stockedShop } from '#test/order-changes.ts'
import { stockOf } from '#test/placed-orders.ts'
import { refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { returnOptions } from './actions/options.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

const exchange = { type: 'exchange' } as const

type World = Awaited<ReturnType<typeof returnWorld>>

async function price(db: Database, sku: string, amount: number): Promise<void> {
  await db.pool.query(
    `update sku_prices set amount = $2, line_amount = null where currency = 'USD' and sku_id = (select id from skus where sku = $1)`,
    [sku, amount],
  )
}

async function promote(db: Database, slug: string, conditions: object, benefit: object): Promise<void> {
  const all = { products: [], categories: [], collections: [], firstOrder: false, ...conditions }
  const { rows } = await db.pool.query<{ id: number }>(
    'insert into promotions (slug, conditions, benefit) values ($1, $2, $3) returning id',
    [slug, JSON.stringify(all), JSON.stringify(benefit)],
  )
  await db.pool.query(`insert into promotion_texts (promotion_id, locale, name) values ($1, 'en', $2)`, [
    rows[0]!.id,
    `Offer ${slug}`,
  ])
}

async function couponOf(db: Database, amount: number) {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     values ('much', 'MUCH', '{}', '{}', false, 10, 1, true) returning id`,
  )
  return { id: rows[0]!.id, slug: 'much', code: 'MUCH', amount }
}

async function exchanged({ owner }: World, slug: string): Promise<string> {
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  const done = await completeReturn(owner(2), slug)
  if (!done.ok) throw new Error(done.problem.name)
  return done.value.exchangeOrder!
}

async function sumsOf(db: Database, number: string) {
  const { rows } = await db.pool.query<{ total: number; credit: number; to_pay: number }>(
    'select total, credit, to_pay from orders where number = $1',
    [number],
  )
  return rows[0]!
}

describe('other goods in an exchange cost what a cart of them costs today', () => {
  it('with an amount off the order once, not off each unit', async () => {
    const db = await stockedShop()
    await price(db, 'vase-sage', 1800)
    await promote(db, 'fifteen', {}, { kind: 'amount', amounts: { USD: 1500 } })
    const world = await returnWorld({ db, units: { 'stool-sage': 5 } })
    expect(await world.preview({ 'stool-sage': [5, 'vase-sage'] }, exchange)).toMatchObject({
      value: {
        total: 24_250 - 7500,
        sums: [
          { label: 'Items', amount: '$242.50' },
          { label: 'New items', amount: '-$90' },
          { label: 'Promotions on new items', amount: '$15' },
          { label: 'Difference refunded', amount: '$167.50' },
        ],
      },
    })
    const number = await exchanged(world, await world.apply({ 'stool-sage': [5, 'vase-sage'] }, exchange))
    expect(await sumsOf(db, number)).toEqual({ total: 7500, credit: 7500, to_pay: 0 })
    expect(await orderDetail(world.owner(2), { slug: number })).toMatchObject({
      value: {
        sums: expect.arrayContaining([
          { kind: 'discount', label: 'Offer fifteen', amount: '-$15' },
        ]) as unknown,
      },
    })
  })

  it('with what is off for more of them, in its share where fewer come back', async () => {
    const db = await stockedShop()
    await price(db, 'vase-sage', 9400)
    const three = { minimumQuantity: 3, products: ['vase'] }
    await promote(db, 'three', three, { kind: 'percent', percent: 15 })
    const world = await returnWorld({ db, units: { 'stool-sage': 4 } })
    const wish = { 'stool-sage': [4, 'vase-sage'] } as const
    expect(await world.preview(wish, exchange)).toMatchObject({ value: { total: 19_400 - 31_960 } })
    const slug = await world.apply(wish, exchange)
    await approveReturn(world.owner(), slug, { 'stool-sage': 3 }, 'No')
    const number = await exchanged(world, slug)
    expect(await sumsOf(db, number)).toEqual({ total: 23_970, credit: 14_550, to_pay: 9420 })
  })

  it('together, where lines of the order are exchanged for the same', async () => {
    const db = await stockedShop()
    await price(db, 'vase-sage', 3333)
    const three = { minimumQuantity: 3, products: ['vase'] }
    await promote(db, 'three', three, { kind: 'percent', percent: 15 })
    const world = await returnWorld({ db, units: { 'stool-sage': 2, 'stool-ink': 1 } })
    const wish = { 'stool-sage': [2, 'vase-sage'], 'stool-ink': [1, 'vase-sage'] } as const
    expect(await world.preview(wish, exchange)).toMatchObject({ value: { total: 14_550 - 8499 } })
  })
})

describe('another variant', () => {
  it('that is cheaper costs its share of what was paid, and is never given away', async () => {
    const db = await stockedShop()
    const world = await returnWorld({ db, units: { 'stool-sage': 1 }, coupon: await couponOf(db, 3395) })
    await price(db, 'stool-ink', 3000)
    expect(await world.preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)).toMatchObject({
      value: {
        total: 555,
        sums: [
          { label: 'Items', amount: '$14.55' },
          { label: 'New items', amount: '-$30' },
          { label: 'Price adjustment of new items', amount: '$21' },
          { label: 'Difference refunded', amount: '$5.55' },
        ],
      },
    })
    const options = await returnOptions(world.owner(), { order: world.order.number })
    expect(options).toMatchObject({
      value: { lines: [{ exchanges: [{ difference: null }, { difference: '− $5.55' }] }] },
    })
    const slug = await world.apply({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    const number = await exchanged(world, slug)
    expect(await sumsOf(db, number)).toEqual({ total: 900, credit: 900, to_pay: 0 })
    expect(await refundsOf(db, world.order.id)).toEqual([
      `900 exchange:${slug} as goods or credit`,
      `555 return:${slug}`,
    ])
  })

  it('that is dearer costs the whole difference: a coupon is not taken off more than it was used for', async () => {
    const db = await stockedShop()
    const world = await returnWorld({ db, units: { 'stool-sage': 1 }, coupon: await couponOf(db, 3395) })
    await price(db, 'stool-ink', 9700)
    expect(await world.preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)).toMatchObject({
      value: { total: -4850 },
    })
  })

  it('has its difference by the prices that run for so many', async () => {
    const db = await stockedShop()
    const world = await returnWorld({ db, units: { 'stool-sage': 3 } })
    await price(db, 'stool-ink', 5850)
    const three = { minimumQuantity: 3, products: ['stool'] }
    await promote(db, 'three', three, { kind: 'percent', percent: 10 })
    await promote(db, 'off', {}, { kind: 'amount', amounts: { USD: 1500 } })
    expect(await world.preview({ 'stool-sage': [3, 'stool-ink'] }, exchange)).toMatchObject({
      value: { total: -2700 },
    })
  })

  it('keeps a refund of before, in words that are so', async () => {
    const world = await returnWorld({ units: { 'stool-sage': 1 } })
    const { db, owner, order, preview, apply } = world
    await price(db, 'stool-ink', 6000)
    const goodwill = { amount: 700, reason: 'late', key: 'a', choice: { kind: 'keep' as const } }
    expect(await refundByShop(owner(), order.number, goodwill)).toMatchObject({ ok: true })
    expect(await preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)).toMatchObject({
      value: {
        sums: [
          { label: 'Items', amount: '$46.50' },
          { label: 'New items', amount: '-$60' },
          { label: 'Price adjustment of new items', amount: '$2' },
          { label: 'Amount due', amount: '$11.50' },
        ],
      },
    })
    const number = await exchanged(world, await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange))
    expect(await orderDetail(owner(2), { slug: number })).toMatchObject({
      value: {
        lines: [{ sku: 'stool-ink', price: '$60' }],
        sums: expect.arrayContaining([
          { kind: 'discount', label: 'Price adjustment', amount: '-$2' },
        ]) as unknown,
      },
    })
  })

  it('for what cost nothing shows no negative nothing', async () => {
    const db = await stockedShop()
    await price(db, 'stool-sage', 0)
    await price(db, 'stool-ink', 0)
    const world = await returnWorld({ db })
    const seen = await world.preview({ 'stool-sage': [1, 'stool-ink'] }, exchange)
    expect(seen).toMatchObject({ value: { sums: [{}, { label: 'New items', amount: '$0' }, {}] } })
  })
})

describe('what is wanted in exchange is held', () => {
  it('up to twice of what comes back, beyond that it is taken from the shelf in the end', async () => {
    const world = await returnWorld({ units: { 'stool-sage': 3 } })
    const { db, apply, preview } = world
    await price(db, 'vase-ink', 9700)
    await price(db, 'vase-sage', 9701)
    const held = await apply({ 'stool-sage': [1, 'vase-ink'] }, exchange)
    expect(held).toMatch(/^R-/)
    expect(await stockOf(db, 'vase-ink')).toBe('50/1')
    expect(await preview({ 'stool-sage': [1, 'vase-sage'] }, exchange)).toMatchObject({
      value: { when: expect.stringContaining('we do not hold them') as string },
    })
    const slug = await apply({ 'stool-sage': [1, 'vase-sage'] }, exchange)
    expect(await stockOf(db, 'vase-sage')).toBe('50/0')
    expect(await apply({ 'stool-sage': [1, 'rare-ink'] }, exchange)).toBe('out_of_stock')
    await price(db, 'rare-ink', 97_000)
    expect(await apply({ 'stool-sage': [1, 'rare-ink'] }, exchange)).toBe('out_of_stock')
    const number = await exchanged(world, slug)
    expect(await sumsOf(db, number)).toEqual({ total: 9701, credit: 4850, to_pay: 4851 })
    expect(await stockOf(db, 'vase-sage')).toBe('50/1')
  })

  it('whatever it costs, if it is another variant of the same', async () => {
    const { db, apply } = await returnWorld()
    await price(db, 'stool-ink', 485_000)
    expect(await apply({ 'stool-sage': [2, 'stool-ink'] }, exchange)).toMatch(/^R-/)
    expect(await stockOf(db, 'stool-ink')).toBe('50/2')
  })
})
