import { expect, it } from 'vitest'
import { formatDate, formatDaySpan, formatMoment, formatReduction } from './format.ts'

it.each([
  ['en', 'Asia/Hong_Kong', '23 November 2026'],
  ['en', 'America/New_York', '22 November 2026'],
  ['en', undefined, '22 November 2026'],
  ['zh-Hans', 'Asia/Hong_Kong', '2026年11月23日'],
])('writes the day of a moment in %s for a shop in %s', (lang, timeZone, day) => {
  expect(formatDate(new Date('2026-11-22T21:45:00Z'), lang, timeZone)).toBe(day)
})

it.each([
  ['en', 'Asia/Hong_Kong', '23 November 2026 at 5:45 (Hong Kong time)'],
  ['en', undefined, '22 November 2026 at 21:45 (UTC)'],
  ['en', 'America/New_York', '22 November 2026 at 16:45 (New York Time)'],
  ['zh-Hans', 'Asia/Hong_Kong', '2026年11月23日 5:45（北京时间）'],
  ['zh-Hant-HK', 'Asia/Hong_Kong', '2026年11月23日 上午5:45（香港時間）'],
  ['de', 'Europe/Berlin', '22. November 2026 um 22:45 (MEZ)'],
])('writes a moment in %s for a shop in %s, with the name of its time', (lang, timeZone, words) => {
  expect(formatMoment(new Date('2026-11-22T21:45:00Z'), lang, timeZone)).toBe(words)
})

it.each([
  ['en', 'Tue 24 Nov\u2009–\u2009Fri 27 Nov', 'Tue 24 Nov'],
  ['zh-Hans', '11月24日（周二）至11月27日（周五）', '11月24日（周二）'],
  ['zh-Hant-HK', '11月24日（星期二）至11月27日（星期五）', '11月24日（星期二）'],
])('writes days from one to another in %s, and one day once', (lang, span, day) => {
  expect(formatDaySpan({ from: '2026-11-24', to: '2026-11-27' }, lang)).toBe(span)
  expect(formatDaySpan({ from: '2026-11-24', to: '2026-11-24' }, lang)).toBe(day)
})

it.each([
  [15, 'en', '15%'],
  [15, 'zh-Hant-HK', '15%'],
  [15, 'zh-Hans', '八五折'],
  [10, 'zh-Hans', '九折'],
  [12, 'zh-Hans', '八八折'],
  [12.5, 'zh-Hans', '8.75 折'],
  [95, 'zh-Hans', '0.5 折'],
])('writes %i percent less in %s', (percent, lang, words) => {
  expect(formatReduction(percent, lang)).toBe(words)
})
