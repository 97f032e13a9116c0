import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cartCatalogue, cartRows as rowsOf, cartVisitor, type VisitorOptions } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { addAllToCart, addToCart, removeCartLines, selectCartLines, updateCartLine } from './actions/lines.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

const newVisitor = (options?: VisitorOptions) => cartVisitor(database.db, options)
const cartRows = () => rowsOf(database.db)

describe('adding', () => {
  it('makes a cart with the first unit, and shows it with its price', async () => {
    const visitor = newVisitor()
    const added = await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    expect(added).toEqual({
      ok: true,
      value: {
        added: 2,
        lines: [
          {
            id: expect.any(Number),
            sku: 'vase-sage',
            title: 'Vase',
            href: '/product/vase/vase-sage',
            choice: 'Sage',
            picture: {
              key: '0000000000000002',
              width: 1600,
              height: 1600,
              preview: 'data:image/webp;base64,AA',
              color: '#aabbcc',
              alt: 'Vase',
            },
            quantity: 2,
            available: 50,
            most: 50,
            min: 1,
            step: 1,
            selected: true,
            price: '$48.50',
            linePrice: '$60',
            total: '$97',
            before: null,
            offers: [],
            trouble: null,
            mend: null,
            changes: [],
            hasChoice: true,
          },
        ],
        count: 2,
        selectedCount: 2,
        subtotal: '$97',
        subtotalAmount: 9700,
        currency: 'USD',
        freeShipping: null,
        sums: [],
        total: {
          label: 'Subtotal',
          amount: '$97',
          hint: 'Delivery and taxes are worked out at checkout.',
        },
        coupons: [],
        more: null,
      },
    })
    expect(visitor.cookies.violet_cart).toMatch(/^[\w-]{43}$/)
    expect(visitor.cookies.violet_cart_count).toBe('2')
    expect(visitor.written).toEqual([
      { name: 'violet_cart', value: expect.any(String), httpOnly: true, maxAge: 15_552_000 },
      { name: 'violet_cart_count', value: '2', httpOnly: false, maxAge: 15_552_000 },
    ])
    const { rows } = await database.db.pool.query('select token_hash from carts order by id desc limit 1')
    expect(rows).toEqual([
      {
        token_hash: createHash('sha256')
          .update(visitor.cookies.violet_cart ?? '')
          .digest(),
      },
    ])
  })

  it('uses the cookie name that only https may set where the shop is served so', async () => {
    const visitor = newVisitor({ origin: 'https://shop.example' })
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    expect(Object.keys(visitor.cookies).sort()).toEqual(['__Host-violet_cart', 'violet_cart_count'])
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1 })
  })

  it('adds to the line that is there, takes it in again, and puts it first', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const [, vase] = (await visitor.view()).lines
    await visitor.does(selectCartLines, { lines: [vase!.id], on: false })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const { lines, count } = await visitor.view()
    expect(lines.map(({ sku, quantity, selected }) => [sku, quantity, selected])).toEqual([
      ['vase-sage', 3, true],
      ['stool-sage', 1, true],
    ])
    expect(count).toBe(4)
  })

  it.each([
    ['what there is not', 'teapot', 1, { name: 'unknown_sku' }],
    ['what is sold out', 'rare-ink', 1, { name: 'out_of_stock' }],
    ['what is no longer made', 'lamp-ink', 1, { name: 'out_of_stock' }],
    ['what is hidden', 'hidden-sage', 1, { name: 'out_of_stock' }],
    ['more than there is', 'rare-sage', 4, { name: 'not_enough_stock', details: { left: 3, inCart: 0 } }],
    ['what others hold', 'lamp-sage', 4, { name: 'not_enough_stock', details: { left: 3, inCart: 0 } }],
    ['more than one may buy', 'bowl-sage', 61, { name: 'quantity_limit', details: { limit: 60, inCart: 0 } }],
  ])('refuses %s, and leaves no cart behind', async (_, sku, quantity, problem) => {
    const visitor = newVisitor()
    const before = await cartRows()
    expect(await visitor.does(addToCart, { sku, quantity })).toEqual({ ok: false, problem })
    expect(visitor.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })

  it('refuses what would come to too much together, and leaves the line as it was', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 2 })
    const before = await cartRows()
    visitor.written.length = 0
    expect(await visitor.does(addToCart, { sku: 'rare-sage', quantity: 2 })).toEqual({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 3, inCart: 2 } },
    })
    expect(visitor.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })

  it('lets no more lines in than the shop allows, but more of what is in', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 2 } })
    for (const sku of ['vase-sage', 'vase-ink']) await visitor.does(addToCart, { sku, quantity: 1 })
    const before = await cartRows()
    expect(await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })).toEqual({
      ok: false,
      problem: { name: 'cart_full', details: { limit: 2 } },
    })
    expect(await cartRows()).toEqual(before)
    expect(await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })).toMatchObject({
      ok: true,
      value: { count: 3 },
    })
  })

  it('never takes a token that it did not make', async () => {
    const forged = 'x'.repeat(43)
    const visitor = newVisitor({ cookies: { violet_cart: forged } })
    expect(await visitor.view()).toMatchObject({ lines: [], count: 0 })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    expect(visitor.cookies.violet_cart).not.toBe(forged)
    expect(await visitor.quantities()).toEqual({ 'vase-sage': 1 })
  })
})

