import { portion, sum } from '../pricing-rounding.ts'
import type { Adjustment, Quote, QuotedLine } from '../quote.ts'

/* What of one line of an order is left, and what units of it give back. */

export interface RefundPart {
  /** `tax`: where it came on top of the price. `adjusted`: a price reduced afterwards. */
  readonly because: 'price' | 'tier' | 'promotion' | 'coupon' | 'tax' | 'adjusted'
  /** Below 0 for what is taken off. */
  readonly amount: number
}

export interface RefundedLine {
  readonly key: string
  /** 0 where only the price is reduced. */
  readonly quantity: number
  /** What was really paid for these units, with all tax. */
  readonly amount: number
  /** The tax in `amount`. */
  readonly tax: number
  /** Sum to `amount`; those of 0 are left out. */
  readonly parts: readonly RefundPart[]
}

export interface LineLedger {
  readonly key: string
  /** Not given back yet. */
  readonly units: number
  /** Paid for them, and not given back: with tax where it is included. */
  readonly net: number
  readonly tax: number
  /** Tax comes on top of `net`. */
  readonly isAdded: boolean
  /** Units and what they cost since the last change of the price: units are worth parts of this. */
  readonly base: { readonly units: number; readonly net: number; readonly tax: number }
  /** As bought. */
  readonly bought: Bought
}

interface Bought {
  readonly units: number
  /** For one. */
  readonly price: number
  /** Tier's reduction of one; 0 or less. */
  readonly tier: number
  /** Promotions' and coupons' reductions of all; 0 or less. */
  readonly promotion: number
  readonly coupon: number
}

/** The line as it was paid. */
export function lineLedger({ key, quantity, amount, net, tax }: QuotedLine, quote: Quote): LineLedger {
  const taken = (kind: Adjustment['because']['kind']) =>
    sum(
      quote.adjustments
        .filter(({ because, line }) => line === key && because.kind === kind)
        .map((adjustment) => adjustment.amount),
    )
  const base = { units: quantity, net, tax }
  const bought = {
    units: quantity,
    price: amount,
    // A tier's price is one for each unit.
    tier: taken('tier') / quantity,
    promotion: taken('promotion'),
    coupon: taken('coupon'),
  }
  return { key, ...base, isAdded: quote.taxMode === 'added', base, bought }
}

export function leftOfLine({ net, tax, isAdded }: LineLedger): number {
  return isAdded ? net + tax : net
}

/**
 * Gives units back: the first k units since the last change of the price are worth k parts of what they cost then,
 * rounded half up, and their tax is the same share of the tax. So they cost the same one by one or together.
 * @param takesAll with what is left of a line without units: the last refund of an order gives the rest
 */
export function giveUnits(
  line: LineLedger,
  quantity: number,
  takesAll: boolean,
): { refunded: RefundedLine | null; after: LineLedger } {
  const units = line.units - quantity
  const { net, tax } = takesAll && units === 0 ? { net: 0, tax: 0 } : restOf(line.base, units, line)
  return change(line, { units, net, tax })
}

/** What is left of the base when so many units of it are left. */
function restOf(
  base: LineLedger['base'],
  units: number,
  { units: unitsNow, net: netNow, tax: taxNow }: LineLedger,
): { net: number; tax: number } {
  if (units === unitsNow) return { net: netNow, tax: taxNow }
  const given = base.units - units
  const net = portion(base.net, given, base.units)
  const tax = base.net === 0 ? portion(base.tax, given, base.units) : portion(base.tax, net, base.net)
  return { net: base.net - net, tax: base.tax - tax }
}

/** Reduces the price of the units that are left. @param amount with tax; no more than is left */
export function adjustLine(
  line: LineLedger,
  amount: number,
): { refunded: RefundedLine | null; after: LineLedger } {
  if (amount === 0) return { refunded: null, after: line }
  const tax = portion(line.tax, amount, leftOfLine(line))
  const rest = {
    units: line.units,
    net: line.net - (line.isAdded ? amount - tax : amount),
    tax: line.tax - tax,
  }
  return change({ ...line, base: rest }, rest)
}

/** Notes what a recorded refund gave back. */
export function recordLine(
  line: LineLedger,
  { quantity, amount, tax }: Omit<RefundedLine, 'key' | 'parts'>,
): LineLedger {
  const units = line.units - Math.min(quantity, line.units)
  const expected = giveUnits(line, line.units - units, false)
  if (expected.refunded?.amount === amount && expected.refunded.tax === tax) return expected.after
  const taxBack = Math.min(tax, line.tax)
  const netBack = Math.min(line.isAdded ? amount - taxBack : amount, line.net)
  const rest = { units, net: line.net - netBack, tax: line.tax - taxBack }
  return { ...line, ...rest, base: rest }
}

function change(
  line: LineLedger,
  rest: LineLedger['base'],
): { refunded: RefundedLine | null; after: LineLedger } {
  const after = { ...line, ...rest }
  const quantity = line.units - rest.units
  const tax = line.tax - rest.tax
  const amount = leftOfLine(line) - leftOfLine(after)
  if (quantity === 0 && amount === 0) return { refunded: null, after }
  return {
    refunded: { key: line.key, quantity, amount, tax, parts: partsOf(line, quantity, amount, tax) },
    after,
  }
}

/** Why units give so much back: the parts of what they cost when they were bought, and what was changed since. */
function partsOf(
  { bought, units, isAdded }: LineLedger,
  quantity: number,
  amount: number,
  tax: number,
): RefundPart[] {
  const before = bought.units - units
  const gross = bought.price + bought.tier
  /** Of a reduction of all units, what is for these. */
  const share = (reduction: number) => {
    const upTo = (count: number) =>
      portion(gross * bought.units + reduction, count, bought.units) - gross * count
    return upTo(before + quantity) - upTo(before)
  }
  const both = share(bought.promotion + bought.coupon)
  // Each is rounded for itself: an odd unit never turns one into its contrary.
  const coupon = Math.min(0, both - share(bought.promotion))
  const added = isAdded ? tax : 0
  const parts: RefundPart[] = [
    { because: 'price', amount: bought.price * quantity },
    { because: 'tier', amount: bought.tier * quantity },
    { because: 'promotion', amount: both - coupon },
    { because: 'coupon', amount: coupon },
    { because: 'tax', amount: added },
    { because: 'adjusted', amount: amount - gross * quantity - both - added },
  ]
  return parts.filter((part) => part.amount !== 0)
}
