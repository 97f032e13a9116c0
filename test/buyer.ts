import { addToCart } from '#features/cart/actions/lines.ts'
import { checkoutDetail } from '#features/checkout/actions/browse.ts'
import { choosePayment, saveInformation } from '#features/checkout/actions/fill.ts'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { submitCheckout } from '#features/checkout/actions/submit.ts'
import { address, contact, type Address } from '#features/postal/contract.ts'
import type { CheckoutView } from '#features/checkout/contract.ts'
import type { Database } from '#platform/server/db/db.ts'
import { runIdempotent } from '#platform/server/idempotency.ts'
import { cartVisitor, type VisitorOptions } from './cart-visitor.ts'

/*
 * For tests of buying: a visitor who fills a cart, a checkout, and orders.
 */

export const home: Address = address.parse({
  firstName: 'Siu Ming',
  lastName: 'Chan',
  country: 'HK',
  region: 'KL',
  city: 'Mong Kok',
  line1: '1 Argyle Street',
  countryCode: '+852',
  phone: '2345 6789',
})

/** Whose answers are all successes, or the test has failed. */
function sure<T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.value
}

export function buyer(
  database: Database,
  options: VisitorOptions & { email?: string; marketing?: boolean } = {},
) {
  const visitor = cartVisitor(database, options)
  const { email = 'ming@example.org', marketing = false } = options

  const detail = async (slug: string): Promise<CheckoutView> =>
    sure(await checkoutDetail(visitor.context(), { slug }))

  const fill = async (slug: string): Promise<CheckoutView> =>
    sure(
      await saveInformation(visitor.context(), {
        slug,
        contact: contact.parse({ email, marketing }),
        address: home,
      }),
    )

  const filled = async (
    created: Awaited<ReturnType<typeof createCheckout>>,
    method: string,
  ): Promise<CheckoutView> => {
    const { slug } = sure(created)
    await fill(slug)
    return sure(await choosePayment(visitor.context(), { slug, method }))
  }

  /** A checkout with all that it needs, of what is put in the cart first. */
  const ready = async (skus: Readonly<Record<string, number>>, method = 'manual'): Promise<CheckoutView> => {
    for (const [sku, quantity] of Object.entries(skus))
      sure(await addToCart(visitor.context(), { sku, quantity }))
    return filled(await createCheckout(visitor.context(), { quantity: 1 }), method)
  }

  /** A checkout with all that it needs, of one unit that never was in the cart. */
  const readyAtOnce = async (sku: string, method = 'manual'): Promise<CheckoutView> =>
    filled(await createCheckout(visitor.context(), { sku, quantity: 1 }), method)

  const input = ({ slug, total, paymentMethod }: CheckoutView) => ({
    slug,
    total,
    paymentMethod: paymentMethod ?? 'manual',
    terms: true,
  })

  return {
    ...visitor,
    detail,
    fill,
    ready,
    readyAtOnce,
    submit: (view: CheckoutView, change: object = {}) =>
      submitCheckout(visitor.context(), { ...input(view), ...change }),
    submitUnder: (key: string, view: CheckoutView) =>
      runIdempotent(
        visitor.context(),
        { scope: 'test', key, path: '/checkout/submit', body: input(view) },
        () => visitor.written,
        (ctx) => submitCheckout(ctx, input(view)),
      ),
  }
}

export type Buyer = ReturnType<typeof buyer>

/** All that an order moves, to see what moved and that nothing else did. */
export async function books(database: Database) {
  const { rows } = await database.pool.query<{ books: Books }>(`
    select json_build_object(
      'orders', (select count(*) from orders),
      'payments', (select count(*) from payments),
      'held', (select coalesce(sum(held), 0) from skus),
      'onHand', (select coalesce(sum(on_hand), 0) from skus),
      'lineUnits', (select coalesce(sum(held), 0) from order_lines),
      'moved', (select coalesce(sum(held), 0) from stock_moves),
      'couponUses', (select count(*) from coupon_uses),
      'couponsCounted', (select coalesce(sum(used_count), 0) from coupons),
      'cartUnits', (select coalesce(sum(quantity), 0) from cart_lines)) as books`)
  return rows[0]!.books
}

export interface Books {
  orders: number
  payments: number
  held: number
  onHand: number
  lineUnits: number
  moved: number
  couponUses: number
  couponsCounted: number
  cartUnits: number
}
