import { portion, sum } from './pricing-rounding.ts'
import type { Quote, QuotedLine } from './quote.ts'
import { no, ok, type Result } from './result.ts'

/** Units of a line of the quote. */
export interface ReturnedUnits {
  readonly key: string
  readonly quantity: number
}

export interface RefundedLine extends ReturnedUnits {
  /** What was really paid for these units, in minor units with all tax. */
  readonly amount: number
  /** The tax in `amount`. */
  readonly tax: number
}

export interface Refund {
  readonly lines: readonly RefundedLine[]
  /** Whether with these units nothing of the order stays with the shopper; then shipping and payment fee come back. */
  readonly isWhole: boolean
  /** Shipping and payment fee with their tax; 0 as long as something stays. */
  readonly services: number
  /** All tax in `total`. */
  readonly tax: number
  readonly total: number
  /** Of `total`, by the way of payment; first this, until all that was paid so is back. */
  readonly toPayment: number
  /** Of `total`, as store credit: it was paid with that. */
  readonly toCredit: number
}

export type RefundRefusal =
  | { readonly name: 'unknown_line'; readonly key: string }
  /** More than was bought and not given back yet. */
  | { readonly name: 'too_many'; readonly key: string; readonly left: number }

/**
 * The refund for some units of an order: their share of what was paid after all discounts, tax included. The first k
 * units of a line are worth k parts of it, rounded half up. So refunds in any parts add up to exactly what was paid,
 * shipping and payment fee with the last unit.
 * @param alreadyReturned units of earlier refunds of this order
 */
export function refundOf(
  quote: Quote,
  returned: readonly ReturnedUnits[],
  alreadyReturned: readonly ReturnedUnits[],
): Result<Refund, RefundRefusal> {
  const before = countUnits(alreadyReturned)
  const now = countUnits(returned)
  for (const [key, quantity] of now) {
    const line = quote.lines.find((one) => one.key === key)
    if (!line) return no({ name: 'unknown_line', key })
    const left = line.quantity - (before.get(key) ?? 0)
    if (quantity > left) return no({ name: 'too_many', key, left })
  }
  const lines = quote.lines.flatMap((line) => {
    const quantity = now.get(line.key) ?? 0
    const earlier = before.get(line.key) ?? 0
    if (quantity === 0) return []
    const part = (whole: number) => upTo(whole, earlier + quantity, line) - upTo(whole, earlier, line)
    return [{ key: line.key, quantity, amount: part(paidFor(line, quote)), tax: part(line.tax) }]
  })
  const isLast = quote.lines.every(
    ({ key, quantity }) => (before.get(key) ?? 0) + (now.get(key) ?? 0) === quantity,
  )
  const isWhole = isLast && lines.length > 0
  const services = isWhole ? paidForServices(quote) : 0
  const serviceTax = isWhole ? serviceTaxOf(quote) : 0
  const total = sum(lines.map(({ amount }) => amount)) + services
  const earlier = sum(quote.lines.map((line) => upTo(paidFor(line, quote), before.get(line.key) ?? 0, line)))
  const toPayment = Math.min(earlier + total, quote.toPay) - Math.min(earlier, quote.toPay)
  return ok({
    lines,
    isWhole,
    services,
    tax: sum(lines.map(({ tax }) => tax)) + serviceTax,
    total,
    toPayment,
    toCredit: total - toPayment,
  })
}

function countUnits(units: readonly ReturnedUnits[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { key, quantity } of units) counts.set(key, (counts.get(key) ?? 0) + quantity)
  return counts
}

/** The value of the first `count` units of a line. */
function upTo(whole: number, count: number, { quantity }: QuotedLine): number {
  return portion(whole, count, quantity)
}

function paidFor({ net, tax }: QuotedLine, { taxMode }: Quote): number {
  return taxMode === 'added' ? net + tax : net
}

function paidForServices(quote: Quote): number {
  const added = quote.taxMode === 'added' ? serviceTaxOf(quote) : 0
  return (quote.shipping ?? 0) + quote.paymentFee + added
}

function serviceTaxOf({ tax, lines }: Quote): number {
  return tax - sum(lines.map((line) => line.tax))
}
