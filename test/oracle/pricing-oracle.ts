import type { Benefit, Conditions } from '#domain/promotion.ts'
import type { CouponFacts, LineFacts, PricingFacts, PromotionFacts } from '#domain/quote.ts'

/*
 * What an order costs, calculated a second time: from the words of docs/prices.md, as a table that is filled in
 * row by row, with nothing of the shop's code but its types. Slow and plain on purpose; where it differs from
 * `quote`, one of the two is wrong.
 */

/** One reason of a difference: what, by whom, on which line ('' for the order), minor units. */
export type Row = readonly [what: string, by: string, line: string, amount: number]

export interface Sheet {
  rows: Row[]
  /** By line: net and tax. */
  lines: { net: number; tax: number }[]
  subtotal: number
  qualifying: number
  shipping: number | null
  fee: number
  tax: number
  total: number
  credit: number
  toPay: number
  /** By entered coupon: what it saved, or why not with the gap. */
  coupons: string[]
}

/** Minor units of one major unit, for the currencies of the proof. */
const minorUnits: Record<string, bigint> = { USD: 100n, EUR: 100n, CNY: 100n, JPY: 1n, KWD: 1000n }

/** A fraction. */
export type Part = readonly [top: bigint, bottom: bigint]

/** The nearest whole number; exactly between two, the greater. */
export function nearest([top, bottom]: Part): bigint {
  const below = top / bottom
  return (top - below * bottom) * 2n >= bottom ? below + 1n : below
}

/** "8.875" is 8875/1000. */
function decimal(text: string): Part {
  const point = text.indexOf('.')
  if (point < 0) return [BigInt(text), 1n]
  const digits = text.length - point - 1
  return [BigInt(text.replace('.', '')), 10n ** BigInt(digits)]
}

/** In the cart's currency: as written, or from the base currency by the rate, to the nearest step of that currency. */
function inCurrency(amounts: Readonly<Record<string, number>>, facts: PricingFacts): bigint {
  const written = amounts[facts.currency]
  if (written !== undefined) return BigInt(written)
  const base = facts.rates.baseCurrency
  const rule = facts.rates.currencies.find((one) => one.code === facts.currency)!
  const [top, bottom] = decimal(rule.rate)
  const step = BigInt(rule.roundTo)
  const minor = BigInt(amounts[base]!) * top * minorUnits[facts.currency]!
  return nearest([minor, bottom * minorUnits[base]! * step]) * step
}

/** Each gets what lies fully within its share; then the fullest remainders get one each, the earlier of equal ones. */
export function shares(whole: bigint, by: bigint[]): bigint[] {
  const all = by.reduce((a, b) => a + b, 0n)
  if (all === 0n) return by.map(() => 0n)
  const given = by.map((one) => (whole * one) / all)
  let left = whole - given.reduce((a, b) => a + b, 0n)
  const waiting = by.map((one, at) => ({ at, rest: (whole * one) % all }))
  while (left > 0n) {
    const next = waiting.reduce((most, one) => (one.rest > most.rest ? one : most))
    given[next.at]! += 1n
    next.rest = -1n
    left -= 1n
  }
  return given
}

function isNamed(conditions: Conditions, line: LineFacts): boolean {
  const names = [
    ...conditions.products.map((slug) => `product ${slug}`),
    ...conditions.categories.map((slug) => `category ${slug}`),
    ...conditions.collections.map((slug) => `collection ${slug}`),
  ]
  if (names.length === 0) return true
  const has = [
    `product ${line.product}`,
    ...line.categories.map((slug) => `category ${slug}`),
    ...line.collections.map((slug) => `collection ${slug}`),
  ]
  return has.some((name) => names.includes(name))
}

function isForGoods({ products, categories, collections }: Conditions): boolean {
  return [products, categories, collections].some((list) => list.length > 0)
}

