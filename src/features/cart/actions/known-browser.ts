import { ok, type Result } from '#domain/result.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { lockCart } from '../queries/lines.ts'
import { insertCart } from '../queries/taking.ts'
import { refuseNewCart } from './new-carts.ts'

export interface KnownBrowser {
  hash: Buffer
  cartId: number
  /** The token of a cart that was made for it now, for its cookie. */
  made: string | null
}

/**
 * A browser that may own something, its cart locked. A visitor without a cart gets an empty one: a token without a
 * cart was not issued by this shop, and owns nothing.
 * @param browser SHA-256 of the token that it came with
 */
export async function knownBrowser(
  ctx: Ctx,
  tx: Tx,
  browser: Buffer | null,
): Promise<Result<KnownBrowser, { name: 'too_many_requests' }>> {
  const known = await lockCart(tx, browser)
  if (browser !== null && known !== null) return ok({ hash: browser, cartId: known, made: null })
  const made = newToken()
  const cartId = await insertCart(tx, hashToken(made), ctx.now)
  const refused = await refuseNewCart(ctx, tx)
  return refused ?? ok({ hash: hashToken(made), cartId, made })
}
