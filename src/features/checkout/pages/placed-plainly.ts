import { hour, second } from '#domain/time.ts'
import { hostCookie } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'

/*
 * Whether this browser has placed an order by the plain form, in a cookie that scripts cannot read. Only then does the
 * page that thanks show the question of the security check from the start: a question is a row, a network has few of
 * them, and with scripts nobody needs it.
 */

const cookie = 'violet_plain'
const maxAge = hour / second

export function rememberPlainOrder({ visitor, origin }: Ctx): void {
  visitor.setCookie(hostCookie(cookie, origin), '1', { httpOnly: true, maxAge })
}

export function hasOrderedPlainly({ visitor, origin }: Ctx): boolean {
  return visitor.cookies[hostCookie(cookie, origin)] === '1'
}
