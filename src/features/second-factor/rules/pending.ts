import { minute, second } from '#domain/time.ts'
import { deviceOf } from '#features/account/rules/browser.ts'
import { hashToken, hostCookie, newToken, readToken, writeToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPending, type PendingKey, type PendingRow } from '../queries/pending.ts'

/* The sign-in that waits in a browser for the second factor: a row, and its secret in a cookie. */

const cookie = 'violet_pending'
/** Milliseconds for which it waits. */
export const pendingLife = 10 * minute
/** Guesses that are judged of one. */
const pendingTries = 5

/** Gives the browser the secret of a new one. Returns what is stored of it. */
export function writePending(ctx: Ctx): Buffer {
  const token = newToken()
  writeToken(ctx, cookie, token, pendingLife / second)
  return hashToken(token)
}

/** What finds the row of this browser; null when it has no secret. */
export function pendingKey(ctx: Ctx): PendingKey | null {
  const token = readToken(ctx, cookie)
  const browser = deviceOf(ctx)
  if (token === null || browser === null) return null
  return { tokenHash: hashToken(token), browser, most: pendingTries, now: ctx.now }
}

/** The sign-in that waits in this browser; null when there is none, or it is over. */
export async function pendingHere(ctx: Ctx): Promise<PendingRow | null> {
  const key = pendingKey(ctx)
  return key === null ? null : findPending(ctx.db, key)
}

/** Takes the secret away: the sign-in is done, or another one began. */
export function forgetPending({ origin, visitor }: Pick<Ctx, 'origin' | 'visitor'>): void {
  const name = hostCookie(cookie, origin)
  if (visitor.cookies[name] !== undefined) visitor.setCookie(name, null, { httpOnly: true })
}
