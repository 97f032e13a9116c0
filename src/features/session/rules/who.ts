import { day, second } from '#domain/time.ts'
import type { Ctx, Who } from '#platform/server/context.ts'
import { hashToken, hostCookie, readToken, writeToken } from './cookies.ts'
import { openedOrders } from './opened.ts'

/*
 * Who is asking. A browser is known by its cart cookie: carts, checkouts and orders of a guest belong to it.
 */

const browserCookie = 'violet_cart'

/** Seconds that a browser is remembered: half a year after the last change of its cart. */
export const browserMaxAge = (180 * day) / second

/** Read by `ctx.who()` on its first use in a request; a page that is the same for everybody never calls it. */
export async function whoIs(ctx: Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>): Promise<Who> {
  const token = browserToken(ctx)
  return {
    browser: token === null ? null : hashToken(token),
    customer: null,
    opened: await openedOrders(ctx),
  }
}

/** The browser's own token, to write its cookie anew; who only asks whose something is takes `ctx.who()`. */
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
export function scopeOf(cookies: Ctx['visitor']['cookies'], origin: string): string | null {
  return cookies[hostCookie(browserCookie, origin)] ?? null
}

/**
 * The names under which uses of a coupon are counted for a buyer, as in `coupon_uses.who`. Empty as long as nobody
 * knows who is buying.
 */
export function buyerKeys(email: string): string[] {
  return email === '' ? [] : [`m:${email.toLowerCase()}`]
}
