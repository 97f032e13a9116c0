import { quote } from '#domain/pricing.ts'
import type { Adjustment, CouponOutcome, PricingFacts, Quote } from '#domain/quote.ts'
import { priceByHand, type Row, type Sheet } from './pricing-oracle.ts'
import { randomCarts } from './random-carts.ts'

/* Prices random carts by the shop and by the oracle: `npm run prove -- pricing`. */

export interface Mismatch {
  /** Which cart of the seed, from 0. */
  cart: number
  facts: PricingFacts
  shop: Sheet
  oracle: Sheet
}

/** The first few mismatches, and how many there are. */
export function compareCarts(
  carts: number,
  seed: number,
  price: (facts: PricingFacts) => Quote = quote,
): { count: number; first: Mismatch[] } {
  const nextCart = randomCarts(seed)
  const first: Mismatch[] = []
  let count = 0
  for (let cart = 0; cart < carts; cart += 1) {
    const facts = nextCart()
    const shop = sheetOf(price(facts))
    const oracle = priceByHand(facts)
    if (JSON.stringify(shop) === JSON.stringify(oracle)) continue
    count += 1
    if (first.length < 3) first.push({ cart, facts, shop, oracle })
  }
  return { count, first }
}

/** Compares and tells; whether there was no mismatch. */
export function provePricing({
  carts,
  seed,
  say,
}: {
  carts: number
  seed: number
  say: (line: string) => void
}): boolean {
  const { count, first } = compareCarts(carts, seed)
  for (const mismatch of first) say(JSON.stringify(mismatch, null, 1))
  say(`${carts} carts, ${count} mismatches`)
  return count === 0
}

/** The shop's quote in the oracle's form. What a quote says twice must agree with itself. */
function sheetOf(found: Quote): Sheet {
  const { lines, subtotal, qualifying, shipping, tax, total, credit, toPay } = found
  const isExplained = lines.every(({ gross, discount, net }) => gross - discount === net)
  const discount = lines.reduce((sum, line) => sum + line.discount, 0)
  if (!isExplained || discount !== found.discount) throw new Error('the discounts of lines and quote differ')
  return {
    rows: found.adjustments.map(rowOf),
    lines: lines.map((line) => ({ net: line.net, tax: line.tax })),
    subtotal,
    qualifying,
    shipping,
    fee: found.paymentFee,
    tax,
    total,
    credit,
    toPay,
    coupons: found.coupons.map(outcomeWords),
  }
}

function rowOf({ because, amount, line = '' }: Adjustment): Row {
  switch (because.kind) {
    case 'tier':
      return ['tier', String(because.from), line, amount]
    case 'promotion':
      return ['promotion', because.slug, line, amount]
    case 'coupon':
      return ['coupon', `${because.slug} ${because.code}`, line, amount]
    case 'adjusted':
      return ['adjusted', because.reason, line, amount]
    case 'shipping':
      return ['shipping', because.method, line, amount]
    case 'free_shipping': {
      const { promotion, coupon } = because
      const by =
        promotion === null ? (coupon === null ? 'method' : `coupon ${coupon}`) : `promotion ${promotion}`
      return ['free_shipping', by, line, amount]
    }
    case 'tax':
      return [
        `tax ${because.included ? 'included' : 'added'}`,
        `${because.taxClass} ${because.rate}`,
        line,
        amount,
      ]
    case 'payment_fee':
    case 'store_credit':
      return [because.kind, '', line, amount]
  }
}

function outcomeWords(outcome: CouponOutcome): string {
  if (outcome.applied) return `saved ${outcome.saved}`
  const word = outcome.why.name.replace('coupon_', '')
  return 'missing' in outcome.why ? `${word} ${outcome.why.missing}` : word
}
