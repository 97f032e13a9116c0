import { hash, randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'

/*
 * Secrets that a browser keeps for the shop: a random token in a cookie that scripts cannot read. The database has its
 * SHA-256 only, so a copy of the database opens nothing.
 */

/** The `__Host-` prefix pins a cookie to this host and to https; over plain http browsers refuse it. */
export function hostCookie(name: string, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name
}

/** 256 random bits, as 43 letters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

type Asking = Pick<Ctx, 'origin'> & { visitor: Pick<Ctx['visitor'], 'cookies'> }

/** The token in a cookie; null when there is none, or its value was not made by `newToken`. */
export function readToken({ origin, visitor }: Asking, name: string): string | null {
  const value = visitor.cookies[hostCookie(name, origin)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

/** @param maxAge seconds */
export function writeToken(ctx: Ctx, name: string, token: string, maxAge: number): void {
  ctx.visitor.setCookie(hostCookie(name, ctx.origin), token, { httpOnly: true, maxAge })
}
