import type { Benefit, Conditions } from '#domain/promotion.ts'
import { benefitWords, conditionWords, type OfferCtx } from '../rules/offer-words.ts'

interface Coupon {
  code: string
  benefit: Benefit
  conditions: Conditions
}

/**
 * A name and a summary in one language, for a coupon that was given none. Amounts are left to the facts below it where
 * the shop has several currencies: a text shows the same to everybody.
 */
export function couponTexts({ code, ...coupon }: Coupon, ctx: OfferCtx): { name: string; summary: string } {
  const hasCurrencies = ctx.shop.shop.currencies.length > 0
  const { benefit, conditions } = coupon
  const given = hasCurrencies && 'amounts' in benefit ? [] : benefitWords(benefit, ctx)
  const { minimumAmount, ...others } = conditions
  const asked = conditionWords(
    {
      benefit,
      conditions: hasCurrencies || minimumAmount === undefined ? others : { ...others, minimumAmount },
    },
    ctx,
  )
  return {
    name: given.length === 0 ? ctx.t('coupon.named', { code }) : given.join(' · '),
    summary: [...given, ...asked, ctx.t('coupon.enter', { code })].join(' · '),
  }
}
