import { randomBytes } from 'node:crypto'
import { checkQuantity, lineTrouble } from '#domain/cart.ts'
import { no, ok, type No, type Result } from '#domain/result.ts'
import { knownBrowser } from '#features/cart/actions/known-browser.ts'
import { rememberCart } from '#features/cart/actions/token.ts'
import { chosenLines, lockCartToBuy, supplyOf, type CartToBuy } from '#features/cart/queries/taking.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { isPrivate, mayGoOn, networkOf, tooMany, type TooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { linkedCode } from '#features/sales/rules/linked-coupon.ts'
import {
  addCoupon,
  carryOver,
  findBuyer,
  insertCheckout,
  lockCheckoutsOf,
  openCheckoutOf,
  type WantedLine,
} from '../queries/checkouts.ts'

type Create = typeof contract.createCheckout
type Refusal = Problem<Create>

interface Begun {
  ownerHash: Buffer
  /** Null for one product that is bought at once. */
  cart: CartToBuy | null
  lines: WantedLine[]
}

/**
 * Begins a checkout: of one SKU, of named cart lines, or of all chosen ones. With the same lines again, it returns
 * the same checkout.
 */
export async function createCheckout(ctx: Ctx, input: Input<Create>): Answer<Create> {
  const refused = await refuseBeginning(ctx)
  if (refused !== null) return refused
  const [{ owner, customer }, linked] = await Promise.all([ctx.who(), linkedCode(ctx)])
  return ctx.transact(async (tx) => {
    const begun =
      input.sku === undefined
        ? await fromCart(ctx, tx, owner, input.lines ?? null)
        : await ofOne(ctx, tx, owner, input.sku, input.quantity ?? null)
    if (!begun.ok) return begun
    const { ownerHash, cart, lines } = begun.value
    const cartId = cart?.id ?? null
    const [known, first] = await Promise.all([
      openCheckoutOf(tx, ownerHash, cartId, lines),
      customer === null ? { contact: {}, address: {} } : findBuyer(tx, customer),
    ])
    const slug = known ?? randomBytes(16).toString('base64url')
    const { currency, locale, now } = ctx
    // None of these is waited for: they go with the commit.
    if (known === null) {
      const made = { slug, ownerHash, customer, cartId, currency, locale, lines, first, now }
      await tx.along(insertCheckout(tx, made))
    }
    if (cart?.hasMore === true) await tx.along(carryOver(tx, cart.id, slug))
    if (linked !== null) await tx.along(addCoupon(tx, slug, linked))
    return ok({ slug })
  })
}

/** Each is a row, with a cart where there was none: whoever keeps no cookies would make any number of both. Null: it may. */
async function refuseBeginning({ db, now, shop, visitor }: Ctx): Promise<No<TooMany> | null> {
  const most = shop.sales.perNetwork?.checkoutsIn10Minutes ?? null
  if (most === null || isPrivate(visitor.ip)) return null
  const beginning = { name: 'checkout.create', most, within: 600_000 }
  return (await mayGoOn(db, beginning, networkOf(visitor.ip), now)) ? null : no(tooMany(beginning, now))
}

async function fromCart(
  ctx: Ctx,
  tx: Tx,
  ownerHash: Buffer | null,
  named: readonly number[] | null,
): Promise<Result<Begun, Refusal>> {
  if (ownerHash === null) return no({ name: 'cart_empty' })
  await tx.along(lockCheckoutsOf(tx, ownerHash))
  const [cart, found] = await Promise.all([
    lockCartToBuy(tx, ownerHash),
    chosenLines(tx, ownerHash, named, ctx.currency),
  ])
  if (cart === null) return no({ name: 'cart_empty' })
  if (named !== null && found.length < new Set(named).size) return no({ name: 'unknown_line' })
  // Sold-out lines are in no sum of the cart, and stay there unless that very line was requested.
  const wanted =
    named === null ? found.filter((line) => lineTrouble(line.quantity, line) !== 'sold_out') : found
  for (const line of wanted) {
    const allowed = checkQuantity(line.quantity, line, ctx.shop.shop.maxQuantityPerLine)
    if (!allowed.ok) return allowed
  }
  if (wanted.length === 0) return no({ name: 'cart_empty' })
  return ok({
    ownerHash,
    cart,
    lines: wanted.map(({ sku, quantity }) => ({ sku, quantity, inCart: quantity })),
  })
}

async function ofOne(
  ctx: Ctx,
  tx: Tx,
  known: Buffer | null,
  sku: string,
  wanted: number | null,
): Promise<Result<Begun, Refusal>> {
  const supply = await supplyOf(tx, sku, ctx.currency)
  if (supply === null) return no({ name: 'unknown_sku' })
  const quantity = wanted ?? supply.minQuantity
  const allowed = checkQuantity(quantity, supply, ctx.shop.shop.maxQuantityPerLine)
  if (!allowed.ok) return allowed
  const owner = await knownBrowser(ctx, tx, known)
  if (!owner.ok) return owner
  const { hash, made } = owner.value
  if (made !== null) rememberCart(ctx, tx, made, 0)
  return ok({ ownerHash: hash, cart: null, lines: [{ sku, quantity }] })
}
