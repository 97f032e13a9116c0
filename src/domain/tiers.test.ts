import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unitAmount, usefulTiers } from './tiers.ts'

const tiers = [
  { from: 4, amount: 1800 },
  { from: 8, amount: 1650 },
]

it.each([
  [1, 1900],
  [3, 1900],
  [4, 1800],
  [7, 1800],
  [8, 1650],
  [99, 1650],
])('of %i each costs %i', (quantity, each) => expect(unitAmount(1900, tiers, quantity)).toBe(each))

it('never asks more for one when more are bought, whatever the table says', () => {
  const table = fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 50 }), amount: fc.integer({ min: 0, max: 5000 }) }),
  )
  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: 60 }),
      (steps, amount, n) => {
        expect(unitAmount(amount, steps, n + 1)).toBeLessThanOrEqual(unitAmount(amount, steps, n))
        // What is told is what is asked.
        expect(unitAmount(amount, usefulTiers(amount, steps, Infinity), n)).toBe(unitAmount(amount, steps, n))
      },
    ),
  )
})

it('tells only steps that are cheaper and can be reached', () => {
  expect(usefulTiers(1900, [{ from: 2, amount: 1900 }, ...tiers, { from: 9, amount: 1650 }], 7)).toEqual([
    { from: 4, amount: 1800 },
  ])
})
