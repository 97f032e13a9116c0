import { no, ok, type Result } from '#domain/result.ts'
import { couponsByCodes } from '#features/promotions/queries/terms.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, networkOf } from '#platform/server/rate.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { keptBy, updateCart } from '../queries/lines.ts'
import { changeCart } from './change.ts'
import { couponState } from './price-lines.ts'

const minute = 60_000
/** Codes that one network may try, in cart and checkout together. */
const couponTries = { name: 'checkout.coupon', most: 30, within: 10 * minute }
/** Codes in one cart. */
const mostCoupons = 10

const refusals = {
  unknown: 'unknown_coupon',
  expired: 'coupon_expired',
  used_up: 'coupon_used_up',
  used_by_you: 'coupon_used_by_you',
} as const

type Enter = typeof contract.enterCartCoupon

/** Keeps a code with the cart. One that runs and only asks for more than is chosen is kept, and says how far off it is. */
export async function enterCartCoupon(
  ctx: Ctx,
  { code }: Input<Enter>,
): Promise<Result<Output<Enter>, Problem<Enter>>> {
  if (code === '') return no({ name: 'unknown_coupon' })
  if (!(await mayGoOn(ctx.db, couponTries, networkOf(ctx.visitor.address), ctx.now)))
    return no({ name: 'too_many_requests' })
  return changeCart<Enter>(ctx, 'cart_empty', async (tx, cartId) => {
    const [terms = null] = await couponsByCodes(tx, [code], [])
    const state = couponState(terms, ctx.now)
    if (state !== 'usable' || terms === null)
      return no({ name: refusals[state === 'usable' ? 'unknown' : state] })
    const { couponCodes } = await keptBy(tx, cartId)
    const codes = [...without(couponCodes, terms.code), terms.code].slice(-mostCoupons)
    await updateCart(tx, cartId, { coupon_codes: codes })
    return ok({})
  })
}

type Remove = typeof contract.removeCartCoupon

export function removeCartCoupon(
  ctx: Ctx,
  { code }: Input<Remove>,
): Promise<Result<Output<Remove>, Problem<Remove>>> {
  return changeCart<Remove>(ctx, 'cart_empty', async (tx, cartId) => {
    const { couponCodes } = await keptBy(tx, cartId)
    await updateCart(tx, cartId, { coupon_codes: without(couponCodes, code) })
    return ok({})
  })
}

function without(codes: readonly string[], code: string): string[] {
  return codes.filter((other) => other.toUpperCase() !== code.toUpperCase())
}
