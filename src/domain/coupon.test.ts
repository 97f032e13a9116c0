import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCarts } from '#test/oracle/random-carts.ts'
import { adviseCoupons } from './coupon-advice.ts'
import { tryCoupon } from './coupon.ts'
import { quote } from './pricing.ts'
import type { Benefit, Conditions } from './promotion.ts'
import type { CouponFacts, CouponRefusal, PricingFacts } from './quote.ts'

const everything: Conditions = { products: [], categories: [], collections: [], firstOrder: false }
const lamps: Conditions = { ...everything, categories: ['lamps'] }
const coupon = (code: string, benefit: Benefit, rest: Partial<CouponFacts> = {}): CouponFacts => ({
  code,
  slug: code.toLowerCase(),
  benefit,
  conditions: everything,
  stackable: true,
  ...rest,
})
const ten: Benefit = { kind: 'percent', percent: 10 }
const five: Benefit = { kind: 'amount', amounts: { USD: 500 } }
const free: Benefit = { kind: 'free-shipping' }
const post = { code: 'post', rows: [{ maxWeight: null, minAmount: 0, amount: 590 }], freeFrom: null }

/** Two lamps at 20.00 and a rug at 60.00. */
const cart: PricingFacts = {
  currency: 'USD',
  rates: { baseCurrency: 'USD', currencies: [{ code: 'USD', rate: '1', roundTo: 1 }] },
  lines: [
    { key: 'lamp', amount: 2000, quantity: 2, categories: ['lamps'] },
    { key: 'rug', amount: 6000, quantity: 1, categories: ['rugs'] },
  ].map((line) => ({
    ...line,
    product: line.key,
    collections: [],
    tiers: [],
    taxClass: 'standard',
    weight: 0,
  })),
  promotions: [],
  coupons: [],
  buyer: { isFirstOrder: null },
  shipping: post,
  tax: null,
  paymentFee: 0,
  credit: 0,
}

describe('tryCoupon', () => {
  it('answers what a coupon saves on what it is for', () => {
    expect(tryCoupon(cart, coupon('TEN', ten, { conditions: lamps }))).toEqual({
      code: 'TEN',
      slug: 'ten',
      applied: true,
      saved: 400,
    })
    expect(tryCoupon(cart, coupon('SHIP', free))).toMatchObject({ applied: true, saved: 590 })
  })

  it.each<[string, CouponFacts, Partial<PricingFacts>, CouponRefusal]>([
    [
      'nothing of what it is for',
      coupon('C', ten, { conditions: { ...everything, products: ['bed'] } }),
      {},
      { name: 'coupon_nothing_eligible' },
    ],
    [
      'not the first order',
      coupon('C', ten, { conditions: { ...everything, firstOrder: true } }),
      { buyer: { isFirstOrder: false } },
      { name: 'coupon_first_order_only' },
    ],
    [
      'too few lamps for its minimum, however dear the rug',
      coupon('C', ten, { conditions: { ...lamps, minimumAmount: { USD: 5200 } } }),
      {},
      { name: 'coupon_minimum_amount', missing: 1200 },
    ],
    [
      'fewer lamps than it asks for',
      coupon('C', ten, { conditions: { ...lamps, minimumQuantity: 5 } }),
      {},
      { name: 'coupon_minimum_quantity', missing: 3 },
    ],
    [
      'no unit left to be cheaper',
      coupon('C', { kind: 'buy-get', buy: 3, get: 1, percent: 100 }),
      {},
      { name: 'coupon_minimum_quantity', missing: 1 },
    ],
    [
      'one before that stands alone',
      coupon('C', ten),
      { coupons: [coupon('FIVE', five, { stackable: false })] },
      { name: 'coupon_not_with_others' },
    ],
    [
      'shipping that is free already',
      coupon('C', free),
      { coupons: [coupon('SHIP', free)] },
      { name: 'coupon_no_effect' },
    ],
    [
      'a fixed price above the price',
      coupon('C', { kind: 'fixed-price', amounts: { USD: 9000 } }),
      {},
      { name: 'coupon_no_effect' },
    ],
    [
      'nothing left to reduce',
      coupon('C', five),
      { coupons: [coupon('ALL', { kind: 'percent', percent: 100 })] },
      { name: 'coupon_no_effect' },
    ],
  ])('refuses for %s', (_, tried, rest, why) => {
    expect(tryCoupon({ ...cart, ...rest }, tried)).toEqual({ code: 'C', slug: 'c', applied: false, why })
  })

  it('takes the first order for granted until it is known', () => {
    const first = coupon('HELLO', ten, { conditions: { ...everything, firstOrder: true } })
    expect(tryCoupon(cart, first)).toMatchObject({ applied: true, saved: 1000 })
  })

  it('gives nothing in a currency that it has no amount in', () => {
    const euros: Benefit = { kind: 'amount', amounts: { EUR: 500 } }
    const minimum = { ...everything, minimumAmount: { EUR: 500 } }
    for (const one of [coupon('EURO', euros), coupon('EURO', ten, { conditions: minimum })]) {
      const outcome = { code: 'EURO', slug: 'euro', applied: false, why: { name: 'coupon_not_in_currency' } }
      expect(tryCoupon(cart, one)).toEqual(outcome)
      const advice = adviseCoupons(cart, [one, coupon('TEN', ten)])
      expect(advice.best).toEqual(['TEN'])
      expect(advice.outcomes[0]).toEqual(outcome)
    }
  })

  it('keeps free shipping for when a method is chosen', () =>
    expect(tryCoupon({ ...cart, shipping: null }, coupon('SHIP', free))).toMatchObject({
      applied: true,
      saved: 0,
    }))
})

