import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest'
import type { CheckoutView } from '#features/checkout/contract.ts'
import { buyer, type Buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { elements } from '#test/markup.ts'
import { testMethods } from '#test/placed-orders.ts'
import { openWholeShop, origin, type Answer, type WholeShop } from '#test/whole-shop.ts'

/* The order as a browser without scripts sends it, of what others have bought meanwhile. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
})
afterAll(() => shop.close())
beforeEach(() => shop.database.db.pool.query(`update skus set on_hand = 50, held = 0`))

/** Ada has all that an order needs, and presses the button after somebody else has ordered `sold` of the last units. */
async function late(
  skus: Readonly<Record<string, number>>,
  sold: { sku: string; left: number },
): Promise<Answer> {
  const ada = buyer(shop.database.db, { email: 'ada@example.org' })
  const bob = buyer(shop.database.db, { email: 'bob@example.org' })
  const view = await ada.ready(skus)
  const units = sold.left + 1
  await shop.database.db.pool.query('update skus set on_hand = $2 where sku = $1', [sold.sku, units])
  const placed = await bob.submit(await bob.readyAtOnce(sold.sku))
  expect(placed).toMatchObject({ ok: true })
  return send(ada, view)
}

function send(who: Buyer, { slug, total }: CheckoutView): Promise<Answer> {
  const fields = { slug, step: 'payment', total: String(total), paymentMethod: 'cod', terms: 'true' }
  const cart = who.context().visitor.cookies['violet_cart']
  const headers = { cookie: `__Host-violet_cart=${cart}`, origin, 'sec-fetch-site': 'same-origin' }
  return shop.post('/form/checkout/submit', new URLSearchParams(fields), headers)
}

/** The text of the alert. */
function alertOf(body: string): string | undefined {
  return /<p class="form-errors" role="alert">([^<]*)</.exec(body)?.[1]
}

/** Where the button of the step leads. */
function onward(body: string): string[] {
  return elements(body.split('class="checkout-on"')[1]!.split('</div>')[0]!, 'a').map(({ href }) => href!)
}

it('says that the order was not placed, at the step with what has changed', async () => {
  const { status, body } = await late({ 'stool-sage': 1, 'vase-ink': 1 }, { sku: 'stool-sage', left: 0 })
  expect(status).toBe(422)
  expect(alertOf(body)).toBe('Your order has not been placed. These items have changed:')
  expect(body).toContain('class="cart-line-trouble"')
  expect(onward(body)).toEqual([expect.stringContaining('step=information')])
})

it('says so of fewer units than were wanted, and offers them', async () => {
  const { status, body } = await late({ 'stool-sage': 3 }, { sku: 'stool-sage', left: 2 })
  expect(status).toBe(422)
  expect(alertOf(body)).toBe('Your order has not been placed. These items have changed:')
  expect(body).toContain('Take 2')
})

it('leads back to the cart when nothing is left', async () => {
  const { status, body } = await late({ 'stool-sage': 1 }, { sku: 'stool-sage', left: 0 })
  expect(status).toBe(422)
  expect(alertOf(body)).toBe(
    'Your order has not been placed, and nothing was charged. These items have sold out:',
  )
  expect(onward(body)).toEqual(['/cart'])
})
