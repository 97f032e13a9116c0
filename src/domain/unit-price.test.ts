import { expect, it } from 'vitest'
import { measurePrice, toldMeasure, type Unit } from './unit-price.ts'

it.each([
  // $34 for 180 g: 18.888… for 100 g.
  [3400, 180, 100, 1889],
  [5800, 400, 100, 1450],
  // Half a cent is rounded up.
  [1, 2, 1, 1],
  [4400, 4, 1, 1100],
  [Number.MAX_SAFE_INTEGER, 1, 1, Number.MAX_SAFE_INTEGER],
])('%i for %i of it makes, for %i, %i', (amount, held, per, told) =>
  expect(measurePrice(amount, { amount: held, unit: 'g', per })).toBe(told),
)

it.each<[number, Unit, string]>([
  [1000, 'g', '1 kg'],
  [100, 'g', '100 g'],
  [1000, 'ml', '1 l'],
  [750, 'ml', '750 ml'],
  [100, 'cm', '1 m'],
  [1, 'm2', '1 m2'],
])('tells %i %s as %s', (per, unit, told) => {
  const shown = toldMeasure(per, unit)
  expect(`${shown.per} ${shown.unit}`).toBe(told)
})
