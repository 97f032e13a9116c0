import { expect, it } from 'vitest'
import { quote } from '../pricing.ts'
import type { PricingFacts, Quote } from '../quote.ts'
import { adjustmentShares, reducedQuote, type AdjustmentShare } from './adjust.ts'
import { editedQuote } from './edit.ts'
import { refundQuote } from './refund-quote.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Wish {
  lines?: readonly (readonly [key: string, quantity: number, amount: number, taxClass?: string])[]
  mode?: 'included' | 'added' | null
  coupon?: number | null
  credit?: number
  shipping?: number
}

function factsOf({
  lines = [
    ['stool', 3, 4_850],
    ['vase', 1, 2_001, 'reduced'],
  ],
  mode = 'included',
  coupon = 1_000,
  credit = 0,
  shipping = 500,
}: Wish): PricingFacts {
  return {
    currency: 'USD',
    rates: { baseCurrency: 'USD', currencies: [] },
    lines: lines.map(([key, quantity, amount, taxClass = 'standard']) => ({
      key,
      product: key,
      categories: [],
      collections: [],
      quantity,
      amount,
      tiers: [{ from: 3, amount: Math.floor(amount * 0.9) }],
      taxClass,
      weight: 500,
    })),
    promotions: [],
    coupons:
      coupon === null
        ? []
        : [
            {
              slug: 'ten',
              code: 'TEN',
              conditions: { products: [], categories: [], collections: [], firstOrder: false },
              benefit: { kind: 'amount', amounts: { USD: coupon } },
              stackable: true,
            },
          ],
    buyer: { isFirstOrder: null },
    shipping: {
      code: 'courier',
      rows: [{ maxWeight: null, minAmount: 0, amount: shipping }],
      freeFrom: null,
    },
    tax: mode === null ? null : { mode, rates: { standard: '19', reduced: '7' }, shippingClass: 'standard' },
    paymentFee: 120,
    credit,
  } as unknown as PricingFacts
}

/** What must hold of every quote: its parts are the whole. */
function faultsOf(one: Quote): string[] {
  const faults: string[] = []
  const same = (what: string, is: number, should: number): void => {
    if (is !== should) faults.push(`${what}: ${is}, not ${should}`)
  }
  const kinds = (...names: string[]): number =>
    sum(one.adjustments.map(({ because, amount }) => (names.includes(because.kind) ? amount : 0)))
  same('subtotal', one.subtotal, sum(one.lines.map(({ gross }) => gross)))
  same('discount', one.discount, sum(one.lines.map(({ discount }) => discount)))
  same('tax', one.tax, kinds('tax'))
  same('reductions', -kinds('tier', 'promotion', 'coupon', 'adjusted'), one.discount)
  same('shipping', kinds('shipping', 'free_shipping'), one.shipping ?? 0)
  same('fee', kinds('payment_fee'), one.paymentFee)
  const added = one.taxMode === 'added' ? one.tax : 0
  same('total', one.total, one.subtotal - one.discount + (one.shipping ?? 0) + one.paymentFee + added)
  same('to pay', one.toPay, one.total - one.credit)
  for (const line of one.lines) {
    same(`gross of ${line.key}`, line.gross, line.amount * line.quantity)
    same(`net of ${line.key}`, line.net, line.gross - line.discount)
    const own = one.adjustments.filter(({ line: key }) => key === line.key)
    const off = own.map(({ because, amount }) => (because.kind === 'tax' ? 0 : amount))
    same(`off ${line.key}`, -sum(off), line.discount)
    same(
      `tax of ${line.key}`,
      sum(own.map(({ because, amount }) => (because.kind === 'tax' ? amount : 0))),
      line.tax,
    )
    if (line.discount < 0 || line.net < 0 || line.tax < 0) faults.push(`${line.key} is below nothing`)
  }
  for (const outcome of one.coupons)
    if (outcome.applied)
      same(
        'coupon',
        outcome.saved,
        -sum(
          one.adjustments.map(({ because, amount }) =>
            because.kind === 'coupon' && because.code === outcome.code ? amount : 0,
          ),
        ),
      )
  return faults
}

const untouched = { added: null, shipping: null, tax: null }

it('takes units out at exactly what a return of them would give back', () => {
  const sold = quote(factsOf({}))
  const edited = editedQuote(sold, { ...untouched, keep: new Map([['stool', 2]]) })
  expect(faultsOf(edited)).toEqual([])
  const back = refundQuote(sold, [], {
    kind: 'units',
    lines: [{ key: 'stool', quantity: 1 }],
    fee: 0,
    servicesBack: false,
  })
  expect(back.ok && sold.total - edited.total).toBe(back.ok && back.value.total)
  expect(edited.lines).toMatchObject([
    { key: 'stool', quantity: 2, amount: 4_850, gross: 9_700 },
    { key: 'vase', quantity: 1, amount: 2_001 },
  ])
  expect(edited.shipping).toBe(500)
  expect(edited.tax).toBe(sold.tax - (back.ok ? back.value.tax : 0))
})

it('leaves a quote as it is when nothing is changed', () => {
  const sold = quote(factsOf({}))
  const same = editedQuote(sold, { ...untouched, keep: new Map() })
  expect(same.lines).toEqual(sold.lines)
  expect([same.total, same.tax, same.toPay, same.coupons, same.weight, same.qualifying]).toEqual([
    sold.total,
    sold.tax,
    sold.toPay,
    sold.coupons,
    sold.weight,
    sold.qualifying,
  ])
})

