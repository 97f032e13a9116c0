import { adviseCoupons } from '#domain/coupon-advice.ts'
import { quote } from '#domain/pricing.ts'
import type { CouponOutcome, CouponRefusal } from '#domain/quote.ts'
import type { CouponRow } from '../contract.ts'
import type { CouponTerms } from '#features/promotions/queries/terms.ts'
import { formatMoney } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { couponFacts, type EnteredCoupon, type Priced } from './price-lines.ts'

/* The effects of coupons, in the visitor's language: the same in the cart and in the checkout. */

type WordCtx = Pick<Ctx, 't' | 'locale' | 'lang' | 'currency'>

/** The result of an entered code. */
export function presentEntered({ code, terms, state, outcome }: EnteredCoupon, ctx: WordCtx): CouponRow {
  const name = terms && state !== 'unknown' ? pickText(terms.names, ctx.locale) || code : code
  if (outcome !== null) return presentOutcome(outcome, name, ctx)
  const why = {
    unknown: 'unknown_coupon',
    expired: 'coupon_expired',
    used_up: 'coupon_used_up',
    used_by_you: 'coupon_used_by_you',
    usable: 'coupon_no_effect',
  } as const
  return { code, name, applied: false, text: problemText({ name: why[state] }, ctx.t) }
}

function presentOutcome(outcome: CouponOutcome, name: string, ctx: WordCtx): CouponRow {
  const { code, applied } = outcome
  return {
    code,
    name,
    applied,
    text: applied ? savedText(outcome.saved, ctx) : refusalText(outcome.why, ctx),
  }
}

function savedText(saved: number, { t, currency, lang }: WordCtx): string {
  // Free shipping is worth something before anybody knows how much.
  if (saved === 0) return t('checkout.call.coupon_free_shipping')
  return t('checkout.call.coupon_saves', { amount: formatMoney(saved, currency, lang) })
}

function refusalText(why: CouponRefusal, { t, currency, lang }: WordCtx): string {
  if (why.name === 'coupon_minimum_amount')
    return problemText({ name: why.name, details: { missing: formatMoney(why.missing, currency, lang) } }, t)
  if (why.name === 'coupon_minimum_quantity')
    return problemText({ name: why.name, details: { missing: why.missing } }, t)
  return problemText({ name: why.name }, t)
}

export interface Advice {
  /** Coupons that are not entered, the most saving first. */
  advice: CouponRow[]
  /** The codes that save most together; empty if the entered ones do already. */
  bestCoupons: string[]
}

/** What other coupons would save, and which combination saves most. */
export function presentAdvice(
  { facts, coupons, quote: now }: Pick<Priced, 'facts' | 'coupons' | 'quote'>,
  candidates: readonly CouponTerms[],
  ctx: WordCtx,
): Advice {
  const offers = candidates.map(couponFacts)
  const { best, outcomes } = adviseCoupons(facts, offers)
  const isEntered = (code: string): boolean => coupons.some(({ terms }) => terms?.code === code)
  const others = outcomes
    .filter((outcome) => !isEntered(outcome.code) && isRunningHere(outcome))
    .toSorted((a, b) => worth(b) - worth(a))
    .map((outcome) => presentOutcome(outcome, nameOf(outcome.code, candidates, ctx), ctx))
  const chosen = best.flatMap((code) => offers.filter((offer) => offer.code === code))
  const isBetter =
    best.some((code) => !isEntered(code)) && quote({ ...facts, coupons: chosen }).total < now.total
  return { advice: others, bestCoupons: isBetter ? [...best] : [] }
}

/** A coupon that lacks an amount in the visitor's currency is no advice: no other line would change that. */
function isRunningHere(outcome: CouponOutcome): boolean {
  return outcome.applied || outcome.why.name !== 'coupon_not_in_currency'
}

/** The most saving first; of those that do not apply, the nearest to applying. */
function worth(outcome: CouponOutcome): number {
  if (outcome.applied) return outcome.saved + 1
  return 'missing' in outcome.why ? -outcome.why.missing : Number.NEGATIVE_INFINITY
}

function nameOf(code: string, candidates: readonly CouponTerms[], { locale }: WordCtx): string {
  return pickText(candidates.find((candidate) => candidate.code === code)?.names, locale) || code
}
