import { hash, randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/*
 * The owner of a cart: a random token in a cookie that scripts cannot read; the table has its SHA-256, so a copy of
 * the database opens no cart. A second, readable cookie has the number of units for the header.
 */

// Forgotten half a year after the last change.
const maxAge = 180 * 24 * 60 * 60
const countCookie = 'violet_cart_count'

/** The `__Host-` prefix pins the cookie to this host and to https; over plain http browsers refuse it. */
function cartCookie(ctx: Pick<Ctx, 'origin'>): string {
  return ctx.origin.startsWith('https:') ? '__Host-violet_cart' : 'violet_cart'
}

/** The visitor's token, or null when the cookie is absent or was not made here. */
export function readCartToken(ctx: Ctx): string | null {
  const value = ctx.visitor.cookies[cartCookie(ctx)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

export function newCartToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashCartToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The live topic that the owner's other pages and devices follow. */
export function cartTopic(tokenHash: Buffer): string {
  return `cart:${tokenHash.toString('base64url')}`
}

/**
 * Writes both cookies after each change, so that their half year starts again, and notifies the owner's other pages.
 */
export function rememberCart(ctx: Ctx, tx: Tx, token: string, count: number): void {
  tx.afterCommit(() => ctx.live.tell(cartTopic(hashCartToken(token)), { type: 'cart.changed' }))
  ctx.visitor.setCookie(cartCookie(ctx), token, { httpOnly: true, maxAge })
  ctx.visitor.setCookie(countCookie, String(count), { httpOnly: false, maxAge })
}

/** Mends the readable count where it differs: the cart was changed elsewhere, or is gone. */
export function mendCount(ctx: Ctx, count: number): void {
  const shown = ctx.visitor.cookies[countCookie] ?? '0'
  if (shown !== String(count)) ctx.visitor.setCookie(countCookie, String(count), { httpOnly: false, maxAge })
}
