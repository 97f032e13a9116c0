import { amountIn, type Amounts, type Benefit, type Offer, type Window } from '#domain/promotion.ts'
import { formatDate, formatMoney, formatReduction } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'

/* Benefits, conditions and the end of an offer in words. */

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
  { conditions, benefit }: Pick<Offer, 'conditions' | 'benefit'>,
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

/** "Until November 30, 2026"; null for no end. */
export function untilWords({ endsAt }: Pick<Window, 'endsAt'>, { lang, shop, t }: OfferCtx): string | null {
  if (endsAt === null) return null
  // The day of the last moment: what ends at midnight ends on the day before.
  const last = new Date(endsAt.getTime() - 1)
  return t('offer.until', { date: formatDate(last, lang, shop.shop.delivery?.timeZone) })
}

/** Of an offer that is shown in this currency, and so has an amount in it. */
function moneyText(amounts: Amounts, { currency, lang, shop }: OfferCtx): string {
  return formatMoney(amountIn(amounts, currency, shop.shop) ?? 0, currency, lang)
}
