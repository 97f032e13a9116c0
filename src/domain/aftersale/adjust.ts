import { allocate } from '../money.ts'
import { portion, sum } from '../pricing-rounding.ts'
import type { Adjustment, Quote, QuotedLine } from '../quote.ts'
import { no, ok, type Result } from '../result.ts'

/*
 * A part of an order's price that is taken off after it was sold. It has its share of the tax of what it is taken off:
 * adjustments of a line in any parts have exactly the line's tax once all of its price is gone.
 */

/** Minor units of the order's currency. */
export interface AdjustmentShare {
  /** The key of a line; null for shipping and payment fee. */
  readonly line: string | null
  /** Null where there is no tax; `rate` is empty then. */
  readonly taxClass: string | null
  /** Decimal percent. */
  readonly rate: string
  /** With all tax. */
  readonly amount: number
  /** The tax in `amount`. */
  readonly tax: number
}

export type AdjustmentRefusal =
  | { readonly name: 'unknown_line'; readonly key: string }
  /** `left`: what is left of the price of the line, or of the order. */
  | { readonly name: 'too_much'; readonly left: number }

export interface AdjustmentWish {
  /** The key of a line; null for the order as a whole: its lines, and shipping and fee unless `goodsOnly`. */
  readonly line: string | null
  readonly amount: number
  readonly goodsOnly?: boolean
}

/** A part of the order that has a price and a tax of its own. */
interface Part {
  readonly line: string | null
  readonly paid: number
  readonly tax: number
  readonly taxClass: string | null
  readonly rate: string
}

/**
 * The shares of an adjustment by line and tax class.
 * @param earlier shares of adjustments that were made before and are not in the quote
 */
export function adjustmentShares(
  quote: Quote,
  earlier: readonly AdjustmentShare[],
  { line, amount, goodsOnly = false }: AdjustmentWish,
): Result<AdjustmentShare[], AdjustmentRefusal> {
  const all = partsOf(quote)
  const parts = all.filter((part) => (line === null ? !goodsOnly || part.line !== null : part.line === line))
  if (line !== null && parts.length === 0) return no({ name: 'unknown_line', key: line })
  const before = parts.map((part) =>
    sum(earlier.filter((one) => one.line === part.line).map((one) => one.amount)),
  )
  const lefts = parts.map(({ paid }, index) => Math.max(0, paid - before[index]!))
  const left = sum(lefts)
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) return no({ name: 'too_much', left })
  const amounts = allocate(amount, lefts)
  return ok(
    parts.flatMap((part, index) => {
      const own = amounts[index]!
      if (own === 0) return []
      const { line: key, taxClass, rate } = part
      const tax = taxUpTo(part, before[index]! + own) - taxUpTo(part, before[index]!)
      return [{ line: key, taxClass, rate, amount: own, tax }]
    }),
  )
}

/** The tax in the first `amount` of a part's price. */
function taxUpTo({ paid, tax }: Part, amount: number): number {
  return paid === 0 ? 0 : portion(tax, amount, paid)
}

function partsOf(quote: Quote): Part[] {
  const added = quote.taxMode === 'added'
  const serviceTax = quote.tax - sum(quote.lines.map(({ tax }) => tax))
  const services = (quote.shipping ?? 0) + quote.paymentFee + (added ? serviceTax : 0)
  return [
    ...quote.lines.map((line) => ({
      line: line.key,
      paid: added ? line.net + line.tax : line.net,
      tax: line.tax,
      ...rateOf(quote, line.key),
    })),
    { line: null, paid: services, tax: serviceTax, ...rateOf(quote, undefined) },
  ]
}

function rateOf({ adjustments }: Quote, key: string | undefined): Pick<Part, 'taxClass' | 'rate'> {
  for (const { because, line } of adjustments)
    if (because.kind === 'tax' && line === key) return { taxClass: because.taxClass, rate: because.rate }
  return { taxClass: null, rate: '' }
}

/** The quote with the shares taken off its lines: for an order that is not paid yet. Shares of services are not for it. */
export function reducedQuote(quote: Quote, shares: readonly AdjustmentShare[], reason: string): Quote {
  const added = quote.taxMode === 'added'
  const off = new Map(shares.map((share) => [share.line, share]))
  const lines = quote.lines.map((line): QuotedLine => {
    const share = off.get(line.key)
    if (share === undefined) return line
    const net = line.net - netOf(share, added)
    return { ...line, net, discount: line.gross - net, tax: line.tax - share.tax }
  })
  const reductions = shares.flatMap((share): Adjustment[] =>
    share.line === null || netOf(share, added) === 0
      ? []
      : [{ because: { kind: 'adjusted', reason }, amount: -netOf(share, added), line: share.line }],
  )
  const taxes = quote.adjustments.flatMap((one): Adjustment[] => {
    const share = one.because.kind === 'tax' && one.line !== undefined ? off.get(one.line) : undefined
    if (share === undefined) return [one]
    const amount = one.amount - share.tax
    return amount === 0 ? [] : [{ ...one, amount }]
  })
  return summedUp(quote, lines, [...beforeServices(taxes), ...reductions, ...fromServices(taxes)], {
    shipping: quote.shipping,
    qualifying: quote.qualifying,
    weight: quote.weight,
  })
}

function netOf({ amount, tax }: AdjustmentShare, added: boolean): number {
  return added ? amount - tax : amount
}

const reductionKinds: ReadonlySet<string> = new Set(['tier', 'promotion', 'coupon', 'adjusted'])

/** Reductions of lines come first in a quote; then shipping, fee, taxes and store credit. */
export function beforeServices(adjustments: readonly Adjustment[]): Adjustment[] {
  return adjustments.filter(({ because }) => reductionKinds.has(because.kind))
}

export function fromServices(adjustments: readonly Adjustment[]): Adjustment[] {
  return adjustments.filter(({ because }) => !reductionKinds.has(because.kind))
}

/** A quote of these parts: its sums are made of them; store credit stays as it was spent. */
export function summedUp(
  quote: Quote,
  lines: readonly QuotedLine[],
  adjustments: readonly Adjustment[],
  rest: Pick<Quote, 'shipping' | 'qualifying' | 'weight'>,
): Quote {
  const subtotal = sum(lines.map(({ gross }) => gross))
  const discount = sum(lines.map((line) => line.discount))
  const tax = sum(adjustments.map(({ because, amount }) => (because.kind === 'tax' ? amount : 0)))
  const services = (rest.shipping ?? 0) + quote.paymentFee
  const total = subtotal - discount + services + (quote.taxMode === 'added' ? tax : 0)
  return {
    ...quote,
    ...rest,
    lines,
    adjustments,
    subtotal,
    discount,
    tax,
    total,
    toPay: total - quote.credit,
    coupons: quote.coupons.map((outcome) =>
      outcome.applied ? { ...outcome, saved: savedBy(adjustments, outcome.code) } : outcome,
    ),
  }
}

function savedBy(adjustments: readonly Adjustment[], code: string): number {
  return -sum(
    adjustments.map(({ because, amount }) =>
      (because.kind === 'coupon' && because.code === code) ||
      (because.kind === 'free_shipping' && because.coupon === code)
        ? amount
        : 0,
    ),
  )
}
