import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCarts } from '#test/oracle/random-carts.ts'
import {
  isInPrice,
  lowestPaidBefore,
  paidPrice,
  struckPrice,
  termsAt,
  type PriceTerms,
  type RunningPromotion,
} from './paid-price.ts'
import { quote } from '../pricing.ts'
import type { Benefit, Conditions } from '../promotion.ts'
import type { PricingFacts } from '../quote.ts'
import { day } from '../time.ts'

const everything: Conditions = { products: [], categories: [], collections: [], firstOrder: false }
const lamps: Conditions = { ...everything, categories: ['lamps'] }
const lamp = { product: 'moon', categories: ['lamps'], collections: [] }
const chair = { product: 'chair', categories: ['seats'], collections: [] }
const rates = { baseCurrency: 'USD', currencies: [{ code: 'JPY', rate: '150', roundTo: 1 }] }
const percent = (of: number): Benefit => ({ kind: 'percent', percent: of })
const promotion = (
  slug: string,
  benefit: Benefit,
  conditions: Conditions = everything,
  window: Partial<RunningPromotion> = {},
): RunningPromotion => ({ slug, benefit, conditions, names: null, startsAt: null, endsAt: null, ...window })
const terms = (...promotions: RunningPromotion[]): PriceTerms => ({ currency: 'USD', rates, promotions })

