import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addToCart, removeCartLines, updateCartLine } from '#features/cart/actions/lines.ts'
import { saveForLater } from '#features/cart/actions/saved.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { changeQuantity, saveInformation } from './actions/fill.ts'
import { createCheckout } from './actions/open.ts'
import type { CheckoutView } from './contract.ts'
import { followCart } from './follow.ts'

/* The cart is changed in another tab, while a checkout of it is open. */

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())
beforeEach(() =>
  database.db.pool.query(
    'truncate checkouts, orders, order_lines, carts, cart_lines, rate_counts restart identity cascade',
  ),
)

type Shopper = ReturnType<typeof buyer>

async function lineOf(shopper: Shopper, sku: string): Promise<number> {
  return (await shopper.view()).lines.find((line) => line.sku === sku)!.id
}

async function takeOut(shopper: Shopper, sku: string): Promise<void> {
  expect(await shopper.does(removeCartLines, { lines: [await lineOf(shopper, sku)] })).toMatchObject({
    ok: true,
  })
}

const bought = ({ lines }: CheckoutView): Record<string, number> =>
  Object.fromEntries(lines.map(({ sku, quantity }) => [sku, quantity]))

const orders = async (): Promise<unknown[]> =>
  (await database.db.pool.query('select sku, quantity from order_lines order by sku')).rows

describe('what leaves the cart', () => {
  it('leaves the checkout: the total is without it, and a sentence says so once', async () => {
    const ming = buyer(database.db)
    const { slug, total } = await ming.ready({ 'stool-sage': 2, 'vase-ink': 1 })
    expect(total).toBe(14_550)
    await takeOut(ming, 'vase-ink')
    const view = await ming.detail(slug)
    expect([bought(view), view.total]).toEqual([{ 'stool-sage': 2 }, 9_700])
    expect(view.changes).toEqual(['Vase, Ink is no longer in your cart, so it is not part of this order.'])
    const again = await ming.detail(slug)
    expect([bought(again), again.total, again.changes]).toEqual([{ 'stool-sage': 2 }, 9_700, []])
  })

  it('leaves it with the next answer of any call, and when it is only saved for later', async () => {
    const ming = buyer(database.db)
    const { slug } = await ming.ready({ 'stool-sage': 1, 'vase-ink': 1 })
    await ming.does(saveForLater, { line: await lineOf(ming, 'vase-ink') })
    const answer = await ming.does(saveInformation, { slug, note: 'ring twice' })
    if (!answer.ok) throw new Error(answer.problem.name)
    expect([bought(answer.value), answer.value.changes.length]).toEqual([{ 'stool-sage': 1 }, 1])
  })

  it('is not bought by who presses the button before the page has heard of it', async () => {
    const ming = buyer(database.db)
    const seen = await ming.ready({ 'stool-sage': 1, 'vase-ink': 1 })
    await takeOut(ming, 'vase-ink')
    const refused = await ming.submit(seen)
    expect(refused).toMatchObject({
      ok: false,
      problem: {
        name: 'total_changed',
        dialog: { total: { before: '$97', after: '$48.50' }, checkout: { changes: [expect.any(String)] } },
      },
    })
    expect(await orders()).toEqual([])
    expect(await ming.submit(await ming.detail(seen.slug))).toMatchObject({ ok: true })
    expect(await orders()).toEqual([{ sku: 'stool-sage', quantity: 1 }])
  })

  it('is told even where the total stays the same', async () => {
    const ming = buyer(database.db)
    const seen = await ming.ready({ 'stool-sage': 3 })
    await ming.does(updateCartLine, { line: await lineOf(ming, 'stool-sage'), quantity: 2 })
    // As if three with a promotion had cost what two cost without it.
    const same = { ...seen, total: 9_700 }
    expect(await ming.submit(same)).toMatchObject({ ok: false, problem: { name: 'total_changed' } })
    expect(await orders()).toEqual([])
    expect(await ming.submit(same)).toMatchObject({ ok: true })
    expect(await orders()).toEqual([{ sku: 'stool-sage', quantity: 2 }])
  })

  it('leaves nothing to order when it was all there was', async () => {
    const ming = buyer(database.db)
    const seen = await ming.ready({ 'stool-sage': 1 })
    await takeOut(ming, 'stool-sage')
    expect((await ming.detail(seen.slug)).lines).toEqual([])
    expect(await ming.submit(seen)).toEqual({ ok: false, problem: { name: 'cart_empty' } })
    expect(await orders()).toEqual([])
    // Put back, it is bought as before.
    await ming.does(addToCart, { sku: 'stool-sage', quantity: 1 })
    expect(bought(await ming.detail(seen.slug))).toEqual({ 'stool-sage': 1 })
  })
})

describe('a quantity', () => {
  it('falls with that of the cart', async () => {
    const ming = buyer(database.db)
    const { slug } = await ming.ready({ 'stool-sage': 3 })
    await ming.does(updateCartLine, { line: await lineOf(ming, 'stool-sage'), quantity: 2 })
    const view = await ming.detail(slug)
    expect([bought(view), view.total]).toEqual([{ 'stool-sage': 2 }, 9_700])
    expect(view.changes).toEqual(['Stool, Sage: the quantity is now 2, as in your cart.'])
  })

  it('does not rise with it: more is for the next order', async () => {
    const ming = buyer(database.db)
    const { slug } = await ming.ready({ 'stool-sage': 2 })
    await ming.does(updateCartLine, { line: await lineOf(ming, 'stool-sage'), quantity: 5 })
    const view = await ming.detail(slug)
    expect([bought(view), view.changes]).toEqual([{ 'stool-sage': 2 }, []])
  })

  it('that was raised in the checkout stays until the cart’s falls', async () => {
    const ming = buyer(database.db)
    const { slug } = await ming.ready({ 'stool-sage': 3, 'vase-ink': 1 })
    await ming.does(changeQuantity, { slug, sku: 'stool-sage', quantity: 4 })
    const own = await ming.detail(slug)
    expect([bought(own), own.changes]).toEqual([{ 'stool-sage': 4, 'vase-ink': 1 }, []])
    await ming.does(updateCartLine, { line: await lineOf(ming, 'stool-sage'), quantity: 2 })
    expect(bought(await ming.detail(slug))).toEqual({ 'stool-sage': 2, 'vase-ink': 1 })
  })
})

it('a product that is bought at once has nothing to do with the cart', async () => {
  const ming = buyer(database.db)
  const made = await ming.does(createCheckout, { sku: 'stool-sage', quantity: 2 })
  if (!made.ok) throw new Error(made.problem.name)
  await ming.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  await takeOut(ming, 'vase-ink')
  expect(bought(await ming.detail(made.value.slug))).toEqual({ 'stool-sage': 2 })
})

it('of a checkout from before this was written down, only what is gone is known', () => {
  expect(
    followCart(
      {
        cartId: 7,
        lines: [
          { sku: 'a', quantity: 2 },
          { sku: 'b', quantity: 1 },
        ],
      },
      new Map([['a', 5]]),
    ),
  ).toEqual({ lines: [{ sku: 'a', quantity: 2 }], changes: [{ sku: 'b', quantity: 0 }] })
})
