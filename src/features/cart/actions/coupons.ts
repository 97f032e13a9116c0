import { ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { keptBy, updateCart } from '../queries/lines.ts'
import { changeCart } from './change.ts'
import { buyerKeys } from '#features/session/rules/who.ts'
import { withoutLinked } from '#features/sales/rules/linked-coupon.ts'
import { triedTooOften, withCode, withoutCode } from '#features/sales/rules/coupon-codes.ts'

type Enter = typeof contract.enterCartCoupon

/**
 * Adds a code to the cart. A running code that only needs a larger purchase is accepted, and says how much is
 * missing.
 */
export async function enterCartCoupon(ctx: Ctx, { code }: Input<Enter>): Answer<Enter> {
  const refused = await triedTooOften(ctx, code)
  if (refused !== null) return refused
  const who = buyerKeys('', (await ctx.who()).customer)
  return changeCart<Enter>(ctx, 'cart_empty', async (tx, cartId) => {
    const { couponCodes } = await keptBy(tx, cartId)
    const codes = await withCode(tx, couponCodes, code, who, ctx.now)
    if (!codes.ok) return codes
    await updateCart(tx, cartId, { couponCodes: codes.value })
    return ok({})
  })
}

type Remove = typeof contract.removeCartCoupon

export async function removeCartCoupon(ctx: Ctx, { code }: Input<Remove>): Answer<Remove> {
  return changeCart<Remove>(await withoutLinked(ctx, code), 'cart_empty', async (tx, cartId) => {
    const { couponCodes } = await keptBy(tx, cartId)
    await updateCart(tx, cartId, { couponCodes: withoutCode(couponCodes, code) })
    return ok({})
  })
}
