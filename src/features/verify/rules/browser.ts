import { minute, second } from '#domain/time.ts'
import { hashToken, newToken, readToken, writeToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Held } from '../queries.ts'

/*
 * A puzzle belongs to the browser that asked for it. The cookie is its own: it is gone within the hour, it begins no
 * cart, and it survives a sign-in, which changes the browser's other secrets.
 */

const cookie = 'violet_verify'
const maxAge = (30 * minute) / second

/** Milliseconds that a puzzle may be solved for, and a pass be used for. */
export const patience = 5 * minute

/** A new puzzle for this browser, which is given a cookie if it has none. */
export function newHeld(ctx: Ctx): Held & { verifyId: string } {
  const token = readToken(ctx, cookie) ?? newToken()
  writeToken(ctx, cookie, token, maxAge)
  const verifyId = newToken()
  return { verifyId, key: hashToken(verifyId), browser: hashToken(token) }
}

/** Null for a browser that cannot have asked for it. */
export function heldHere(ctx: Pick<Ctx, 'origin' | 'visitor'>, verifyId: string): Held | null {
  const token = readToken(ctx, cookie)
  return token === null ? null : { key: hashToken(verifyId), browser: hashToken(token) }
}
