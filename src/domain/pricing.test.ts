import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCarts } from '#test/oracle/random-carts.ts'
import { quote } from './pricing.ts'
import type { Benefit, Conditions } from './promotion.ts'
import type { CouponFacts, LineFacts, PricingFacts, PromotionFacts, Quote } from './quote.ts'

const everything: Conditions = { products: [], categories: [], collections: [], firstOrder: false }
const lamps: Conditions = { ...everything, categories: ['lamps'] }

const line = (key: string, amount: number, quantity = 1, rest: Partial<LineFacts> = {}): LineFacts => ({
  key,
  product: key,
  categories: ['lamps'],
  collections: [],
  quantity,
  amount,
  tiers: [],
  taxClass: 'standard',
  weight: 0,
  ...rest,
})
const promotion = (slug: string, benefit: Benefit, conditions = everything): PromotionFacts => ({
  slug,
  benefit,
  conditions,
})
const coupon = (code: string, benefit: Benefit, rest: Partial<CouponFacts> = {}): CouponFacts => ({
  ...promotion(code.toLowerCase(), benefit),
  code,
  stackable: true,
  ...rest,
})
const percent = (of: number): Benefit => ({ kind: 'percent', percent: of })
const amount = (usd: number): Benefit => ({ kind: 'amount', amounts: { USD: usd } })
const rates = {
  baseCurrency: 'USD',
  currencies: [
    { code: 'USD', rate: '1', roundTo: 1 },
    { code: 'EUR', rate: '0.92', roundTo: 1 },
  ],
}
const facts = (rest: Partial<PricingFacts>): PricingFacts => ({
  currency: 'USD',
  rates,
  lines: [],
  promotions: [],
  coupons: [],
  buyer: { isFirstOrder: null },
  shipping: null,
  tax: null,
  paymentFee: 0,
  credit: 0,
  ...rest,
})
const netsOf = ({ lines }: Quote) => lines.map(({ net }) => net)

describe('promotions on lines', () => {
  it('takes nothing off by a promotion that has no amount in the currency', () => {
    const euros = { EUR: 100 }
    const found = quote(
      facts({
        lines: [line('lamp', 2000)],
        promotions: [
          promotion('fixed', { kind: 'fixed-price', amounts: euros }),
          promotion('amount', { kind: 'amount', amounts: euros }),
          promotion('minimum', percent(10), { ...everything, minimumAmount: euros }),
        ],
      }),
    )
    expect(found).toMatchObject({ total: 2000, adjustments: [] })
  })

  it('gives a tier to a line that reaches it, and tells which', () => {
    const found = quote(
      facts({
        lines: [
          line('a', 1000, 5, {
            tiers: [
              { from: 3, amount: 900 },
              { from: 9, amount: 800 },
            ],
          }),
        ],
      }),
    )
    expect(found).toMatchObject({ subtotal: 5000, discount: 500, total: 4500 })
    expect(found.adjustments).toEqual([{ because: { kind: 'tier', from: 3 }, amount: -500, line: 'a' }])
  })

  it('lets promotions compete for each line, and rounds in the shopper’s favour', () => {
    const found = quote(
      facts({
        lines: [line('a', 999), line('b', 4000)],
        promotions: [
          promotion('ten', percent(10), lamps),
          promotion('half-of-a', percent(50), { ...everything, products: ['a'] }),
        ],
      }),
    )
    expect(netsOf(found)).toEqual([499, 3600])
    expect(found.adjustments).toEqual([
      { because: { kind: 'promotion', slug: 'half-of-a' }, amount: -500, line: 'a' },
      { because: { kind: 'promotion', slug: 'ten' }, amount: -400, line: 'b' },
    ])
  })

  it.each<[string, Benefit, number[]]>([
    [
      'of four units of three for two, the cheapest',
      { kind: 'buy-get', buy: 2, get: 1, percent: 100 },
      [2000, 500],
    ],
    ['of an incomplete set what exceeds it', { kind: 'buy-get', buy: 1, get: 4, percent: 100 }, [1000, 0]],
    ['half of the cheapest', { kind: 'buy-get', buy: 3, get: 1, percent: 50 }, [2000, 750]],
    [
      'the step that is reached',
      {
        kind: 'tiered',
        steps: [
          { quantity: 4, percent: 20 },
          { quantity: 5, percent: 90 },
        ],
      },
      [1600, 800],
    ],
    ['a price for each', { kind: 'fixed-price', amounts: { USD: 700 } }, [1400, 1000]],
  ])('takes off %s', (_, benefit, nets) => {
    const lines = [line('a', 1000, 2), line('b', 500, 2)]
    expect(netsOf(quote(facts({ lines, promotions: [promotion('it', benefit, lamps)] })))).toEqual(nets)
  })

  it('counts towards a minimum only what is eligible', () => {
    const lines = [line('a', 3000), line('b', 9000, 1, { categories: ['rugs'] })]
    const withMinimum = (usd: number) =>
      quote(
        facts({
          lines,
          promotions: [promotion('it', percent(10), { ...lamps, minimumAmount: { USD: usd } })],
        }),
      )
    expect(netsOf(withMinimum(3001))).toEqual([3000, 9000])
    expect(netsOf(withMinimum(3000))).toEqual([2700, 9000])
  })

  it('reads the base currency’s amounts in another currency', () => {
    const lines = [line('a', 1000)]
    const promotions = [promotion('it', { kind: 'fixed-price', amounts: { USD: 999 } }, lamps)]
    expect(netsOf(quote(facts({ currency: 'EUR', lines, promotions })))).toEqual([919])
  })
})