it('makes one line of units that were sold at two prices', () => {
  const sold = quote(factsOf({ lines: [['stool', 2, 4_850]], coupon: null }))
  const dearer = quote(factsOf({ lines: [['stool', 1, 5_000]], coupon: null, shipping: 0 }))
  const edited = editedQuote(sold, { ...untouched, keep: new Map(), added: { ...dearer, shipping: null } })
  expect(faultsOf(edited)).toEqual([])
  expect(edited.lines).toEqual([
    { key: 'stool', quantity: 3, amount: 5_000, gross: 15_000, net: 14_700, discount: 300, tax: 2_347 },
  ])
  expect(edited.total).toBe(sold.total + 5_000)
  const cheaper = quote(factsOf({ lines: [['stool', 1, 4_000]], coupon: null }))
  const other = editedQuote(sold, { ...untouched, keep: new Map(), added: cheaper })
  expect(faultsOf(other)).toEqual([])
  expect(other.lines[0]).toMatchObject({ amount: 4_850, gross: 14_550, net: 13_700, discount: 850 })
})

it('taxes another price of shipping at the rate that shipping was sold at', () => {
  const sold = quote(factsOf({ coupon: null }))
  const free = editedQuote(sold, { ...untouched, keep: new Map(), shipping: 0 })
  expect(faultsOf(free)).toEqual([])
  // What is left is the fee's: 120 with 19 %.
  expect(sold.tax - free.tax).toBe(99 - 19)
  expect(sold.total - free.total).toBe(500)
})

it('takes an adjustment off with its share of the tax, and all of them with all of it', () => {
  const sold = quote(factsOf({ lines: [['stool', 1, 1_001]], coupon: null }))
  const made: AdjustmentShare[] = []
  for (const amount of [333, 333, 335]) {
    const shares = adjustmentShares(sold, made, { line: 'stool', amount })
    expect(shares.ok && shares.value.map((share) => share.amount)).toEqual([amount])
    if (shares.ok) made.push(...shares.value)
  }
  expect(sum(made.map(({ tax }) => tax))).toBe(sold.lines[0]!.tax)
  expect(adjustmentShares(sold, made, { line: 'stool', amount: 1 })).toEqual({
    ok: false,
    problem: { name: 'too_much', left: 0 },
  })
  expect(adjustmentShares(sold, [], { line: 'no', amount: 1 })).toEqual({
    ok: false,
    problem: { name: 'unknown_line', key: 'no' },
  })
  expect(adjustmentShares(sold, [], { line: 'stool', amount: 0 })).toMatchObject({ ok: false })
})

it('lowers the price of an order that is not paid', () => {
  const sold = quote(factsOf({ mode: 'added', coupon: null }))
  const shares = adjustmentShares(sold, [], { line: null, amount: 1_000, goodsOnly: true })
  if (!shares.ok) throw new Error(shares.problem.name)
  const lower = reducedQuote(sold, shares.value, 'scratched')
  expect(faultsOf(lower)).toEqual([])
  expect(sold.total - lower.total).toBe(1_000)
  expect(sold.tax - lower.tax).toBe(sum(shares.value.map(({ tax }) => tax)))
  expect(lower.adjustments.filter(({ because }) => because.kind === 'adjusted')).toHaveLength(2)
})

it('adds up whatever is edited and adjusted, in any order, currency without tax or with', () => {
  const faults: string[] = []
  for (let seed = 1; seed <= 1_500; seed++) {
    const random = seeded(seed)
    const pick = (count: number): number => Math.floor(random() * count)
    const mode = ([null, 'included', 'added'] as const)[pick(3)]!
    const line = (n: number) =>
      [`s${n}`, 1 + pick(5), 1 + pick(9_999), pick(2) === 0 ? 'standard' : 'reduced'] as const
    let now = quote(
      factsOf({
        mode,
        lines: [1, 2, 3].slice(0, 1 + pick(3)).map(line),
        coupon: pick(2) === 0 ? null : 1 + pick(3_000),
        shipping: pick(900),
      }),
    )
    for (let step = 0; step < 6; step++) {
      const before = now
      if (pick(3) === 0) {
        const shares = adjustmentShares(now, [], {
          line: pick(2) === 0 ? null : now.lines[0]!.key,
          amount: 1 + pick(500),
          goodsOnly: true,
        })
        if (shares.ok) now = reducedQuote(now, shares.value, 'x')
        if (shares.ok && before.total - now.total !== sum(shares.value.map(({ amount }) => amount)))
          faults.push(`${seed}: the adjustment is not the difference`)
      } else {
        const keep = new Map(now.lines.map(({ key, quantity }) => [key, pick(quantity + 1)] as const))
        if ([...keep.values()].every((quantity) => quantity === 0)) continue
        const added =
          pick(2) === 0
            ? null
            : quote({
                ...factsOf({ mode, lines: [line(1 + pick(4))], coupon: null }),
                shipping: null,
                paymentFee: 0,
              })
        now = editedQuote(now, {
          keep,
          added,
          shipping: pick(4) === 0 ? pick(900) : null,
          tax: factsOf({ mode }).tax,
        })
      }
      faults.push(...faultsOf(now).map((fault) => `${seed}/${step}: ${fault}`))
    }
  }
  expect(faults.slice(0, 5)).toEqual([])
})
