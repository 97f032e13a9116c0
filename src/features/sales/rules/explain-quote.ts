import type { Adjustment, Quote } from '#domain/quote.ts'
import type { SumRow } from '../contract.ts'
import type { OfferNames } from '#features/promotions/queries/names.ts'
import { formatMoney } from '#i18n/format.ts'
import { formatPercent } from '#i18n/intl.ts'
import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Translate } from '#i18n/t.ts'

/** In whose language. */
export interface Wording {
  t: Translate
  locale: Locale
  lang: string
}

/**
 * The sums of a quote in words: the same for a cart, a checkout and an order. Each row is a part of the total, or
 * explains one.
 */
export function presentSums(quote: Quote, shipping: string, names: OfferNames, wording: Wording): SumRow[] {
  const { t, lang } = wording
  const money = (amount: number): string => formatMoney(amount, quote.currency, lang)
  const row = (kind: SumRow['kind'], label: string, amount: string): SumRow => ({ kind, label, amount })
  const taxes = taxRates(quote)
  const taxRow = ({ rate, included, amount }: TaxRate): SumRow =>
    row(
      'tax',
      t(included ? 'order.sum.tax_included' : 'order.sum.tax', { rate: formatPercent(rate, lang) }),
      money(amount),
    )
  return [
    row('subtotal', t('order.sum.subtotal'), money(quote.subtotal)),
    ...reductions(quote.adjustments).map(({ because, amount }) =>
      row('discount', reductionLabel(because, names, wording), money(amount)),
    ),
    ...(quote.shipping === null
      ? []
      : [
          row(
            'shipping',
            t('order.sum.shipping', { method: shipping }),
            quote.shipping === 0 ? t('order.sum.free') : money(quote.shipping),
          ),
        ]),
    ...(quote.paymentFee === 0 ? [] : [row('fee', t('order.sum.fee'), money(quote.paymentFee))]),
    ...taxes.filter(({ included }) => !included).map(taxRow),
    row('total', t('order.sum.total'), money(quote.total)),
    ...taxes.filter(({ included }) => included).map(taxRow),
    ...(quote.credit === 0
      ? []
      : [
          row('credit', t('order.sum.credit'), money(-quote.credit)),
          row('to_pay', t('order.sum.to_pay'), money(quote.toPay)),
        ]),
  ]
}

interface TaxRate {
  /** Decimal percent. */
  rate: string
  included: boolean
  /** Minor units. */
  amount: number
}

/** The taxes of a quote by rate, the highest first. */
function taxRates({ adjustments }: Quote): TaxRate[] {
  const rates = new Map<string, TaxRate>()
  for (const { because, amount } of adjustments) {
    if (because.kind !== 'tax' || amount === 0) continue
    const { rate, included } = because
    const key = `${rate} ${included}`
    rates.set(key, { rate, included, amount: (rates.get(key)?.amount ?? 0) + amount })
  }
  return [...rates.values()].toSorted((a, b) => Number(b.rate) - Number(a.rate))
}

/** The offers that a quote names, for `offerNames`. */
export function offersOf({ adjustments }: Quote): { promotions: string[]; coupons: string[] } {
  const slugs = (kind: 'promotion' | 'coupon'): string[] => [
    ...new Set(adjustments.flatMap(({ because }) => (because.kind === kind ? [because.slug] : []))),
  ]
  return { promotions: slugs('promotion'), coupons: slugs('coupon') }
}

type Reason = Extract<Adjustment['because'], { kind: 'tier' | 'promotion' | 'coupon' | 'adjusted' }>

/** The reduction of the goods by each offer, in the order of application. */
function reductions(adjustments: readonly Adjustment[]): { because: Reason; amount: number }[] {
  const found = new Map<string, { because: Reason; amount: number }>()
  for (const { because, amount } of adjustments) {
    if (!isReason(because)) continue
    const of = 'slug' in because ? because.slug : 'reason' in because ? because.reason : ''
    const key = `${because.kind} ${of}`
    found.set(key, { because, amount: (found.get(key)?.amount ?? 0) + amount })
  }
  return [...found.values()].filter(({ amount }) => amount !== 0)
}

function isReason(because: Adjustment['because']): because is Reason {
  const { kind } = because
  return kind === 'tier' || kind === 'promotion' || kind === 'coupon' || kind === 'adjusted'
}

function reductionLabel(because: Reason, names: OfferNames, { t, locale }: Wording): string {
  switch (because.kind) {
    case 'tier':
      return t('order.sum.tier')
    case 'adjusted':
      // The reason is the operator's, in words for the shopper.
      return because.reason === ''
        ? t('order.sum.adjusted')
        : t('order.receipt.adjusted_line', { label: t('order.sum.adjusted'), title: because.reason })
    case 'promotion':
      return pickText(names.promotions.get(because.slug), locale) || t('order.sum.discount')
    case 'coupon':
      return t('order.sum.coupon', { code: because.code })
  }
}

/** The reduction of one line by each offer: "Winter textiles −$12.00". */
export function lineReductions(quote: Quote, line: string, names: OfferNames, wording: Wording): string[] {
  const own = quote.adjustments.filter((adjustment) => adjustment.line === line)
  return reductions(own).map(
    ({ because, amount }) =>
      `${reductionLabel(because, names, wording)} ${formatMoney(amount, quote.currency, wording.lang)}`,
  )
}
