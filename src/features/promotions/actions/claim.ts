import { isRunning } from '#domain/promotion.ts'
import { no, ok } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { CouponCard, WalletState } from '../contract.ts'
import { isShown, presentCouponCard } from '../present.ts'
import { claimable, claimedCoupons, namesOf, putClaim, type ClaimedCoupon } from '../queries/claims.ts'

type Claim = typeof contract.claimCoupon

/**
 * Puts a coupon into the customer's wallet. Claiming it again changes nothing. It holds no use of it: a coupon for the
 * first hundred orders is that of the first hundred orders, not of the first hundred customers.
 */
export async function claimCoupon(ctx: Ctx, { slug }: Input<Claim>): Answer<Claim> {
  const { customer } = (await ctx.who()).session!
  const found = await claimable(ctx.db, slug, await namesOf(ctx.db, customer))
  if (found === null) return no({ name: 'unknown_coupon' })
  if (!isRunning(found, ctx.now)) return no({ name: 'coupon_expired' })
  if (found.isUsedUp) return no({ name: 'coupon_used_up' })
  if (found.uses >= found.limitPerCustomer) return no({ name: 'coupon_used_by_you' })
  return ctx.transact(async (tx) => {
    await putClaim(tx, customer, found.id, ctx.now)
    return ok({ slug })
  })
}

type Mine = typeof contract.myCoupons

/** The coupons that the customer has claimed, those with an amount in the visitor's currency. */
export async function myCoupons(ctx: Ctx, { state }: Input<Mine>): Answer<Mine> {
  const wallet = await walletOf(ctx)
  const counts = { usable: 0, used: 0, expired: 0 }
  for (const { state: one } of wallet) counts[one] += 1
  return ok({
    counts,
    coupons: wallet.filter((one) => one.state === state).map(({ card }) => card),
  })
}

async function walletOf(ctx: Ctx): Promise<{ state: WalletState; card: CouponCard }[]> {
  const { customer } = (await ctx.who()).session!
  const names = await namesOf(ctx.db, customer)
  const found = await claimedCoupons(ctx.db, customer, names, fallbackChain(ctx.locale))
  return found
    .filter((row) => isShown(row, ctx))
    .map((row) => ({ state: stateOf(row, ctx.now), card: presentCouponCard(row, ctx) }))
}

/** One that begins later is to be used, too: its card says from when on. */
function stateOf({ uses, limitPerCustomer, visible, usedUp, endsAt }: ClaimedCoupon, now: Date): WalletState {
  if (uses >= limitPerCustomer) return 'used'
  return !visible || usedUp || (endsAt !== null && endsAt <= now) ? 'expired' : 'usable'
}
