import { browserMaxAge } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'

/*
 * A cookie that scripts can read says how many favourites there are. Pages are the same for everybody: it tells the
 * browser whether there is anything to ask for.
 */

const hintCookie = 'violet_favorites'

/** Writes the count after each change, so that its half year starts again with the browser's own. */
export function rememberCount(ctx: Ctx, count: number): void {
  ctx.visitor.setCookie(hintCookie, String(count), { httpOnly: false, maxAge: browserMaxAge })
}

/** Takes the count away at sign-out: what it counts is no longer seen in this browser. */
export function forgetCount(ctx: Ctx): void {
  if (ctx.visitor.cookies[hintCookie] !== undefined)
    ctx.visitor.setCookie(hintCookie, null, { httpOnly: false })
}

/** Mends the count where it differs: the list was changed elsewhere, or something in it left the shop. */
export function mendCount(ctx: Ctx, count: number): void {
  if ((ctx.visitor.cookies[hintCookie] ?? '0') !== String(count)) rememberCount(ctx, count)
}
