import { ok, type Result } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { PromotionCard, PromotionView } from '../contract.ts'
import { presentCoupon, presentPromotion, presentPromotionCard } from '../present.ts'
import {
  claimableCoupons,
  promotedIds,
  promotionBySlug,
  runningPromotions,
  somePromotionRuns,
} from '../queries/read.ts'

/** The promotions that run now, those that end soonest first. */
export async function listPromotions(ctx: Ctx): Promise<PromotionCard[]> {
  const found = await runningPromotions(ctx.db, ctx.now, fallbackChain(ctx.locale))
  return found.map((row) => presentPromotionCard(row, ctx))
}

/** Whether there is a promotion that runs now: what the list of offers shows. */
export function hasOffers({ db, now }: Ctx): Promise<boolean> {
  return somePromotionRuns(db, now)
}

/** A promotion whether it runs or not; null for one that is not there or hidden. */
export async function findPromotion(
  ctx: Ctx,
  slug: string,
  mostProducts: number,
): Promise<PromotionView | null> {
  const found = await promotionBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  return found && presentPromotion(found, await promotedIds(ctx.db, found.conditions, mostProducts), ctx)
}

export async function listCoupons(
  ctx: Ctx,
  _input: Input<typeof contract.listCoupons>,
): Promise<Result<Output<typeof contract.listCoupons>, Problem<typeof contract.listCoupons>>> {
  const found = await claimableCoupons(ctx.db, ctx.now, fallbackChain(ctx.locale))
  return ok({ coupons: found.map((row) => presentCoupon(row, ctx)) })
}
