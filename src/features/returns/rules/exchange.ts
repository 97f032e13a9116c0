import { allocate } from '#domain/money.ts'
import { quote } from '#domain/pricing.ts'
import { portion, sum } from '#domain/pricing-rounding.ts'
import type { Rates } from '#domain/promotion.ts'
import type { Adjustment, Quote, TaxFacts } from '#domain/quote.ts'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'

/*
 * What an exchange costs (decision 107). Another variant of the same product costs what was paid, scaled down by today's
 * prices if it is cheaper, with their whole difference on top if it is dearer: the same price now is an even exchange,
 * whatever coupon it was bought with. Other goods cost what a cart of them costs now. What the goods that come back were
 * worth pays for it, as credit of the new order.
 */

export interface ExchangeTerms {
  wants: readonly Want[]
  /** Of the order's destination, as it was when the exchange was asked for. */
  tax: TaxFacts | null
  /** What is wanted is held from the application on (decision 109). */
  isHeld: boolean
}

/** Amounts are of the day of the application: the price that was shown holds. */
export interface Want {
  /** The line of the order whose units it comes for. */
  line: number
  sku: string
  /** Units that were asked for; `today` and `before` are of all of them. */
  quantity: number
  /** For one, before anything. */
  listed: number
  /** After what the shop takes off today. */
  today: number
  /** The same of the units that were bought, where it is another variant of their product; null: other goods. */
  before: number | null
  /** What the shop takes off other goods today. */
  reasons: readonly Reason[]
  taxClass: string
  /** Grams, for one. */
  weight: number
}

type Reason = Pick<Adjustment, 'because' | 'amount'>

/** A line of the order as it was bought. */
export interface BoughtLine {
  id: number
  /** Its key in the quote. */
  sku: string
}

interface ExchangeFrame {
  currency: string
  rates: Rates
  /** In the order that the goods come back of, tax came on top of prices. */
  isTaxAdded: boolean
}

export interface PricedExchange {
  quote: Quote
  /** Of what came back, what no goods were taken for. */
  back: number
}

/** @param units how many come back of a line, and are wanted instead */
export function priceExchange(
  { wants, tax }: ExchangeTerms,
  refund: RefundQuote,
  bought: readonly BoughtLine[],
  units: ReadonlyMap<number, number>,
  { currency, rates, isTaxAdded }: ExchangeFrame,
): PricedExchange {
  const found = wants.flatMap((want) => {
    const quantity = units.get(want.line) ?? 0
    const key = bought.find(({ id }) => id === want.line)?.sku
    const back = refund.lines.find((line) => line.key === key)
    const paid = (back?.amount ?? 0) - (isTaxAdded ? (back?.tax ?? 0) : 0)
    return quantity === 0 ? [] : [priceWant(want, quantity, paid)]
  })
  const lines = [...Map.groupBy(found, ({ want }) => want.sku).values()].map(asOneLine)
  const facts = {
    currency,
    rates,
    lines: lines.map(({ want, quantity, amount }) => ({
      key: want.sku,
      product: want.sku,
      categories: [],
      collections: [],
      quantity,
      amount,
      tiers: [],
      taxClass: want.taxClass,
      weight: want.weight,
    })),
    promotions: [],
    // Each line has its own, as exact as it was calculated; its reasons take their place in the quote.
    coupons: lines.map(({ want: { sku }, off }) => ({
      slug: sku,
      code: sku,
      stackable: true,
      conditions: { products: [sku], categories: [], collections: [], firstOrder: false },
      benefit: { kind: 'amount' as const, amounts: { [currency]: off } },
    })),
    buyer: { isFirstOrder: null },
    shipping: {
      code: 'exchange',
      rows: [{ maxWeight: null, minAmount: 0, amount: 0 }],
      freeFrom: null,
    },
    tax,
    paymentFee: 0,
  }
  // Its tax is rounded for itself: an even exchange is even all the same.
  const isEven = found.every(({ want }) => want.before === want.today)
  const whole = quote({ ...facts, credit: 0 })
  const final = quote({ ...facts, credit: isEven ? whole.total : refund.total })
  const reasons = new Map(lines.map((line) => [line.want.sku, line.reasons]))
  return { quote: withReasons(final, reasons), back: isEven ? 0 : refund.total - final.credit }
}

interface PricedWant {
  want: Want
  quantity: number
  /** For one, before anything. */
  amount: number
  /** Of all, in what `reasons` explain. */
  off: number
  reasons: readonly Reason[]
}

/** @param paid for the units that come back, without tax that was on top */
function priceWant(want: Want, quantity: number, paid: number): PricedWant {
  const { listed, today, before, reasons } = want
  if (before === null) {
    const off = listed * quantity - portion(today, quantity, want.quantity)
    const shares =
      off === 0
        ? []
        : allocate(
            off,
            reasons.map(({ amount }) => -amount),
          )
    return {
      ...{ want, quantity, amount: listed, off },
      reasons: reasons.flatMap(({ because }, index) =>
        (shares[index] ?? 0) === 0 ? [] : [{ because, amount: -shares[index]! }],
      ),
    }
  }
  const net = variantCost(paid, quantity, { quantity: want.quantity, today, before })
  // Where more was paid than the shop asks today, there is no list price that it would be a part of.
  const amount = Math.max(listed, Math.ceil(net / quantity))
  const off = amount * quantity - net
  return { want, quantity, amount, off, reasons: adjusted(off) }
}

/**
 * What units of another variant cost, for which `paid` was paid: a coupon is kept in the share of it that they are worth,
 * and is not taken off what is dearer.
 */
export function variantCost(
  paid: number,
  units: number,
  { quantity, today, before }: { quantity: number; today: number; before: number },
): number {
  return today < before ? portion(paid, today, before) : paid + portion(today - before, units, quantity)
}

/** Of one SKU there is one line, with the highest of its prices as its list price. */
function asOneLine(same: readonly PricedWant[]): PricedWant {
  const { want } = same[0]!
  const quantity = sum(same.map((one) => one.quantity))
  const amount = Math.max(...same.map((one) => one.amount))
  const net = sum(same.map((one) => one.amount * one.quantity - one.off))
  const off = amount * quantity - net
  const reasons = same.flatMap((one) => one.reasons)
  return {
    want,
    quantity,
    amount,
    off,
    reasons: [...reasons, ...adjusted(off + sum(reasons.map((one) => one.amount)))],
  }
}

function adjusted(off: number): Reason[] {
  return off === 0 ? [] : [{ because: { kind: 'adjusted', reason: '' }, amount: -off }]
}

function withReasons(made: Quote, reasons: ReadonlyMap<string, readonly Reason[]>): Quote {
  return {
    ...made,
    adjustments: made.adjustments.flatMap((one) =>
      one.because.kind === 'coupon'
        ? (reasons.get(one.because.code) ?? []).map((reason) => ({ ...reason, line: one.line! }))
        : [one],
    ),
    coupons: [],
  }
}