describe('the price of one unit', () => {
  it('is what a cart of this one unit costs, to the last minor unit, whatever runs at that instant', () => {
    const moments = fc.integer({ min: 0, max: 40 })
    const windows = fc.array(fc.tuple(fc.option(moments), fc.option(moments)), { minLength: 4, maxLength: 4 })
    let equal = 0
    let reduced = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), windows, moments, (seed, spans, at) => {
        const next = randomCarts(seed)
        const carts = Array.from({ length: 6 }, next)
        for (const cart of carts) {
          const [first] = cart.lines
          if (first === undefined) continue
          const known = cart.promotions.map((one, n): RunningPromotion => ({
            ...one,
            names: null,
            startsAt: dateOf(spans[n]?.[0]),
            endsAt: dateOf(spans[n]?.[1]),
          }))
          const now = new Date(at)
          const running = termsAt(now, known, cart)
          const shown = paidPrice(first.amount, first, running)
          const charged = alone(cart, running)
          const told = charged.slugs.filter((slug) => !isInPrice(known.find((one) => one.slug === slug)!))
          // An offer that is told in words can only make it cheaper still.
          expect(charged.net).toBeLessThanOrEqual(shown.amount)
          if (told.length > 0) continue
          expect(charged.net).toBe(shown.amount)
          expect(charged.slugs).toEqual(shown.by.map(({ slug }) => slug).toSorted())
          equal += 1
          reduced += shown.amount < first.amount ? 1 : 0
        }
      }),
      { numRuns: 300 },
    )
    // Otherwise nothing was compared.
    expect(equal).toBeGreaterThan(800)
    expect(reduced).toBeGreaterThan(60)
  })

  it('never makes the dearer of two units the cheaper one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 0, max: 400 }),
        (seed, amount, more) => {
          const cart = randomCarts(seed)()
          const running = terms(
            ...cart.promotions.map((one) => ({ ...promotion(one.slug, one.benefit), ...one })),
          )
          const goods = { product: 'product-0', categories: ['home'], collections: ['calm'] }
          expect(paidPrice(amount + more, goods, running).amount).toBeGreaterThanOrEqual(
            paidPrice(amount, goods, running).amount,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('takes the best promotion for it, then the best for everything', () => {
    const running = terms(
      promotion('ten', percent(10), lamps),
      promotion('cheap', { kind: 'fixed-price', amounts: { USD: 800 } }, lamps),
      promotion('all', percent(25)),
    )
    expect(paidPrice(1_000, lamp, running)).toMatchObject({
      amount: 600,
      by: [{ slug: 'cheap' }, { slug: 'all' }],
    })
    expect(paidPrice(1_000, chair, running)).toMatchObject({ amount: 750, by: [{ slug: 'all' }] })
  })

  it('is not touched by what asks for more than one unit, or is given once', () => {
    const told: [Benefit, Conditions][] = [
      [percent(50), { ...everything, minimumAmount: { USD: 1 } }],
      [percent(50), { ...everything, minimumQuantity: 2 }],
      [percent(50), { ...everything, firstOrder: true }],
      [{ kind: 'amount', amounts: { USD: 500 } }, everything],
      [{ kind: 'buy-get', buy: 1, get: 1, percent: 100 }, everything],
      [{ kind: 'tiered', steps: [{ quantity: 2, percent: 50 }] }, everything],
      [{ kind: 'free-shipping' }, everything],
      // It has no amount in the currency.
      [{ kind: 'fixed-price', amounts: { EUR: 1 } }, everything],
    ]
    for (const [benefit, conditions] of told)
      expect(paidPrice(1_000, lamp, terms(promotion('x', benefit, conditions)))).toEqual({
        amount: 1_000,
        by: [],
      })
  })
})

it('runs from its first moment up to, not including, its last', () => {
  const [startsAt, endsAt] = [new Date(1_000), new Date(2_000)]
  const known = [promotion('hour', percent(10), everything, { startsAt, endsAt })]
  const at = (moment: number): number =>
    paidPrice(1_000, lamp, termsAt(new Date(moment), known, terms())).amount
  expect([999, 1_000, 1_999, 2_000].map(at)).toEqual([1_000, 900, 900, 1_000])
})

it('strikes the former price where the merchant names one, otherwise the price without promotions', () => {
  expect(struckPrice(1_000, 900, 1_500)).toBe(1_500)
  expect(struckPrice(1_000, 900, null)).toBe(1_000)
  expect(struckPrice(1_000, 1_000, 1_500)).toBe(1_500)
  expect(struckPrice(1_000, 1_000, null)).toBeNull()
})

describe('the lowest price before a reduction', () => {
  const moment = new Date('2026-11-20T00:00:00Z')
  const ago = (days: number): Date => new Date(moment.getTime() - days * day)
  const now = { amount: 1_000, since: ago(10), until: null }

  it('counts the 30 days before it, and no others', () => {
    const held = [
      { amount: 700, since: ago(60), until: ago(31) },
      { amount: 900, since: ago(31), until: ago(10) },
      now,
    ]
    expect(lowestPaidBefore(moment, held, lamp, terms())).toBe(900)
    expect(lowestPaidBefore(moment, [now], lamp, terms())).toBe(1_000)
    expect(lowestPaidBefore(ago(10), [now], lamp, terms())).toBeNull()
  })

  it('counts a promotion that ran in these days', () => {
    const earlier = promotion('week', percent(30), lamps, { startsAt: ago(20), endsAt: ago(5) })
    const running = promotion('again', percent(20), lamps, { startsAt: moment })
    expect(lowestPaidBefore(moment, [now], lamp, terms(earlier, running))).toBe(700)
    expect(lowestPaidBefore(moment, [now], chair, terms(earlier, running))).toBe(1_000)
  })
})

/** Its first line alone, one unit of it. */
function alone(cart: PricingFacts, { promotions }: PriceTerms): { net: number; slugs: string[] } {
  const { lines, adjustments } = quote({
    ...cart,
    lines: [{ ...cart.lines[0]!, quantity: 1 }],
    promotions,
    coupons: [],
    buyer: { isFirstOrder: false },
  })
  const slugs = adjustments.flatMap(({ because }) => (because.kind === 'promotion' ? [because.slug] : []))
  return { net: lines[0]!.net, slugs: [...new Set(slugs)].toSorted() }
}

function dateOf(milliseconds: number | null | undefined): Date | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds)
}