describe('entered coupons', () => {
  it('are not hindered by one that gives nothing', () => {
    const idle = coupon('IDLE', { kind: 'fixed-price', amounts: { USD: 9000 } }, { stackable: false })
    const found = quote({ ...cart, coupons: [idle, coupon('TEN', ten)] })
    expect(found.coupons).toMatchObject([
      { code: 'IDLE', applied: false, why: { name: 'coupon_no_effect' } },
      { code: 'TEN', applied: true, saved: 1000 },
    ])
  })

  it('let no other in once one of them has become useless', () => {
    const all = coupon('ALL', { kind: 'percent', percent: 100 })
    const alone = coupon('ALONE', ten, { stackable: false })
    const found = quote({ ...cart, coupons: [coupon('FIVE', five), alone, all] })
    expect(found.coupons).toMatchObject([
      { why: { name: 'coupon_no_effect' } },
      { why: { name: 'coupon_not_with_others' } },
      { saved: 10_000 },
    ])
  })

  it('count once, however often they are typed', () => {
    const typed = coupon('TEN', ten)
    const found = quote({ ...cart, coupons: [typed, typed] })
    expect(found.discount).toBe(1000)
    expect(found.coupons.map(({ applied }) => applied)).toEqual([true, false])
  })

  it('come off with percentages first', () => {
    const found = quote({ ...cart, coupons: [coupon('FIVE', five), coupon('TEN', ten)] })
    expect(found.coupons).toMatchObject([{ saved: 500 }, { saved: 1000 }])
    expect(found.total).toBe(10_000 - 1500 + 590)
  })
})

describe('adviseCoupons', () => {
  it('prefers what saves most, and says of each other how far off it is', () => {
    const advice = adviseCoupons(cart, [
      coupon('FIVE', five),
      coupon('ALONE', { kind: 'percent', percent: 20 }, { stackable: false }),
      coupon('TEN', ten),
      coupon('FAR', ten, { conditions: { ...lamps, minimumAmount: { USD: 5200 } } }),
      coupon('SHIP', free),
    ])
    expect(advice.best).toEqual(['FIVE', 'TEN', 'SHIP'])
    expect(advice.outcomes).toEqual([
      { code: 'FIVE', slug: 'five', applied: true, saved: 500 },
      { code: 'ALONE', slug: 'alone', applied: false, why: { name: 'coupon_not_with_others' } },
      { code: 'TEN', slug: 'ten', applied: true, saved: 1000 },
      { code: 'FAR', slug: 'far', applied: false, why: { name: 'coupon_minimum_amount', missing: 1200 } },
      { code: 'SHIP', slug: 'ship', applied: true, saved: 590 },
    ])
  })

  it('uses up no coupon for nothing, and the first of equal ones', () => {
    const all: Benefit = { kind: 'percent', percent: 100 }
    expect(adviseCoupons(cart, [coupon('FIVE', five), coupon('X', all), coupon('Y', all)]).best).toEqual([
      'X',
    ])
    expect(adviseCoupons({ ...cart, lines: [] }, [coupon('X', all)]).best).toEqual([])
  })

  it('finds the best of all combinations', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const next = randomCarts(seed)
        const facts = next()
        const codes = new Set<string>()
        const candidates = [facts, next(), next()]
          .flatMap(({ coupons }, at) => coupons.map((one) => ({ ...one, code: `${one.code}-${at}` })))
          .filter(({ code }) => !codes.has(code) && codes.add(code))
          .slice(0, 6)
        const { best, outcomes } = adviseCoupons(facts, candidates)
        const totals = subsets(candidates).map((coupons) => quote({ ...facts, coupons }).total)
        const advised = quote({ ...facts, coupons: candidates.filter(({ code }) => best.includes(code)) })
        expect(advised.total).toBe(Math.min(...totals))
        expect(advised.coupons.every(({ applied }) => applied)).toBe(true)
        expect(outcomes.filter(({ applied }) => applied).map(({ code }) => code)).toEqual(best)
      }),
      { numRuns: 200 },
    ))

  it('comes to an end with any number of candidates', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      coupon(
        `C${at}`,
        { kind: 'percent', percent: 1 + (at % 5) },
        { conditions: at % 2 === 0 ? lamps : everything },
      ),
    )
    const { best, outcomes } = adviseCoupons(cart, many)
    expect(best).toHaveLength(40)
    expect(outcomes.every(({ applied }) => applied)).toBe(true)
  })

  it.each([100, 500])('looks at a cart of %i lines no more often than others can wait for', (count) => {
    let looks = 0
    const [lamp] = cart.lines
    const lines = Array.from({ length: count }, (_, at) => ({
      ...lamp!,
      key: `lamp-${at}`,
      get quantity() {
        looks += 1
        return 2
      },
    }))
    const many = Array.from({ length: 12 }, (_, at) => coupon(`C${at}`, { kind: 'percent', percent: 1 + at }))
    expect(adviseCoupons({ ...cart, lines }, many).best).toHaveLength(12)
    expect(looks).toBeLessThan(400_000)
  })
})

function subsets<T>(all: readonly T[]): T[][] {
  return all.reduce<T[][]>((found, one) => [...found, ...found.map((set) => [...set, one])], [[]])
}
