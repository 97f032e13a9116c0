import { isRunning, runsIn, type Window } from '#domain/promotion.ts'
import { formatDate } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { CouponCard, CouponView, OfferState, PromotionCard, PromotionView } from './contract.ts'
import type { CouponRow, OfferRow, PromotionRow } from './queries/read.ts'
import { benefitWords, conditionWords, untilWords } from './rules/offer-words.ts'

/** Whether an offer can be shown in the visitor's currency. */
export function isShown(row: OfferRow, { currency, shop }: Ctx): boolean {
  return runsIn(row, currency, shop.shop)
}

export function presentPromotionCard(row: PromotionRow, ctx: Ctx): PromotionCard {
  const offer = presentOffer(row, ctx)
  return {
    ...offer,
    id: row.id,
    href: linksFor(ctx.shop.router, ctx.langPath).promotion(row.slug),
    picture: row.picture && presentPicture(row.picture, row.alt, offer.name, ctx.locale),
  }
}

/** The names in an offer's conditions, from the database. */
interface Promoted {
  productIds: number[]
  groups: { kind: 'category' | 'collection'; slug: string; names: Record<string, string> | null }[]
}

export function presentPromotion(row: PromotionRow, promoted: Promoted, ctx: Ctx): PromotionView {
  return {
    ...presentPromotionCard(row, ctx),
    ...presentDetail(row, promoted, ctx),
    description: pickText(textsOf(row, 'description'), ctx.locale),
  }
}

export function presentCouponCard(row: CouponRow, ctx: Ctx): CouponCard {
  const offer = presentOffer(row, ctx)
  return {
    ...offer,
    href: linksFor(ctx.shop.router, ctx.langPath).coupon(row.slug),
    code: row.code,
    conditions: [...offer.conditions, ...usageWords(row, ctx)],
  }
}

export function presentCoupon(row: CouponRow, promoted: Promoted, ctx: Ctx): CouponView {
  const detail = presentDetail(row, promoted, ctx)
  return {
    ...presentCouponCard(row, ctx),
    ...detail,
    state: detail.state === 'running' && row.usedUp ? 'used-up' : detail.state,
  }
}

function presentDetail(row: OfferRow, { productIds, groups }: Promoted, ctx: Ctx) {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const state = stateOf(row, ctx.now)
  return {
    state,
    from:
      state === 'coming' && row.startsAt !== null
        ? ctx.t('offer.from', { date: formatDate(row.startsAt, ctx.lang, ctx.shop.shop.delivery?.timeZone) })
        : null,
    groups: groups.map(({ kind, slug, names }) => ({
      kind,
      name: pickText(names, ctx.locale) || slug,
      href: kind === 'category' ? links.category(slug) : links.collection(slug),
    })),
    productIds,
  }
}

function stateOf(window: Window, now: Date): Exclude<OfferState, 'used-up'> {
  if (isRunning(window, now)) return 'running'
  return window.startsAt !== null && now < window.startsAt ? 'coming' : 'ended'
}

function presentOffer(row: OfferRow, ctx: Ctx): Omit<CouponCard, 'code' | 'href'> {
  const { endsAt } = row
  return {
    slug: row.slug,
    name: pickText(textsOf(row, 'name'), ctx.locale) || row.slug,
    summary: pickText(textsOf(row, 'summary'), ctx.locale),
    benefit: benefitWords(row.benefit, ctx),
    conditions: conditionWords(row, ctx),
    endsAt: endsAt?.toISOString() ?? null,
    until: untilWords(row, ctx),
  }
}

/** How often a coupon may be used, and with which others. */
function usageWords({ limitPerCustomer, stackable }: CouponRow, { t }: Ctx): string[] {
  return [
    t('coupon.per_customer', { times: limitPerCustomer }),
    t(stackable ? 'coupon.stackable' : 'coupon.alone'),
  ]
}

function textsOf(row: OfferRow, field: 'name' | 'summary' | 'description'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row.texts ?? {}).flatMap(([locale, text]) => {
      const value = text[field]
      return value === null || value === undefined ? [] : [[locale, value]]
    }),
  )
}
