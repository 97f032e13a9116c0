import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cartCatalogue, cartRows as rowsOf, cartVisitor, type VisitorOptions } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  addToCart,
  changeCartSku,
  countCart,
  listCart,
  removeCartLines,
  selectCartLines,
  updateCartLine,
} from './actions/lines.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

const newVisitor = (options?: VisitorOptions) => cartVisitor(database.db, options)
const cartRows = () => rowsOf(database.db)

describe('changing', () => {
  it('sets a quantity, up to what is there', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 1 })
    const { lines } = await visitor.view()
    const line = lines[0]!.id
    expect(await visitor.does(updateCartLine, { line, quantity: 3 })).toMatchObject({
      ok: true,
      value: { count: 3, subtotalAmount: 14_550 },
    })
    expect(visitor.cookies.violet_cart_count).toBe('3')
    expect(await visitor.does(updateCartLine, { line, quantity: 4 })).toEqual({
      ok: false,
      problem: { name: 'not_enough_stock', details: { left: 3 } },
    })
    expect(await visitor.quantities()).toEqual({ 'rare-sage': 3 })
  })

  it("does not touch another visitor's line", async () => {
    const owner = newVisitor()
    await owner.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const line = (await owner.view()).lines[0]!.id
    const stranger = newVisitor()
    await stranger.does(addToCart, { sku: 'vase-ink', quantity: 1 })
    for (const visitor of [stranger, newVisitor()]) {
      expect(await visitor.does(updateCartLine, { line, quantity: 9 })).toEqual({
        ok: false,
        problem: { name: 'unknown_line' },
      })
      expect(await visitor.does(removeCartLines, { lines: [line] })).toEqual({
        ok: false,
        problem: { name: 'unknown_line' },
      })
      expect(await visitor.does(selectCartLines, { lines: [line], on: false })).toEqual({
        ok: false,
        problem: { name: 'unknown_line' },
      })
      expect(await visitor.does(changeCartSku, { line, sku: 'vase-ink' })).toEqual({
        ok: false,
        problem: { name: 'unknown_line' },
      })
    }
    expect(await owner.quantities()).toEqual({ 'vase-sage': 1 })
  })

  it('exchanges a SKU for another of the product, joining lines', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    const [sage] = (await visitor.view()).lines
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'stool-ink' })).toEqual({
      ok: false,
      problem: { name: 'unknown_sku' },
    })
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'vase-sage' })).toMatchObject({
      ok: true,
      value: { count: 3 },
    })
    expect(await visitor.does(changeCartSku, { line: sage!.id, sku: 'vase-ink' })).toMatchObject({
      ok: true,
      value: { count: 3 },
    })
    const { lines } = await visitor.view()
    expect(lines.map(({ id, sku, quantity }) => [id, sku, quantity])).toEqual([[sage!.id, 'vase-ink', 3]])
  })

  it('does not exchange for what is sold out', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'rare-sage', quantity: 1 })
    const [line] = (await visitor.view()).lines
    expect(await visitor.does(changeCartSku, { line: line!.id, sku: 'rare-ink' })).toEqual({
      ok: false,
      problem: { name: 'out_of_stock' },
    })
    expect(await visitor.quantities()).toEqual({ 'rare-sage': 1 })
  })

  it('removes, says what went, and takes it back', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const ids = (await visitor.view()).lines.map(({ id }) => id)
    const removed = await visitor.does(removeCartLines, { lines: ids })
    expect(removed).toMatchObject({
      ok: true,
      value: {
        lines: [],
        count: 0,
        subtotal: '$0',
        removed: [
          { sku: 'stool-sage', quantity: 1, title: 'Stool' },
          { sku: 'vase-ink', quantity: 2, title: 'Vase' },
        ],
      },
    })
    expect(visitor.cookies.violet_cart_count).toBe('0')
    expect(await visitor.does(removeCartLines, { lines: ids })).toEqual({
      ok: false,
      problem: { name: 'unknown_line' },
    })
    if (!removed.ok) throw new Error('nothing to put back')
    for (const { sku, quantity } of removed.value.removed) await visitor.does(addToCart, { sku, quantity })
    expect(await visitor.quantities()).toEqual({ 'vase-ink': 2, 'stool-sage': 1 })
  })

  it('counts only what is chosen', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'vase-ink', quantity: 2 })
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    const [stool] = (await visitor.view()).lines
    expect(await visitor.does(selectCartLines, { lines: [stool!.id], on: false })).toMatchObject({
      ok: true,
      value: { count: 3, selectedCount: 2, subtotalAmount: 9700 },
    })
  })
})

describe('showing', () => {
  it('shows prices in the visitor’s currency and words in the visitor’s language', async () => {
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'stool-sage', quantity: 2 })
    expect(await visitor.view({ currency: 'JPY', locale: 'zh' })).toMatchObject({
      lines: [
        {
          title: '橡木凳',
          choice: '鼠尾草绿',
          href: '/zh/product/stool/stool-sage',
          price: 'JP¥7,200',
          total: 'JP¥14,400',
        },
      ],
      subtotal: 'JP¥14,400',
      subtotalAmount: 14_400,
      currency: 'JPY',
    })
    // What has no price in a currency cannot be bought in it.
    expect(await visitor.view({ currency: 'EUR' })).toMatchObject({
      lines: [{ price: '', total: '', trouble: 'sold_out', most: 0 }],
      subtotalAmount: 0,
      selectedCount: 0,
      count: 2,
    })
  })

  it('says what is wrong with a line whose stock has gone since', async () => {
    const { pool } = database.db
    const visitor = newVisitor()
    await visitor.does(addToCart, { sku: 'tray-ink', quantity: 4 })
    await pool.query(`update skus set on_hand = 3 where sku = 'tray-ink'`)
    expect(await visitor.view()).toMatchObject({
      lines: [{ trouble: 'not_enough', available: 3, most: 3 }],
      subtotalAmount: 19_400,
    })
    await pool.query(`update skus set retired = true where sku = 'tray-ink'`)
    expect(await visitor.view()).toMatchObject({
      lines: [{ trouble: 'sold_out', most: 0 }],
      subtotalAmount: 0,
      count: 4,
    })
    await pool.query(`update skus set retired = false, on_hand = 50 where sku = 'tray-ink'`)
  })

  it('measures the way to free shipping in the visitor’s currency', async () => {
    const shop = { freeShippingFrom: 10_000, currencies: [{ code: 'JPY', rate: '150', roundTo: 100 }] }
    const visitor = newVisitor({ shop })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 1 })
    expect((await visitor.view()).freeShipping).toEqual({ reached: false, missing: '$51.50', share: 0.485 })
    expect((await visitor.view({ currency: 'JPY' })).freeShipping).toEqual({
      reached: false,
      missing: '¥7,800',
      share: 0.48,
    })
    await visitor.does(addToCart, { sku: 'vase-sage', quantity: 2 })
    expect((await visitor.view()).freeShipping).toEqual({ reached: true, missing: '$0', share: 1 })
  })

  it('mends a count that went wrong, and writes nothing for who has no cart', async () => {
    const visitor = newVisitor({ cookies: { violet_cart_count: '7' } })
    expect(await visitor.does(countCart, {})).toEqual({ ok: true, value: { count: 0 } })
    expect(visitor.cookies.violet_cart_count).toBe('0')
    const before = await cartRows()
    const stranger = newVisitor()
    await stranger.does(listCart, {})
    expect(stranger.written).toEqual([])
    expect(await cartRows()).toEqual(before)
  })
})