describe('promotions on the order', () => {
  it('takes the best one off what lines have left, spread to the last cent', () => {
    const found = quote(
      facts({
        lines: [line('a', 3333), line('b', 3333), line('c', 3334)],
        promotions: [promotion('five', amount(500)), promotion('ten-off', percent(10))],
      }),
    )
    expect(found.discount).toBe(1000)
    expect(found.adjustments.map(({ amount: off }) => off)).toEqual([-333, -333, -334])
  })

  it('gives the odd cent to the first of equal lines', () => {
    const lines = [line('a', 100), line('b', 100), line('c', 100)]
    expect(netsOf(quote(facts({ lines, promotions: [promotion('it', amount(100))] })))).toEqual([66, 67, 67])
  })

  it('takes no more than there is', () => {
    const lines = [line('a', 100), line('b', 0)]
    expect(quote(facts({ lines, promotions: [promotion('it', amount(5000))] }))).toMatchObject({ total: 0 })
  })
})

describe('shipping and fee', () => {
  const post = { code: 'post', rows: [{ maxWeight: null, minAmount: 0, amount: 590 }], freeFrom: 5000 }
  const free = { kind: 'free-shipping' } as const

  it('stays free when a coupon brings the goods below the limit', () => {
    const found = quote(
      facts({ lines: [line('a', 5200)], shipping: post, coupons: [coupon('LESS', amount(500))] }),
    )
    expect(found).toMatchObject({ qualifying: 5200, discount: 500, shipping: 0, total: 4700 })
    expect(found.adjustments.slice(-2)).toEqual([
      { because: { kind: 'shipping', method: 'post' }, amount: 590 },
      { because: { kind: 'free_shipping', promotion: null, coupon: null }, amount: -590 },
    ])
  })

  it('asks the promotion before the coupon', () => {
    const lines = [line('a', 1000)]
    const coupons = [coupon('SHIP', free)]
    const alone = quote(facts({ lines, shipping: post, coupons }))
    expect(alone.coupons).toEqual([{ code: 'SHIP', slug: 'ship', applied: true, saved: 590 }])
    const both = quote(facts({ lines, shipping: post, coupons, promotions: [promotion('week', free)] }))
    expect(both).toMatchObject({ shipping: 0, total: 1000 })
    expect(both.coupons).toMatchObject([{ applied: false, why: { name: 'coupon_no_effect' } }])
  })

  it('says that there is no price where no row fits', () => {
    const light = { ...post, rows: [{ maxWeight: 1000, minAmount: 0, amount: 590 }] }
    const lines = [line('a', 9000, 2, { weight: 501 })]
    expect(quote(facts({ lines, shipping: light }))).toMatchObject({
      shipping: null,
      weight: 1002,
      total: 18000,
    })
  })

  it('asks nothing for an empty cart', () =>
    expect(quote(facts({ shipping: post, paymentFee: 300, credit: 50 }))).toMatchObject({
      shipping: null,
      paymentFee: 0,
      total: 0,
      toPay: 0,
      adjustments: [],
    }))
})

