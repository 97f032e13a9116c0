import { expect, it } from 'vitest'
import { growthOf } from './slope.ts'

it('reads the growth from the line through all points', () => {
  const points = [0, 1, 2, 3, 4].map((at) => ({ at, value: 10 + 3 * at }))
  expect(growthOf(points)).toBeCloseTo(12, 10)
})

it('is not misled by what goes up and down', () => {
  const points = Array.from({ length: 60 }, (_, at) => ({ at, value: 50 + 8 * Math.sin(at * 1.7) }))
  expect(Math.abs(growthOf(points))).toBeLessThan(2)
  const leaking = points.map(({ at, value }) => ({ at, value: value + at * 0.2 }))
  expect(growthOf(leaking)).toBeGreaterThan(10)
})

it('knows no growth of one point, or of many at one moment', () => {
  expect(growthOf([])).toBe(0)
  expect(growthOf([{ at: 1, value: 7 }])).toBe(0)
  expect(
    growthOf([
      { at: 1, value: 7 },
      { at: 1, value: 9 },
    ]),
  ).toBe(0)
})
