import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkQuantity, fitting, lineTrouble, most, type Supply } from '../cart.ts'
import { anyQuantity, follows, highestOf, ruleFault, ruleOf, unitsToSell } from './quantity-rule.ts'

describe('a rule of a file', () => {
  it.each([
    ['nothing', undefined, undefined, anyQuantity],
    ['the product’s', undefined, { min: 4 }, { minQuantity: 4, maxQuantity: null, quantityStep: 1 }],
    ['its own', { max: 3 }, { min: 4 }, { minQuantity: 1, maxQuantity: 3, quantityStep: 1 }],
    ['one step at least', { step: 6 }, undefined, { minQuantity: 6, maxQuantity: null, quantityStep: 6 }],
    [
      'all of it',
      { min: 12, max: 36, step: 6 },
      undefined,
      { minQuantity: 12, maxQuantity: 36, quantityStep: 6 },
    ],
  ])('means %s', (_, sku, product, expected) => {
    expect(ruleOf(sku, product)).toEqual(expected)
  })

  it.each([
    [{ min: 5, step: 2 }, 'min is 5, which is no multiple of the step 2'],
    [{ max: 5, step: 2 }, 'max is 5, which is no multiple of the step 2'],
    [{ min: 6, max: 4, step: 2 }, 'max is 4, which is less than 6'],
    [{ min: 4, max: 4, step: 2 }, null],
    [{}, null],
  ])('%j: %s', (rule, expected) => {
    expect(ruleFault(rule)).toBe(expected)
  })
})

describe('quantities that follow a rule', () => {
  const rule = fc
    .record({
      step: fc.integer({ min: 1, max: 12 }),
      first: fc.integer({ min: 1, max: 4 }),
      more: fc.option(fc.nat(6)),
    })
    .map(({ step, first, more }) => ({
      minQuantity: step * first,
      maxQuantity: more === null ? null : step * (first + more),
      quantityStep: step,
    }))
  const supply: fc.Arbitrary<Supply> = fc
    .tuple(rule, fc.integer({ min: -5, max: 150 }), fc.boolean(), fc.boolean())
    .map(([of, available, backorder, offered]) => ({ ...of, available, backorder, offered }))
  const limits = fc.integer({ min: 1, max: 60 })

  it('are those that are allowed, as far as there are any', () => {
    fc.assert(
      fc.property(supply, limits, fc.integer({ min: 1, max: 200 }), (of, limit, quantity) => {
        const highest = most(of, limit)
        const isAllowed = quantity <= highest && follows(quantity, of)
        expect(checkQuantity(quantity, of, limit).ok).toBe(isAllowed)
        // What is in stock is never exceeded, whatever the rule.
        if (isAllowed && !of.backorder) expect(quantity).toBeLessThanOrEqual(of.available)
      }),
    )
  })

  it('have one that fits wherever any can be bought, and one that is allowed fits itself', () => {
    fc.assert(
      fc.property(supply, limits, fc.integer({ min: 1, max: 200 }), (of, limit, wanted) => {
        const units = fitting(wanted, of, limit)
        expect(units === 0).toBe(most(of, limit) === 0)
        if (units > 0) expect(checkQuantity(units, of, limit).ok).toBe(true)
        if (checkQuantity(wanted, of, limit).ok) expect(units).toBe(wanted)
        // Nobody is made to buy more, but for the minimum.
        expect(units).toBeLessThanOrEqual(Math.max(wanted, of.minQuantity))
      }),
    )
  })

  it('are sold out where there are fewer than the minimum', () => {
    fc.assert(
      fc.property(supply, fc.integer({ min: 1, max: 200 }), (of, quantity) => {
        const isGone = !of.offered || (!of.backorder && of.available < of.minQuantity)
        expect(lineTrouble(quantity, of) === 'sold_out').toBe(isGone)
        expect(unitsToSell(of.available, of) > 0).toBe(of.available >= of.minQuantity)
        if (lineTrouble(quantity, of) === null) expect(follows(quantity, of)).toBe(true)
      }),
    )
  })
})

it('limits in whole steps what has no maximum of its own', () => {
  const dozens = { minQuantity: 12, maxQuantity: null, quantityStep: 12 }
  expect(highestOf(dozens, 99)).toBe(96)
  expect(checkQuantity(108, { ...dozens, available: 500, backorder: false, offered: true }, 99)).toEqual({
    ok: false,
    problem: { name: 'quantity_limit', details: { limit: 96 } },
  })
  // What is sold by the dozen and more is sold whatever the limit of everything else.
  expect(highestOf(dozens, 10)).toBe(12)
})

it('names the first thing that speaks against a quantity', () => {
  const of: Supply = {
    minQuantity: 12,
    maxQuantity: 36,
    quantityStep: 6,
    available: 33,
    backorder: false,
    offered: true,
  }
  const problem = (quantity: number, limit = 99): unknown => {
    const checked = checkQuantity(quantity, of, limit)
    return checked.ok ? 'fine' : checked.problem
  }
  expect(problem(6)).toEqual({ name: 'quantity_minimum', details: { minimum: 12 } })
  expect(problem(13)).toEqual({ name: 'quantity_step', details: { step: 6 } })
  expect(problem(36)).toEqual({ name: 'not_enough_stock', details: { left: 30 } })
  expect(problem(30)).toBe('fine')
  // Its own maximum replaces the limit that the shop has for everything.
  expect(problem(30, 10)).toBe('fine')
  expect(checkQuantity(42, { ...of, backorder: true }, 10)).toEqual({
    ok: false,
    problem: { name: 'quantity_limit', details: { limit: 36 } },
  })
})
