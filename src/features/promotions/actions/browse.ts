import { ok } from '#domain/result.ts'
import { withPictures } from '#features/media/rules/prose.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { CouponCard, CouponView, PromotionCard, PromotionView } from '../contract.ts'
import {
  isShown,
  presentCoupon,
  presentCouponCard,
  presentPromotion,
  presentPromotionCard,
} from '../present.ts'
import {
  couponBySlug,
  openCoupons,
  promotedGroups,
  promotedIds,
  promotionBySlug,
  runningOffers,
  runningPromotions,
  type OfferRow,
} from '../queries/read.ts'

/** The promotions that run now, those that end soonest first. */
export async function listPromotions(ctx: Ctx): Promise<PromotionCard[]> {
  const found = await runningPromotions(ctx.db, ctx.now, fallbackChain(ctx.locale))
  return found.filter((row) => isShown(row, ctx)).map((row) => presentPromotionCard(row, ctx))
}

/** Whether the lists of promotions and of coupons have something to show now. */
export function offersNow({ db, now }: Ctx): Promise<{ promotions: boolean; coupons: boolean }> {
  return runningOffers(db, now)
}

/** A promotion whether it runs or not; null for one that is not there, hidden, or without an amount in the currency. */
export async function findPromotion(
  ctx: Ctx,
  slug: string,
  mostProducts: number,
): Promise<PromotionView | null> {
  const found = await promotionBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  if (!found || !isShown(found, ctx)) return null
  const promotion = presentPromotion(found, await promoted(ctx, found, mostProducts), ctx)
  return { ...promotion, description: await withPictures(ctx.db, promotion.description) }
}

/**
 * A coupon whether it runs or not; null for one that is not there, hidden, only for who knows its code, or without an
 * amount in the currency.
 */
export async function findCoupon(ctx: Ctx, slug: string, mostProducts: number): Promise<CouponView | null> {
  const found = await couponBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  if (!found || !isShown(found, ctx)) return null
  return presentCoupon(found, await promoted(ctx, found, mostProducts), ctx)
}

async function promoted(ctx: Ctx, { conditions }: OfferRow, mostProducts: number) {
  const [productIds, groups] = await Promise.all([
    promotedIds(ctx.db, conditions, mostProducts),
    promotedGroups(ctx.db, conditions, fallbackChain(ctx.locale)),
  ])
  return { productIds, groups }
}

/** The coupons that everyone may claim now, those that end soonest first. */
export async function currentCoupons(ctx: Ctx): Promise<CouponCard[]> {
  const found = await openCoupons(ctx.db, ctx.now, fallbackChain(ctx.locale))
  return found.filter((row) => isShown(row, ctx)).map((row) => presentCouponCard(row, ctx))
}

export async function listCoupons(
  ctx: Ctx,
  _input: Input<typeof contract.listCoupons>,
): Answer<typeof contract.listCoupons> {
  return ok({ coupons: await currentCoupons(ctx) })
}
