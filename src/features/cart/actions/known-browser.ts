import { ok, type Result } from '#domain/result.ts'
import { newOwner, type Owner } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { TooMany } from '#platform/server/rate.ts'
import { lockCart } from '../queries/lines.ts'
import { insertCart } from '../queries/taking.ts'
import { refuseNewCart } from './new-carts.ts'

export interface KnownBrowser {
  hash: Buffer
  cartId: number
  /** Of the cart that was made for it now; null when it had one. */
  made: Owner | null
}

/**
 * The visitor as somebody who may own something, with the cart locked. Without a cart it gets an empty one: a token
 * without a cart was not issued by this shop, and owns nothing.
 * @param owner of `ctx.who()`
 */
export async function knownBrowser(
  ctx: Ctx,
  tx: Tx,
  owner: Buffer | null,
): Promise<Result<KnownBrowser, TooMany>> {
  const known = await lockCart(tx, owner)
  if (owner !== null && known !== null) return ok({ hash: owner, cartId: known, made: null })
  const { customer } = await ctx.who()
  const made = customer === null || owner === null ? newOwner() : { hash: owner, token: null }
  const cartId = await insertCart(tx, made.hash, ctx.now)
  const refused = await refuseNewCart(ctx, tx)
  return refused ?? ok({ hash: made.hash, cartId, made })
}
