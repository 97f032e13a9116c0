import { expect, it } from 'vitest'
import { formatDate } from './format.ts'

it.each([
  ['en', 'Asia/Hong_Kong', 'November 23, 2026'],
  ['en', 'America/New_York', 'November 22, 2026'],
  ['en', undefined, 'November 22, 2026'],
  ['zh-Hans', 'Asia/Hong_Kong', '2026年11月23日'],
])('writes the day of a moment in %s for a shop in %s', (lang, timeZone, day) => {
  expect(formatDate(new Date('2026-11-22T21:45:00Z'), lang, timeZone)).toBe(day)
})
