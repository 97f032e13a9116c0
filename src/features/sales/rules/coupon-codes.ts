import { no, ok, type No, type Result } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import { couponsByCodes, type CouponTerms } from '#features/promotions/queries/terms.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { giveBack, mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import { couponState } from './price-lines.ts'

/* Codes of coupons, as they are entered in a cart and in a checkout. */

/** A rate limit for each network: enough for somebody with a drawer full of codes, too few for guessing. */
const tries = { name: 'checkout.coupon', most: 30, within: 10 * minute }
/** Codes in one cart or checkout. */
const most = 10

const refusals = {
  unknown: 'unknown_coupon',
  expired: 'coupon_expired',
  used_up: 'coupon_used_up',
  used_by_you: 'coupon_used_by_you',
} as const

export type CodeRefusal = { name: (typeof refusals)[keyof typeof refusals] | 'too_many_requests' }

/** Whether a code may be tried at all; checked before a transaction begins. Null: it may. */
export async function triedTooOften(
  ctx: Pick<Ctx, 'db' | 'visitor' | 'now'>,
  code: string,
): Promise<No<CodeRefusal> | null> {
  if (code === '') return no({ name: 'unknown_coupon' })
  const isAllowed = await mayGoOn(ctx.db, tries, networkOf(ctx.visitor.ip), ctx.now)
  return isAllowed ? null : no(tooMany(tries, ctx.now))
}

/** Makes the try that `triedTooOften` has just counted one that never was. */
export function giveTryBack(ctx: Pick<Ctx, 'db' | 'visitor' | 'now'>): Promise<void> {
  return giveBack(ctx.db, tries, networkOf(ctx.visitor.ip), ctx.now)
}

/**
 * The entered codes with a valid one added. A code that only needs a larger purchase is accepted: the calculation
 * says how much is missing.
 * @param who the customers whose uses of it are counted
 */
export async function withCode(
  tx: Tx,
  codes: readonly string[],
  code: string,
  who: readonly string[],
  now: Date,
): Promise<Result<string[], CodeRefusal>> {
  const [terms = null] = await couponsByCodes(tx, [code], who)
  const found = usableCoupon(terms, now)
  return found.ok ? ok([...withoutCode(codes, found.value.code), found.value.code].slice(-most)) : found
}

/** The coupon of a code, or why it cannot be used. */
export function usableCoupon(
  terms: Parameters<typeof couponState>[0],
  now: Date,
): Result<CouponTerms, CodeRefusal> {
  const state = couponState(terms, now)
  if (terms !== null && state === 'usable') return ok(terms)
  return no({ name: refusals[state === 'usable' ? 'unknown' : state] })
}

export function withoutCode(codes: readonly string[], code: string): string[] {
  return codes.filter((other) => other.toUpperCase() !== code.toUpperCase())
}
