import { expect, it } from 'vitest'
import { offsetFrom } from './server-clock.ts'

const header = 'Sat, 21 Nov 2026 10:00:00 GMT'
const ten = Date.parse('2026-11-21T10:00:00Z')

it('corrects a clock that is an hour late or a day early, to within a second', () => {
  expect(offsetFrom(header, ten - 3_600_000, ten - 3_600_000)).toBe(3_600_500)
  expect(offsetFrom(header, ten + 86_400_000 - 100, ten + 86_400_000 + 100)).toBe(-86_399_500)
})

it('leaves a clock alone that is as right as can be known', () => {
  expect(offsetFrom(header, ten - 400, ten + 800)).toBe(0)
  expect(offsetFrom(header, ten + 900, ten + 950)).toBe(0)
})

it('believes the visitor where the shop says nothing', () => {
  expect(offsetFrom(null, ten, ten)).toBe(0)
  expect(offsetFrom('soon', ten, ten)).toBe(0)
})
