import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countUnits,
  checkQuantity,
  freeShippingProgress,
  lineTrouble,
  most,
  type CountedLine,
  type Supply,
} from './cart.ts'
import { anyQuantity } from './quantity/quantity-rule.ts'

const supply = (available: number, rest: Partial<Supply> = {}): Supply => ({
  available,
  backorder: false,
  offered: true,
  ...anyQuantity,
  ...rest,
})

describe('checkQuantity', () => {
  it.each<[string, number, Supply, number, ReturnType<typeof checkQuantity>]>([
    ['takes what is there', 3, supply(3), 99, { ok: true, value: 3 }],
    [
      'names what is left',
      4,
      supply(3),
      99,
      { ok: false, problem: { name: 'not_enough_stock', details: { left: 3 } } },
    ],
    ['refuses what is gone', 1, supply(0), 99, { ok: false, problem: { name: 'out_of_stock' } }],
    ['refuses what is held by others', 1, supply(-2), 99, { ok: false, problem: { name: 'out_of_stock' } }],
    [
      'keeps to the limit of the shop',
      11,
      supply(50),
      10,
      { ok: false, problem: { name: 'quantity_limit', details: { limit: 10 } } },
    ],
    [
      'names the stock where it forbids more than the limit',
      11,
      supply(4),
      10,
      { ok: false, problem: { name: 'not_enough_stock', details: { left: 4 } } },
    ],
    ['orders what is not there', 7, supply(0, { backorder: true }), 10, { ok: true, value: 7 }],
    [
      'limits also what is ordered',
      11,
      supply(0, { backorder: true }),
      10,
      { ok: false, problem: { name: 'quantity_limit', details: { limit: 10 } } },
    ],
    [
      'never sells what is not offered',
      1,
      supply(9, { offered: false, backorder: true }),
      10,
      { ok: false, problem: { name: 'out_of_stock' } },
    ],
  ])('%s', (_, quantity, of, limit, expected) => {
    expect(checkQuantity(quantity, of, limit)).toEqual(expected)
  })

  it('allows exactly the quantities up to the most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: -5, max: 200 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 99 }),
        (quantity, available, backorder, offered, limit) => {
          const of = { available, backorder, offered, ...anyQuantity }
          expect(checkQuantity(quantity, of, limit).ok).toBe(quantity <= most(of, limit))
        },
      ),
    )
  })
})

describe('lineTrouble', () => {
  it.each<[number, Supply, ReturnType<typeof lineTrouble>]>([
    [1, supply(1), null],
    [2, supply(1), 'not_enough'],
    [1, supply(0), 'sold_out'],
    [1, supply(5, { offered: false }), 'sold_out'],
    [500, supply(0, { backorder: true }), null],
  ])('finds for %i of %j: %s', (quantity, of, expected) => {
    expect(lineTrouble(quantity, of)).toBe(expected)
  })
})

describe('countUnits', () => {
  it('counts all units, and those of the chosen lines that can be bought', () => {
    const line = (rest: Partial<CountedLine>): CountedLine => ({
      quantity: 1,
      selected: true,
      trouble: null,
      ...rest,
    })
    expect(
      countUnits([
        line({ quantity: 2 }),
        line({ quantity: 3, trouble: 'not_enough' }),
        line({ quantity: 5, trouble: 'sold_out' }),
        line({ quantity: 7, selected: false }),
      ]),
    ).toEqual({ count: 17, selectedCount: 5 })
    expect(countUnits([])).toEqual({ count: 0, selectedCount: 0 })
  })
})

describe('freeShippingProgress', () => {
  it.each([
    [0, 5000, { reached: false, missing: 5000, share: 0 }],
    [2500, 5000, { reached: false, missing: 2500, share: 0.5 }],
    [5000, 5000, { reached: true, missing: 0, share: 1 }],
    [7000, 5000, { reached: true, missing: 0, share: 1 }],
    [0, 0, { reached: true, missing: 0, share: 1 }],
  ])('of %i from %i', (subtotal, from, expected) => {
    expect(freeShippingProgress(subtotal, from)).toEqual(expected)
  })
})
