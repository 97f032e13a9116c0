import { quote } from '#domain/pricing.ts'
import type { Rates } from '#domain/promotion.ts'
import type { Quote, TaxFacts } from '#domain/quote.ts'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'

/*
 * What an exchange costs. Another variant of the same product costs what was paid, and what its price differs by now:
 * the same price now is an even exchange, whatever coupon it was bought with. Other goods cost what they cost now. What
 * the goods that come back were worth pays for it, as credit of the new order.
 */

export interface ExchangeTerms {
  wants: readonly Want[]
  /** Of the order's destination, as it was when the exchange was asked for. */
  tax: TaxFacts | null
}

export interface Want {
  /** The line of the order whose units it comes for. */
  line: number
  sku: string
  /** Another variant of the same product. */
  isVariant: boolean
  /** Of a variant: by how much its price differs now; of other goods: their price now. Minor units, for one. */
  amount: number
  taxClass: string
  /** Grams, for one. */
  weight: number
}

/** A line of the order as it was bought. */
export interface BoughtLine {
  id: number
  /** Its key in the quote. */
  sku: string
  /** Minor units, for one, before anything. */
  amount: number
}

interface ExchangeFrame {
  /** What the reduction of the new goods is called: the return's number. */
  name: string
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
  { name, currency, rates, isTaxAdded }: ExchangeFrame,
): PricedExchange {
  const found = wants.flatMap((want) => {
    const quantity = units.get(want.line) ?? 0
    const line = bought.find(({ id }) => id === want.line)
    return quantity === 0 || line === undefined ? [] : [priceWant(want, line, quantity, refund, isTaxAdded)]
  })
  const lines = [...Map.groupBy(found, ({ want }) => want.sku).values()].map((same) => ({
    want: same[0]!.want,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: Math.max(...same.map(({ amount }) => amount)),
    net: same.reduce((sum, { net }) => sum + net, 0),
  }))
  const off = lines.reduce((sum, { amount, quantity, net }) => sum + amount * quantity - net, 0)
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
    promotions:
      off === 0
        ? []
        : [
            {
              slug: name,
              conditions: { products: [], categories: [], collections: [], firstOrder: false },
              benefit: { kind: 'amount' as const, amounts: { [currency]: off } },
            },
          ],
    coupons: [],
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
  const isEven = found.every(({ want }) => want.isVariant && want.amount === 0)
  const whole = quote({ ...facts, credit: 0 })
  const final = quote({ ...facts, credit: isEven ? whole.total : refund.total })
  return { quote: final, back: isEven ? 0 : refund.total - final.credit }
}

/** The price of what is wanted for the units of one line. */
function priceWant(
  want: Want,
  line: BoughtLine,
  quantity: number,
  refund: RefundQuote,
  isTaxAdded: boolean,
): { want: Want; quantity: number; amount: number; net: number } {
  if (!want.isVariant) return { want, quantity, amount: want.amount, net: want.amount * quantity }
  const back = refund.lines.find(({ key }) => key === line.sku)
  const paid = (back?.amount ?? 0) - (isTaxAdded ? (back?.tax ?? 0) : 0)
  const amount = Math.max(0, line.amount + want.amount)
  // What was taken off the goods that come back is taken off these.
  const net = Math.min(amount * quantity, Math.max(0, paid + want.amount * quantity))
  return { want, quantity, amount, net }
}
