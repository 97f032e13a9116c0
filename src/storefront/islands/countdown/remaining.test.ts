import { expect, it } from 'vitest'
import { remaining } from './remaining.ts'

const end = Date.parse('2026-11-24T18:00:00Z')
const before = (text: string): number => end - Date.parse(`1970-01-01T${text}Z`)

it('splits what is left into days, hours, minutes and seconds', () => {
  expect(remaining(end, end - 86_400_000)).toEqual({ days: 1, hours: 0, minutes: 0, seconds: 0 })
  expect(remaining(end, before('23:59:59'))).toEqual({ days: 0, hours: 23, minutes: 59, seconds: 59 })
  expect(remaining(end, end - 100 * 86_400_000 - 61_000)).toEqual({
    days: 100,
    hours: 0,
    minutes: 1,
    seconds: 1,
  })
})

it('counts a second that has begun as a whole one, and ends on the dot', () => {
  expect(remaining(end, end - 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(remaining(end, end)).toBeNull()
  expect(remaining(end, end + 5_000)).toBeNull()
})

it('has nothing left of what is no moment', () => {
  expect(remaining(Number.NaN, end)).toBeNull()
})
