import { amountIn, isRunning, runsIn, type Amounts, type Benefit, type Window } from '#domain/promotion.ts'
import { formatDate, formatMoney, formatReduction } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { CouponCard, CouponView, OfferState, PromotionCard, PromotionView } from './contract.ts'
import type { CouponRow, OfferRow, PromotionRow } from './queries/read.ts'

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
    // The day of the last moment: what ends at midnight ends on the day before.
    until:
      endsAt === null
        ? null
        : ctx.t('offer.until', {
            date: formatDate(new Date(endsAt.getTime() - 1), ctx.lang, ctx.shop.shop.delivery?.timeZone),
          }),
  }
}

/** What words about an offer need of a context: the language, and the currency of amounts. */
export type OfferCtx = Pick<Ctx, 't' | 'lang' | 'currency' | 'shop'>

export function benefitWords(benefit: Benefit, ctx: OfferCtx): string[] {
  const { t } = ctx
  switch (benefit.kind) {
    case 'percent':
      return [t('offer.benefit.percent', { off: formatReduction(benefit.percent, ctx.lang) })]
    case 'amount':
      return [t('offer.benefit.amount', { amount: moneyText(benefit.amounts, ctx) })]
    case 'fixed-price':
      return [t('offer.benefit.fixed_price', { amount: moneyText(benefit.amounts, ctx) })]
    case 'free-shipping':
      return [t('offer.benefit.free_shipping')]
    case 'buy-get': {
      const { buy, get, percent } = benefit
      return [
        percent === 100
          ? t('offer.benefit.buy_get_free', { buy, get })
          : t('offer.benefit.buy_get', { buy, get, off: formatReduction(percent, ctx.lang) }),
      ]
    }
    case 'tiered':
      return benefit.steps.map(({ quantity, percent }) =>
        t('offer.benefit.step', { quantity, off: formatReduction(percent, ctx.lang) }),
      )
  }
}

export function conditionWords(
  { conditions, benefit }: Pick<OfferRow, 'conditions' | 'benefit'>,
  ctx: OfferCtx,
): string[] {
  const { t } = ctx
  const { minimumAmount, minimumQuantity, firstOrder } = conditions
  // Steps say from how many they count.
  const saidBySteps = benefit.kind === 'tiered' && benefit.steps[0]?.quantity === minimumQuantity
  return [
    ...(minimumAmount === undefined
      ? []
      : [t('offer.condition.minimum_amount', { amount: moneyText(minimumAmount, ctx) })]),
    ...(minimumQuantity === undefined || saidBySteps
      ? []
      : [t('offer.condition.minimum_quantity', { quantity: minimumQuantity })]),
    ...(firstOrder ? [t('offer.condition.first_order')] : []),
  ]
}

/** How often a coupon may be used, and with which others. */
function usageWords({ limitPerCustomer, stackable }: CouponRow, { t }: Ctx): string[] {
  return [
    t('coupon.per_customer', { times: limitPerCustomer }),
    t(stackable ? 'coupon.stackable' : 'coupon.alone'),
  ]
}

/** Of an offer that is shown in this currency, and so has an amount in it. */
function moneyText(amounts: Amounts, { currency, lang, shop }: OfferCtx): string {
  return formatMoney(amountIn(amounts, currency, shop.shop) ?? 0, currency, lang)
}

function textsOf(row: OfferRow, field: 'name' | 'summary' | 'description'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row.texts ?? {}).flatMap(([locale, text]) => {
      const value = text[field]
      return value === null || value === undefined ? [] : [[locale, value]]
    }),
  )
}
