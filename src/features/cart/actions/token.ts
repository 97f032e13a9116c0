import { browserMaxAge, rememberBrowser, type Owner } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/*
 * A cart belongs to a browser, or to a customer (`features/session`). A second cookie, which scripts can read, tells
 * the header how many units are in it.
 */

const countCookie = 'violet_cart_count'

/** The live topic that the owner's other pages and devices follow. */
export function cartTopic(tokenHash: Buffer): string {
  return `cart:${tokenHash.toString('base64url')}`
}

/**
 * Writes both cookies after each change, so that their half year starts again, and notifies the owner's other pages.
 */
export function rememberCart(ctx: Ctx, tx: Tx, { hash, token }: Owner, count: number): void {
  tx.afterCommit(() => ctx.live.tell(cartTopic(hash), { type: 'cart.changed' }))
  if (token !== null) rememberBrowser(ctx, token)
  ctx.visitor.setCookie(countCookie, String(count), { httpOnly: false, maxAge: browserMaxAge })
}

/** Takes the readable count away: the cart that it counted is no longer seen in this browser. */
export function forgetCount(ctx: Ctx): void {
  if (ctx.visitor.cookies[countCookie] !== undefined)
    ctx.visitor.setCookie(countCookie, null, { httpOnly: false })
}

/** Mends the readable count where it differs: the cart was changed elsewhere, or is gone. */
export function mendCount(ctx: Ctx, count: number): void {
  const shown = ctx.visitor.cookies[countCookie] ?? '0'
  if (shown !== String(count))
    ctx.visitor.setCookie(countCookie, String(count), { httpOnly: false, maxAge: browserMaxAge })
}