describe('adding at the same time', () => {
  it('puts exactly the stock into a cart: 200 adds of 1 with 50 there', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'tray-sage', quantity: 1 })
    const results = await Promise.all(
      Array.from({ length: 200 }, () => visitor.does(addToCart, { sku: 'race-sage', quantity: 1 })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(50)
    expect(results.filter(({ ok }) => !ok).map((result) => !result.ok && result.problem.name)).toEqual(
      Array(150).fill('not_enough_stock'),
    )
    expect(await visitor.quantities()).toEqual({ 'race-sage': 50, 'tray-sage': 1 })
  })

  it('lets exactly one of many last lines in', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 2 } })
    await visitor.does(addToCart, { sku: 'tray-sage', quantity: 1 })
    const skus = ['vase-sage', 'vase-ink', 'stool-sage', 'stool-ink', 'race-ink', 'tray-ink']
    const results = await Promise.all(skus.map((sku) => visitor.does(addToCart, { sku, quantity: 1 })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await visitor.view()).lines).toHaveLength(2)
  })

  it('gives way to a removal without a deadlock', async () => {
    const visitor = newVisitor()
    const skus = ['vase-sage', 'vase-ink', 'stool-sage', 'stool-ink']
    for (const sku of skus) await visitor.does(addToCart, { sku, quantity: 1 })
    const { lines } = await visitor.view()
    const works = lines.flatMap((line) => [
      visitor.does(updateCartLine, { line: line.id, quantity: 2 }),
      visitor.does(addToCart, { sku: line.sku, quantity: 1 }),
      visitor.does(removeCartLines, { lines: lines.map(({ id }) => id).reverse() }),
    ])
    const settled = await Promise.allSettled(works)
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

describe('a repeated request', () => {
  it('adds once under one key, and sets the same cookies again', async () => {
    const visitor = newVisitor()
    const key = randomUUID()
    const first = await visitor.under(key, { sku: 'vase-sage', quantity: 2 })
    const again = newVisitor()
    const second = await again.under(key, { sku: 'vase-sage', quantity: 2 })
    expect(first).toMatchObject({ kind: 'answered', result: { ok: true, value: { count: 2, added: 2 } } })
    expect(second).toMatchObject({
      kind: 'replayed',
      answer: { count: 2, added: 2 },
      cookies: visitor.written,
    })
    expect(await visitor.quantities()).toEqual({ 'vase-sage': 2 })
  })

  it('adds once when both arrive together', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'stool-ink', quantity: 1 })
    const key = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => visitor.under(key, { sku: 'vase-ink', quantity: 1 })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(7)
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1, 'stool-ink': 1 })
  })

  it('keeps nothing of a refusal: the same key may succeed later', async () => {
    const visitor = newVisitor({ shop: { maxCartLines: 1 } })
    await visitor.does(addToCart, { sku: 'stool-ink', quantity: 1 })
    const key = randomUUID()
    expect(await visitor.under(key, { sku: 'vase-ink', quantity: 1 })).toMatchObject({
      kind: 'answered',
      result: { ok: false, problem: { name: 'cart_full' } },
    })
    await visitor.does(removeCartLines, { lines: (await visitor.view()).lines.map(({ id }) => id) })
    expect(await visitor.under(key, { sku: 'vase-ink', quantity: 1 })).toMatchObject({
      kind: 'answered',
      result: { ok: true },
    })
  })
})

describe('adding several at once', () => {
  it('adds one of each, and makes the cart that is not there', async () => {
    const visitor = newVisitor()
    expect(await visitor.does(addAllToCart, { skus: ['vase-ink', 'vase-sage'] })).toMatchObject({
      ok: true,
      value: { added: 2, count: 2 },
    })
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1, 'vase-sage': 1 })
    await visitor.does(addAllToCart, { skus: ['vase-ink'] })
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 2, 'vase-sage': 1 })
  })

  it('adds nothing where one of them cannot be added', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    expect(await visitor.does(addAllToCart, { skus: ['vase-sage', 'no-such-sku'] })).toEqual({
      ok: false,
      problem: { name: 'unknown_sku' },
    })
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 1 })
    const before = await cartRows()
    const stranger = newVisitor()
    await stranger.does(addAllToCart, { skus: ['vase-sage', 'no-such-sku'] })
    // Not even a cart is left behind.
    expect(await cartRows()).toEqual(before)
    expect(stranger.cookies).toEqual({})
  })
})

it('costs less each where there are enough for it, and says what it saved', async () => {
  await database.db.pool.query(
    `update sku_prices set tiers = '[{"from": 3, "amount": 4000}]'
     where currency = 'USD' and sku_id = (select id from skus where sku = 'vase-ink')`,
  )
  const visitor = newVisitor()
  const two = await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
  const [price] = two.ok ? [two.value.lines[0]!.price] : []
  expect(price).toBe('$48.50')
  const three = await visitor.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  expect(three).toMatchObject({
    ok: true,
    value: { lines: [{ quantity: 3, price: '$40', total: '$120' }], subtotalAmount: 12_000 },
  })
  expect(three.ok && three.value.lines[0]!.linePrice).toBe('$48.50')
})
