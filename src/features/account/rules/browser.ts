import { day, second } from '#domain/time.ts'
import { hashToken, newToken, readToken, writeToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'

/*
 * A token that tells browsers apart before anybody is signed in: a code works only where it was asked for, and a
 * browser that has signed in before has tries of its own, which no stranger can use up. It opens nothing by itself.
 */

const cookie = 'violet_device'
const life = (400 * day) / second

/** SHA-256 of the browser's token; null when it has none. */
export function deviceOf(ctx: Ctx): Buffer | null {
  const token = readToken(ctx, cookie)
  return token === null ? null : hashToken(token)
}

/** The same, and gives the browser a token when it has none: once a request, which does not see its own cookies. */
export function rememberDevice(ctx: Ctx): Buffer {
  const token = readToken(ctx, cookie) ?? newToken()
  writeToken(ctx, cookie, token, life)
  return hashToken(token)
}
