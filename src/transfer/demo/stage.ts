import { day } from '#domain/time.ts'
import { addToCart } from '#features/cart/actions/lines.ts'
import {
  applyCredit,
  choosePayment,
  chooseShipping,
  saveInformation,
} from '#features/checkout/actions/fill.ts'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { submitCheckout } from '#features/checkout/actions/submit.ts'
import type { Address } from '#features/postal/contract.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'

/* The demo customer acts as a shopper does, by the same calls, at moments of the past. */

export interface DemoCustomer {
  id: number
  email: string
  /** The address that everything is sent to. */
  home: Address
}

/** What the scenes are played with. */
export interface Stage {
  customer: DemoCustomer
  /** SKUs of the demo that are in stock, a product each. */
  skus: readonly string[]
  /** The customer's own context, or the shop's, so many days ago. */
  at(daysAgo: number): Ctx
}

/** A context of the customer's at a moment. */
export function customerCtx(ctx: Ctx, customer: number, now: Date): Ctx {
  const owner = ownerHash(customer)
  const session = { id: 0, customer, isKept: true, isFresh: true }
  return {
    ...ctx,
    now,
    who: async () => ({ browser: null, owner, customer, session, over: null, opened: [] }),
  }
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day)
}

export interface Purchase {
  /** Places in the stage's list of SKUs → units. */
  units: Readonly<Record<number, number>>
  method: 'card' | 'transfer' | 'cod'
  /** All the store credit that there is goes into it. */
  withCredit?: boolean
  note?: string
}

/** Places an order as a shopper does: cart, checkout, address, method, submit. Returns its number. */
export async function buy(
  { customer, skus, at }: Stage,
  daysAgo: number,
  { units, method, withCredit = false, note = '' }: Purchase,
): Promise<string> {
  const ctx = at(daysAgo)
  for (const [place, quantity] of Object.entries(units))
    sure(await addToCart(ctx, { sku: skus[Number(place) % skus.length]!, quantity }))
  const { slug } = sure(await createCheckout(ctx, {}))
  const contact = { email: customer.email, marketing: false }
  const filled = sure(await saveInformation(ctx, { slug, contact, address: customer.home, note }))
  if (filled.shippingMethod === null) {
    const [first] = filled.shippingMethods
    sure(await chooseShipping(ctx, { slug, method: first?.code ?? '' }))
  }
  if (withCredit) sure(await applyCredit(ctx, { slug, use: 'on' }))
  const view = sure(await choosePayment(ctx, { slug, method }))
  return sure(await submitCheckout(ctx, { slug, paymentMethod: method, total: view.total, terms: true }))
    .order
}

/** A scene that the shop refuses is a fault of the demo. */
export function sure<T>(result: Result<T, { name: string }>): T {
  if (!result.ok) throw new Error(`the demo customer was refused: ${JSON.stringify(result.problem)}`)
  return result.value
}
