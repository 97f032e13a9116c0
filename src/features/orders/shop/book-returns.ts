import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import { portion, sum } from '#domain/pricing-rounding.ts'
import type { Quote } from '#domain/quote.ts'
import type { BookedReturn } from '../queries/booked-returns.ts'
import type { OrderRow, RefundRow } from '../queries/read.ts'

/* Refunds of returns in the books: by rate of tax with the figures that the return recorded, and its mail names. */

/** What of a refund is of one rate of tax. Minor units. */
export interface RateShare {
  /** Decimal percent; empty for none. */
  readonly taxRate: string
  /** With all tax; below 0 for a fee that the shop keeps. */
  readonly amount: number
  /** The tax in `amount`. */
  readonly tax: number
}

/**
 * The shares of a refund that a return made; null for any other refund, and for a return after refunds that the books
 * split in proportion: what those took of a rate is not known to the return, and would be taken twice.
 */
export function returnShares(
  refund: RefundRow,
  order: OrderRow,
  returns: readonly BookedReturn[],
): RateShare[] | null {
  const made = returns.find((one) => isOf(refund, one))
  if (made === undefined) return null
  // All parts of a return's refund are written at once: what each of them has does not change with their states.
  const parts = order.refunds.filter((one) => isOf(one, made))
  const first = parts[0]!.id
  if (order.refunds.some((one) => one.id < first && isInProportion(one, order, returns))) return null
  const { fee } = made.quote
  const isFirst = refund.id === first
  const before = sum(parts.filter(({ id }) => id < refund.id).map(({ amount }) => amount))
  const shares = cut(
    sharesOfQuote(made.quote, order.quote),
    isFirst ? 0 : before + fee,
    before + refund.amount + fee,
  )
  return isFirst && fee > 0 ? [...shares, { taxRate: '', amount: -fee, tax: 0 }] : shares
}

/** It is the return's, by payment, as store credit or as other goods; not what a cancelled exchange brought home. */
function isOf({ cause }: RefundRow, { number }: BookedReturn): boolean {
  const name = cause.replace(/\/\d+$/, '')
  return [`return:${number}`, `return:${number}:credit`, `exchange:${number}`].includes(name)
}

/** The books take it of all that was sold. */
function isInProportion(refund: RefundRow, order: OrderRow, returns: readonly BookedReturn[]): boolean {
  const { cause, isSurplus } = refund
  if (isSurplus || cause.startsWith('edit:') || returns.some((one) => isOf(refund, one))) return false
  const name = cause.replace(/\/\d+$/, '')
  return !order.adjustments.some(({ key, line }) => line !== null && name === `adjust:${order.id}:${key}`)
}

function sharesOfQuote({ lines, services }: RefundQuote, quote: Quote): RateShare[] {
  const { shipping, paymentFee, tax } = services
  const all = [
    ...lines.map((line) => ({ taxRate: rateOf(quote, line.key), amount: line.amount, tax: line.tax })),
    {
      taxRate: rateOf(quote, undefined),
      amount: shipping + paymentFee + (quote.taxMode === 'added' ? tax : 0),
      tax,
    },
  ]
  return [...Map.groupBy(all, ({ taxRate }) => taxRate)].map(([taxRate, same]) => ({
    taxRate,
    amount: sum(same.map(({ amount }) => amount)),
    tax: sum(same.map((share) => share.tax)),
  }))
}

/** What lies between two amounts, counted from the first share on. */
function cut(shares: readonly RateShare[], from: number, to: number): RateShare[] {
  let start = 0
  return shares.flatMap(({ taxRate, amount, tax }, index) => {
    const [low, high] = [Math.max(from, start) - start, Math.min(to, start + amount) - start]
    start += amount
    // An even exchange may be worth a cent more than its tax makes it.
    const beyond = index === shares.length - 1 ? Math.max(0, to - Math.max(from, start)) : 0
    const own = Math.max(0, high - low)
    if (own + beyond === 0) return []
    const taxOfOwn = own === 0 ? 0 : portion(tax, high, amount) - portion(tax, low, amount)
    return [{ taxRate, amount: own + beyond, tax: taxOfOwn }]
  })
}

/** The rate of tax of a line, or of shipping and payment fee; empty for none. */
export function rateOf({ adjustments }: Quote, line: string | undefined): string {
  for (const { because, line: of } of adjustments)
    if (because.kind === 'tax' && of === line) return because.rate
  return ''
}
