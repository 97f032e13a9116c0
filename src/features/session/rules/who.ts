import { day, second } from '#domain/time.ts'
import type { Ctx, Visitor, Who } from '#platform/server/context.ts'
import { hashToken, hostCookie, newToken, readToken, writeToken } from './cookies.ts'
import { openedOrders } from './opened.ts'
import { sessionOf, sessionScope } from './sessions.ts'

/*
 * Who is asking. A browser is known by its cart cookie: carts, checkouts and orders of a guest belong to it. Those of
 * a customer belong to the customer, whatever browser is signed in.
 */

const browserCookie = 'violet_cart'

/** Seconds that a browser is remembered: half a year after the last change of its cart. */
export const browserMaxAge = (180 * day) / second

/** Whose a cart is, and everything that comes of it. */
export interface Owner {
  hash: Buffer
  /** The browser's own token, to write its cookie anew; null for a customer, whom the session tells. */
  token: string | null
}

/** Read by `ctx.who()` on its first use in a request; a page that is the same for everybody never calls it. */
export async function whoIs(ctx: Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>): Promise<Who> {
  const token = browserToken(ctx)
  const browser = token === null ? null : hashToken(token)
  const [{ session, over }, opened] = await Promise.all([sessionOf(ctx), openedOrders(ctx)])
  return {
    browser,
    owner: session === null ? browser : ownerHash(session.customer),
    customer: session?.customer ?? null,
    session,
    over,
    opened,
  }
}

/** Stands for a customer where a guest's browser has the hash of its token. No token has it: those are longer. */
export function ownerHash(customer: number): Buffer {
  return hashToken(`customer ${customer}`)
}

/** The owner of the visitor's cart; null for a guest whose browser has no token yet. */
export async function ownerOf(ctx: Ctx): Promise<Owner | null> {
  const { owner, customer } = await ctx.who()
  return owner === null ? null : { hash: owner, token: customer === null ? browserToken(ctx) : null }
}

/** For a browser that has no token, or whose cart is gone. */
export function newOwner(): Owner {
  const token = newToken()
  return { hash: hashToken(token), token }
}

/** The browser's own token; who only asks whose something is takes `ctx.who()`. */
export function browserToken(ctx: Pick<Ctx, 'origin' | 'visitor'>): string | null {
  return readToken(ctx, browserCookie)
}

export function rememberBrowser(ctx: Ctx, token: string): void {
  writeToken(ctx, browserCookie, token, browserMaxAge)
}

/**
 * What tells two visitors apart before anything is read: idempotency keys of one never meet those of another. Null
 * when the browser has no cookie yet.
 */
export function scopeOf(cookies: Visitor['cookies'], origin: string): string | null {
  return sessionScope(cookies, origin) ?? cookies[hostCookie(browserCookie, origin)] ?? null
}

/**
 * The names under which uses of a coupon are counted for a buyer, as in `coupon_uses.who`. A use is noted under the
 * first: a customer who types another e-mail address is still the same customer. Empty as long as nobody knows who is
 * buying.
 */
export function buyerKeys(email: string, customer: number | null): string[] {
  return [
    ...(customer === null ? [] : [`c:${customer}`]),
    ...(email === '' ? [] : [`m:${email.toLowerCase()}`]),
  ]
}
