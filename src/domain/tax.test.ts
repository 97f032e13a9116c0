import { expect, it } from 'vitest'
import { taxOf } from './tax.ts'

const rates = { standard: '19', reduced: '8.875', zero: '0' }

it.each([
  ['added', 'standard', 150, 29],
  ['added', 'standard', 50, 10],
  ['added', 'reduced', 9_007_199_254_740, 799_388_933_858],
  ['added', 'zero', 999, 0],
  ['included', 'standard', 11_900, 1900],
  ['included', 'reduced', 10_000, 815],
  ['included', 'standard', 0, 0],
] as const)('%s, %s: of %i it is %i', (mode, taxClass, amount, expected) =>
  expect(taxOf(amount, taxClass, { mode, rates, shippingClass: null })).toEqual({
    taxClass,
    rate: rates[taxClass],
    amount: expected,
  }),
)

it('taxes a class that the market does not name as standard, and nothing where that is not named either', () => {
  const market = { mode: 'added', shippingClass: null } as const
  expect(taxOf(100, 'luxury', { ...market, rates })).toEqual({ taxClass: 'standard', rate: '19', amount: 19 })
  expect(taxOf(100, 'constructor', { ...market, rates: { reduced: '7' } })).toBeNull()
})
