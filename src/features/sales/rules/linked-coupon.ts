import { ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { couponCode, couponsByCodes, type CouponTerms } from '#features/promotions/queries/terms.ts'
import { hostCookie } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import { giveTryBack, triedTooOften, usableCoupon, withoutCode, type CodeRefusal } from './coupon-codes.ts'

/*
 * A coupon that came with a link. It waits in a cookie of the browser's session, which holds nothing but the coupon's
 * signed id, and counts as entered in every cart and checkout that is seen with it, until it is taken out of one of them
 * or an order was placed with it. So the link changes nothing in the shop, and works before there is a cart.
 */

const linkedCookie = 'violet_coupon'
/** Milliseconds; browsers forget it earlier, with their session. */
const life = 30 * day

type Asking = Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>

/**
 * Takes the coupon of a link along. Codes are tried as those are that somebody types, and as often; a right one costs no
 * try, since a network may be a town whose people all read the same newsletter. Only where the link {@link isFollowed}.
 */
export async function takeLinked(ctx: Ctx, code: string): Promise<Result<CouponTerms, CodeRefusal>> {
  const refused = await triedTooOften(ctx, code)
  if (refused !== null) return refused
  const [terms = null] = await couponsByCodes(ctx.db, [code], [])
  const found = usableCoupon(terms, ctx.now)
  if (!found.ok) return found
  await giveTryBack(ctx)
  const value = await signLink(ctx.db, 'coupon.link', found.value.id, new Date(ctx.now.getTime() + life))
  ctx.visitor.setCookie(hostCookie(linkedCookie, ctx.origin), value, { httpOnly: true })
  return ok(found.value)
}

/**
 * Whether somebody has followed a link: it is no picture of another page, and no page that is only fetched ahead. There
 * nothing is looked up, told or counted: any page elsewhere could use up the tries of whoever opens it.
 */
export function isFollowed({ visitor: { headers } }: Pick<Ctx, 'visitor'>): boolean {
  const [to, site] = [headers['sec-fetch-dest'], headers['sec-fetch-site']]
  const isShown = to === undefined || to === 'document' || (to === 'empty' && site === 'same-origin')
  return isShown && headers['sec-purpose'] === undefined
}

/** The code that came with a link; null for none. Read before a transaction begins, as it takes a connection. */
export async function linkedCode(ctx: Asking): Promise<string | null> {
  const value = ctx.visitor.cookies[hostCookie(linkedCookie, ctx.origin)]
  if (value === undefined) return null
  const id = await readLink(ctx.db, 'coupon.link', value, ctx.now)
  return id === null ? null : couponCode(ctx.db, id)
}

/** Whether something came that may be such a code. */
export function hasLinked({ visitor, origin }: Pick<Asking, 'visitor' | 'origin'>): boolean {
  return visitor.cookies[hostCookie(linkedCookie, origin)] !== undefined
}

export function withLinked(codes: readonly string[], linked: string | null): readonly string[] {
  return linked === null ? codes : [...withoutCode(codes, linked), linked]
}

/** The same visitor, without the coupon of the link if that is this code: the browser drops it. */
export async function withoutLinked(ctx: Ctx, code: string): Promise<Ctx> {
  const linked = await linkedCode(ctx)
  return linked !== null && withoutCode([linked], code).length === 0 ? dropLinked(ctx) : ctx
}

/** The same visitor without the coupon of the link, which the browser drops. */
export function dropLinked(ctx: Ctx): Ctx {
  const name = hostCookie(linkedCookie, ctx.origin)
  ctx.visitor.setCookie(name, null, { httpOnly: true })
  return { ...ctx, visitor: { ...ctx.visitor, cookies: { ...ctx.visitor.cookies, [name]: undefined } } }
}