/** '' or what is missing. `column`: what each line costs, as far as this offer's minimum counts it. */
function missing(offer: PromotionFacts, facts: PricingFacts, column: bigint[]): string {
  const { conditions, benefit } = offer
  let amount = 0n
  let units = 0
  let found = false
  for (const [at, line] of facts.lines.entries()) {
    if (!isNamed(conditions, line)) continue
    found = true
    amount += column[at]!
    units += line.quantity
  }
  if (!found) return 'nothing_eligible'
  if (conditions.firstOrder && facts.buyer.isFirstOrder === false) return 'first_order_only'
  if (conditions.minimumAmount !== undefined) {
    const least = inCurrency(conditions.minimumAmount, facts)
    if (amount < least) return `minimum_amount ${least - amount}`
  }
  const leastUnits = [
    conditions.minimumQuantity ?? 0,
    benefit.kind === 'buy-get' ? benefit.buy + 1 : 0,
    benefit.kind === 'tiered' ? Math.min(...benefit.steps.map((step) => step.quantity)) : 0,
  ].reduce((a, b) => (a > b ? a : b))
  return units < leastUnits ? `minimum_quantity ${leastUnits - units}` : ''
}

/** What the offer takes off each line of the column. `apart`: a percentage is taken of each line for itself. */
function takenOff(offer: PromotionFacts, facts: PricingFacts, column: bigint[], apart: boolean): bigint[] {
  const { benefit } = offer
  const mine = facts.lines.map((line) => isNamed(offer.conditions, line))
  const prices = column.map((price, at) => (mine[at] ? price : 0n))
  const sum = prices.reduce((a, b) => a + b, 0n)
  const percentOff = (percent: number) =>
    apart
      ? prices.map((price) => nearest([price * BigInt(percent), 100n]))
      : shares(nearest([sum * BigInt(percent), 100n]), prices)
  const rules: { [kind in Benefit['kind']]: (of: Extract<Benefit, { kind: kind }>) => bigint[] } = {
    percent: ({ percent }) => percentOff(percent),
    tiered: ({ steps }) => {
      const units = facts.lines.reduce((count, line, at) => count + (mine[at] ? line.quantity : 0), 0)
      let percent = 0
      for (const step of steps) if (units >= step.quantity) percent = step.percent
      return percentOff(percent)
    },
    amount: ({ amounts }) => {
      const amount = inCurrency(amounts, facts)
      return shares(amount < sum ? amount : sum, prices)
    },
    'fixed-price': ({ amounts }) => {
      const price = inCurrency(amounts, facts)
      return prices.map((paid, at) => {
        const wanted = price * BigInt(facts.lines[at]!.quantity)
        return mine[at] && paid > wanted ? paid - wanted : 0n
      })
    },
    'free-shipping': () => prices.map(() => 0n),
    'buy-get': ({ buy, get, percent }) => {
      // Every unit lies on the table by itself, the cheapest to the left.
      const units: { at: number; price: Part }[] = []
      for (const [at, line] of facts.lines.entries())
        for (let unit = 0; unit < line.quantity && mine[at]; unit += 1)
          units.push({ at, price: [prices[at]!, BigInt(line.quantity)] })
      units.sort((a, b) => {
        const difference = a.price[0] * b.price[1] - b.price[0] * a.price[1]
        return difference < 0n ? -1 : difference > 0n ? 1 : a.at - b.at
      })
      let cheaper = 0
      // The units are handed over the counter: `buy` at their price, then `get` for less, and again.
      for (let unit = 0; unit < units.length; unit += 1) if (unit % (buy + get) >= buy) cheaper += 1
      const counts = prices.map((_, at) => units.slice(0, cheaper).filter((unit) => unit.at === at).length)
      return prices.map((price, at) =>
        nearest([price * BigInt(counts[at]!) * BigInt(percent), BigInt(facts.lines[at]!.quantity) * 100n]),
      )
    },
  }
  return (rules[benefit.kind] as (of: Benefit) => bigint[])(benefit)
}

/** 1 for promotions on lines, 2 for those on the order, 3 for free shipping. */
function groupOf({ benefit, conditions }: PromotionFacts): 1 | 2 | 3 {
  if (benefit.kind === 'free-shipping') return 3
  if (benefit.kind === 'amount') return 2
  if (benefit.kind === 'percent' || benefit.kind === 'tiered') return isForGoods(conditions) ? 1 : 2
  return 1
}

const turns: readonly (readonly Benefit['kind'][])[] = [
  ['fixed-price'],
  ['buy-get'],
  ['percent', 'tiered'],
  ['amount'],
  ['free-shipping'],
]

function inTurn(coupons: readonly CouponFacts[]): CouponFacts[] {
  return turns.flatMap((kinds) =>
    coupons
      .filter(({ benefit }) => kinds.includes(benefit.kind))
      .sort((a, b) => (a.code === b.code ? 0 : a.code < b.code ? -1 : 1)),
  )
}

