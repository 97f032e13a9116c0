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
import type { Database } from '#platform/server/db/db.ts'

/* The demo customer acts as a shopper does, by the same calls, at moments of the past. */

export interface DemoCustomer {
  id: number
  email: string
  /** The address that everything is sent to. */
  home: Address
}

/** What the scenes are played with. */
export interface Stage {
  /** Nobody is written to about what happens in it. */
  db: Database
  customer: DemoCustomer
  /** SKUs of the demo that are in stock, a product each. */
  skus: readonly string[]
  /** The slug of an article that readers can comment on; null for none. */
  article: string | null
  /** The key of a picture that an article can begin with; empty for none. */
  picture: string
}

export interface Scene {
  /** What there is to be seen afterwards. */
  name: string
  play(stage: Stage): Play
}

/**
 * A scene yields how many days ago it goes on, and gets the context of that moment: the customer's own, or the shop's.
 * Nothing is done before the first `yield`.
 */
export type Play<T = void> = AsyncGenerator<number, T, Ctx>

/**
 * Plays all scenes, whichever is the furthest in the past first: what came later has a later number, too, and a timer
 * finds what it would have found.
 */
export async function perform(
  scenes: readonly Scene[],
  stage: Stage,
  at: (daysAgo: number) => Ctx,
): Promise<void> {
  const open: { play: Play; daysAgo: number }[] = []
  for (const scene of scenes) {
    const play = scene.play(stage)
    const first = await play.next()
    if (first.done !== true) open.push({ play, daysAgo: first.value })
  }
  while (open.length > 0) {
    const next = open.reduce((a, b) => (b.daysAgo > a.daysAgo ? b : a))
    const { done, value } = await next.play.next(at(next.daysAgo))
    if (done === true) open.splice(open.indexOf(next), 1)
    else if (value > next.daysAgo)
      throw new Error(`a scene goes back from ${next.daysAgo} to ${value} days ago`)
    else next.daysAgo = value
  }
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

/** Places in the stage's list of SKUs → units. */
export type Units = Readonly<Record<number, number>>

export interface Purchase {
  units: Units
  method: 'card' | 'transfer' | 'cod'
  /** All the store credit that there is goes into it. */
  withCredit?: boolean
  note?: string
}

/** Places an order as a shopper does: cart, checkout, address, method, submit. Returns its number. */
export async function* buy(
  { customer, skus }: Stage,
  daysAgo: number,
  { units, method, withCredit = false, note = '' }: Purchase,
): Play<string> {
  const ctx = yield daysAgo
  for (const [sku, quantity] of bySku(skus, units)) sure(await addToCart(ctx, { sku, quantity }))
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

function bySku(skus: Stage['skus'], units: Units): [sku: string, quantity: number][] {
  return Object.entries(units).map(([place, quantity]) => [skus[Number(place) % skus.length]!, quantity])
}

/** A scene that the shop refuses is a fault of the demo. */
export function sure<T>(result: Result<T, { name: string }>): T {
  if (!result.ok) throw new Error(`the demo customer was refused: ${JSON.stringify(result.problem)}`)
  return result.value
}
