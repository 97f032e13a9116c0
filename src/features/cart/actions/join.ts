import { most } from '#domain/cart.ts'
import { mergeCarts } from '#domain/cart-merge.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { absorbCart, giveCart, joiningLines, lockCarts, removeCart, unitsOfCart } from '../queries/join.ts'
import { rememberCart } from './token.ts'

export interface JoinedCarts {
  /** Lines that the customer's cart did not have. */
  added: number
  /** SKUs that were in both. */
  joined: number
}

/**
 * Makes the guest's cart of this browser the customer's, at sign-in. Twice is once: the guest's cart is gone afterwards.
 * @param follow what hangs on the guest's cart is to follow: both ids, which are the same when the cart changed hands
 */
export async function joinCarts(
  ctx: Ctx,
  tx: Tx,
  guest: Buffer,
  customer: Buffer,
  follow: (from: number, into: number) => Promise<void>,
): Promise<JoinedCarts> {
  const carts = await lockCarts(tx, [guest, customer])
  const from = carts.find(({ tokenHash }) => tokenHash.equals(guest))
  const into = carts.find(({ tokenHash }) => tokenHash.equals(customer))
  const owner = { hash: customer, token: null }
  if (from === undefined) {
    rememberCart(ctx, tx, owner, into === undefined ? 0 : await unitsOfCart(tx, into.id))
    return { added: 0, joined: 0 }
  }
  const lines = await joiningLines(tx, from.id, ctx.currency)
  if (into === undefined) {
    await giveCart(tx, from.id, customer, ctx.now)
    await follow(from.id, from.id)
    rememberCart(ctx, tx, owner, await unitsOfCart(tx, from.id))
    return { added: lines.length, joined: 0 }
  }
  const { maxQuantityPerLine, maxCartLines } = ctx.shop.shop
  const supply = new Map(lines.map((line) => [line.sku, line]))
  const merged = mergeCarts(lines, await joiningLines(tx, into.id, ctx.currency), {
    most: (sku) => most(supply.get(sku)!, maxQuantityPerLine),
    lines: maxCartLines,
  })
  await absorbCart(tx, { from: from.id, into: into.id, lines: merged.lines, left: merged.left, now: ctx.now })
  await follow(from.id, into.id)
  await removeCart(tx, from.id)
  rememberCart(ctx, tx, owner, await unitsOfCart(tx, into.id))
  return { added: merged.added.length, joined: merged.joined.length }
}