/** Everything that follows the goods, for some coupons; what is written into the sheet goes to `rows`. */
function finish(
  facts: PricingFacts,
  afterLines: bigint[],
  afterOrder: bigint[],
  used: readonly CouponFacts[],
  rows: Row[],
) {
  let column = afterOrder
  const saved = new Map<string, bigint>()
  for (const coupon of inTurn(used)) {
    const off = takenOff(coupon, facts, column, false)
    for (const [at, line] of facts.lines.entries())
      if (off[at]! > 0n) rows.push(['coupon', `${coupon.slug} ${coupon.code}`, line.key, -Number(off[at])])
    saved.set(
      coupon.code,
      off.reduce((a, b) => a + b, 0n),
    )
    column = column.map((price, at) => price - off[at]!)
  }

  const qualifying = afterLines.reduce((a, b) => a + b, 0n)
  const { shipping: method, tax: market } = facts
  const grams = facts.lines.reduce((total, { weight, quantity }) => total + weight * quantity, 0)
  let shipping: bigint | null = null
  if (method && facts.lines.length > 0)
    for (const row of [...method.rows].reverse())
      if ((row.maxWeight === null || grams <= row.maxWeight) && qualifying >= BigInt(row.minAmount))
        shipping = BigInt(row.amount)
  const byPromotion = facts.promotions.find(
    (offer) => groupOf(offer) === 3 && missing(offer, facts, afterLines) === '',
  )
  const byCoupon = inTurn(used).find(({ benefit }) => benefit.kind === 'free-shipping')
  if (method && shipping !== null && shipping > 0n) {
    rows.push(['shipping', method.code, '', Number(shipping)])
    const reasons = [
      method.freeFrom !== null && qualifying >= BigInt(method.freeFrom) ? 'method' : '',
      byPromotion ? `promotion ${byPromotion.slug}` : '',
      byCoupon ? `coupon ${byCoupon.code}` : '',
    ].filter((reason) => reason !== '')
    if (reasons[0] !== undefined) {
      rows.push(['free_shipping', reasons[0], '', -Number(shipping)])
      if (byCoupon && reasons[0] === `coupon ${byCoupon.code}`)
        saved.set(byCoupon.code, saved.get(byCoupon.code)! + shipping)
      shipping = 0n
    }
  }
  const fee = facts.lines.length > 0 ? BigInt(facts.paymentFee) : 0n
  if (fee > 0n) rows.push(['payment_fee', '', '', Number(fee)])

  const taxOf = (amount: bigint, taxClass: string, line: string): bigint => {
    if (!market) return 0n
    const classes = Object.keys(market.rates)
    const known = classes.includes(taxClass) ? taxClass : classes.includes('standard') ? 'standard' : null
    if (known === null) return 0n
    const [top, bottom] = decimal(market.rates[known]!)
    // Of 100 parts, r are added; or of 100 + r parts, r are held.
    const parts = market.mode === 'added' ? 100n * bottom : 100n * bottom + top
    const tax = nearest([amount * top, parts])
    if (tax > 0n) rows.push([`tax ${market.mode}`, `${known} ${market.rates[known]}`, line, Number(tax)])
    return tax
  }
  const lineTaxes = facts.lines.map((line, at) => taxOf(column[at]!, line.taxClass, line.key))
  const services = (shipping ?? 0n) + fee
  const serviceTax = market && market.shippingClass !== null ? taxOf(services, market.shippingClass, '') : 0n
  const tax = lineTaxes.reduce((a, b) => a + b, serviceTax)
  const goods = column.reduce((a, b) => a + b, 0n)
  return {
    column,
    saved,
    qualifying,
    shipping,
    fee,
    lineTaxes,
    tax,
    total: goods + services + (market?.mode === 'added' ? tax : 0n),
    // Before its price is known, free shipping is worth a little less than the smallest coin.
    promise: (!method || shipping === null) && Boolean(byPromotion ?? byCoupon),
  }
}