describe('tax and store credit', () => {
  const lines = [line('a', 1000, 3), line('b', 999, 1, { taxClass: 'reduced' })]
  const shipping = { code: 'post', rows: [{ maxWeight: null, minAmount: 0, amount: 590 }], freeFrom: null }
  const tax = { rates: { standard: '19', reduced: '8.875' }, shippingClass: 'standard' }

  it('finds the tax that prices hold', () => {
    const found = quote(facts({ lines, shipping, paymentFee: 100, tax: { ...tax, mode: 'included' } }))
    // 3000×19/119, 999×8.875/108.875, (590+100)×19/119.
    expect(found.lines.map((one) => one.tax)).toEqual([479, 81])
    expect(found).toMatchObject({ tax: 479 + 81 + 110, total: 3999 + 690, taxMode: 'included' })
  })

  it('adds the tax that comes on top', () => {
    const found = quote(facts({ lines, shipping, paymentFee: 100, tax: { ...tax, mode: 'added' } }))
    expect(found.lines.map((one) => one.tax)).toEqual([570, 89])
    expect(found).toMatchObject({ tax: 570 + 89 + 131, total: 3999 + 690 + 790, taxMode: 'added' })
  })

  it('spends no more store credit than the order costs', () => {
    expect(quote(facts({ lines, credit: 500 }))).toMatchObject({ total: 3999, credit: 500, toPay: 3499 })
    expect(quote(facts({ lines, credit: 9000 }))).toMatchObject({ total: 3999, credit: 3999, toPay: 0 })
  })
})

describe('any cart', () => {
  const anyCart = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((seed) => randomCarts(seed)())

  it('explains every minor unit', () =>
    fc.assert(
      fc.property(anyCart, (cart) => {
        const found = quote(cart)
        const told = found.adjustments.filter(({ because }) => because.kind !== 'tax' || !because.included)
        expect(told.reduce((sum, { amount: off }) => sum + off, found.subtotal)).toBe(found.toPay)
        expect(found.adjustments.every(({ amount: off }) => Number.isSafeInteger(off) && off !== 0)).toBe(
          true,
        )
        for (const { key, gross, net } of found.lines) {
          const own = found.adjustments.filter((one) => one.line === key && one.because.kind !== 'tax')
          expect(own.reduce((sum, { amount: off }) => sum + off, gross)).toBe(net)
        }
      }),
      { numRuns: 1000 },
    ))

  it('never costs less than nothing, as a whole or on any line', () =>
    fc.assert(
      fc.property(anyCart, (cart) => {
        const { lines, toPay, credit, discount, shipping } = quote(cart)
        expect(Math.min(toPay, credit, discount, shipping ?? 0)).toBeGreaterThanOrEqual(0)
        expect(lines.every(({ net, discount: off, tax }) => net >= 0 && off >= 0 && tax >= 0)).toBe(true)
      }),
      { numRuns: 1000 },
    ))

  it('is dearer without any of the coupons that are used, unless shipping is still to come', () =>
    fc.assert(
      fc.property(anyCart, (cart) => {
        const found = quote(cart)
        const used = cart.coupons.filter((_, at) => found.coupons[at]!.applied)
        const isToBeSeen = ({ benefit }: CouponFacts) =>
          found.shipping !== null || benefit.kind !== 'free-shipping'
        const cheaper = used
          .filter(isToBeSeen)
          .map((one) => quote({ ...cart, coupons: used.filter((other) => other !== one) }))
          .filter(({ total }) => total <= found.total)
        expect(cheaper).toEqual([])
      }),
      { numRuns: 1000 },
    ))

  it('is never dearer for one coupon more', () =>
    fc.assert(
      fc.property(anyCart, (cart) => {
        const without = quote({ ...cart, coupons: cart.coupons.slice(0, -1) })
        expect(quote(cart).total).toBeLessThanOrEqual(without.total)
      }),
      { numRuns: 1000 },
    ))

  it('costs the same in whatever order its coupons were typed, when all are used', () =>
    fc.assert(
      fc.property(anyCart, (cart) => {
        const found = quote(cart)
        fc.pre(found.coupons.every(({ applied }) => applied))
        expect(quote({ ...cart, coupons: cart.coupons.toReversed() }).total).toBe(found.total)
      }),
      { numRuns: 1000 },
    ))
})