export function priceByHand(facts: PricingFacts): Sheet {
  const rows: Row[] = []
  const gross = facts.lines.map(({ amount, quantity }) => BigInt(amount) * BigInt(quantity))

  // Tiers.
  const afterTiers = facts.lines.map((line, at) => {
    const reached = line.tiers.filter((tier) => tier.from <= line.quantity && tier.amount < line.amount)
    const least = Math.min(line.amount, ...reached.map((tier) => tier.amount))
    if (least === line.amount) return gross[at]!
    const from = Math.min(...reached.filter((tier) => tier.amount === least).map((tier) => tier.from))
    rows.push(['tier', String(from), line.key, (least - line.amount) * line.quantity])
    return BigInt(least) * BigInt(line.quantity)
  })

  // Promotions on lines: a table of offers by lines, and the best of each column.
  const onLines = facts.promotions
    .filter((offer) => groupOf(offer) === 1 && missing(offer, facts, afterTiers) === '')
    .map((offer) => ({ slug: offer.slug, off: takenOff(offer, facts, afterTiers, true) }))
  const afterLines = afterTiers.map((price, at) => {
    let best = 0n
    let by = ''
    for (const { slug, off } of onLines)
      if (off[at]! > best) {
        best = off[at]!
        by = slug
      }
    if (best > 0n) rows.push(['promotion', by, facts.lines[at]!.key, -Number(best)])
    return price - best
  })

  // Promotions on the order: one of them.
  const total = (off: bigint[]) => off.reduce((a, b) => a + b, 0n)
  const onOrder = facts.promotions
    .filter((offer) => groupOf(offer) === 2 && missing(offer, facts, afterLines) === '')
    .map((offer) => ({ slug: offer.slug, off: takenOff(offer, facts, afterLines, false) }))
    .sort((a, b) => Number(total(b.off) - total(a.off)))[0]
  const afterOrder = afterLines.map((price, at) => {
    const off = onOrder?.off[at] ?? 0n
    if (onOrder && off > 0n) rows.push(['promotion', onOrder.slug, facts.lines[at]!.key, -Number(off)])
    return price - off
  })

  const { used, words } = chooseCoupons(facts, afterLines, afterOrder)
  const end = finish(facts, afterLines, afterOrder, used, rows)
  const credit = end.total < BigInt(facts.credit) ? end.total : BigInt(facts.credit)
  if (credit > 0n) rows.push(['store_credit', '', '', -Number(credit)])
  return {
    rows,
    lines: facts.lines.map((_, at) => ({ net: Number(end.column[at]), tax: Number(end.lineTaxes[at]) })),
    subtotal: Number(total(gross)),
    qualifying: Number(end.qualifying),
    shipping: end.shipping === null ? null : Number(end.shipping),
    fee: Number(end.fee),
    tax: Number(end.tax),
    total: Number(end.total),
    credit: Number(credit),
    toPay: Number(end.total - credit),
    coupons: facts.coupons.map((coupon, at) => words[at] ?? `saved ${end.saved.get(coupon.code)}`),
  }
}

/** Which of the entered coupons are used; of the others, why not. */
function chooseCoupons(facts: PricingFacts, afterLines: bigint[], afterOrder: bigint[]) {
  const { coupons } = facts
  const end = (which: readonly number[]) =>
    finish(
      facts,
      afterLines,
      afterOrder,
      which.map((at) => coupons[at]!),
      [],
    )
  /** Whether the order costs no more, and loses no promise, without this one of them. */
  const isIdle = (at: number, among: readonly number[]) => {
    const all = end(among)
    const rest = end(among.filter((other) => other !== at))
    return rest.total < all.total || (rest.total === all.total && (rest.promise || !all.promise))
  }
  const words = coupons.map((coupon, at): string | null => {
    if (coupons.findIndex(({ code }) => code === coupon.code) < at) return 'no_effect'
    const why = missing(coupon, facts, afterLines)
    if (why !== '') return why
    return isIdle(at, [at]) ? 'no_effect' : null
  })
  const standing: number[] = []
  for (const [at, coupon] of coupons.entries()) {
    if (words[at] !== null) continue
    const mayJoin = standing.every((other) => coupons[other]!.stackable && coupon.stackable)
    if (mayJoin) standing.push(at)
    else words[at] = 'not_with_others'
  }
  for (;;) {
    const idle = standing.toReversed().find((at) => isIdle(at, standing))
    if (idle === undefined) return { used: standing.map((at) => coupons[at]!), words }
    words[idle] = 'no_effect'
    standing.splice(standing.indexOf(idle), 1)
  }
}
