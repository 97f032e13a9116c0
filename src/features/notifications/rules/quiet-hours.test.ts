import { expect, it } from 'vitest'
import { minuteText, quietEnd, readMinute } from './quiet-hours.ts'

const night = { from: 22 * 60, until: 7 * 60 + 30 }

it.each([
  ['before midnight', '2026-11-25T22:00:00Z', '2026-11-26T07:30:00Z'],
  ['after midnight', '2026-11-26T03:12:45Z', '2026-11-26T07:30:00Z'],
  ['in its last minute', '2026-11-26T07:29:59Z', '2026-11-26T07:30:00Z'],
])('ends a night over midnight on its morning: %s', (_, now, end) => {
  expect(quietEnd(new Date(now), night, 'UTC')).toEqual(new Date(end))
})

it.each(['2026-11-26T07:30:00Z', '2026-11-25T21:59:59Z', '2026-11-25T12:00:00Z'])('is loud at %s', (now) => {
  expect(quietEnd(new Date(now), night, 'UTC')).toBeNull()
})

it('counts by the clock of the shop, not by that of the server', () => {
  expect(quietEnd(new Date('2026-11-25T15:00:00Z'), night, 'Asia/Hong_Kong')).toEqual(
    new Date('2026-11-25T23:30:00Z'),
  )
  expect(quietEnd(new Date('2026-11-25T23:30:00Z'), night, 'Asia/Hong_Kong')).toBeNull()
})

it('ends at the same hour of the clock in the nights in which clocks are changed', () => {
  // Berlin: 03:00 becomes 02:00 on 25 October 2026, and 02:00 becomes 03:00 on 28 March 2027.
  expect(quietEnd(new Date('2026-10-24T21:00:00Z'), night, 'Europe/Berlin')).toEqual(
    new Date('2026-10-25T06:30:00Z'),
  )
  expect(quietEnd(new Date('2027-03-27T22:00:00Z'), night, 'Europe/Berlin')).toEqual(
    new Date('2027-03-28T05:30:00Z'),
  )
})

it('rests at noon as well, and never without hours', () => {
  const noon = { from: 12 * 60, until: 13 * 60 }
  expect(quietEnd(new Date('2026-11-25T12:20:00Z'), noon, 'UTC')).toEqual(new Date('2026-11-25T13:00:00Z'))
  expect(quietEnd(new Date('2026-11-25T13:00:00Z'), noon, 'UTC')).toBeNull()
  expect(quietEnd(new Date('2026-11-25T12:20:00Z'), null, 'UTC')).toBeNull()
})

it('reads what a field for a time of day sends, and nothing else', () => {
  expect(['00:00', '07:30', '23:59', '07:30:00'].map(readMinute)).toEqual([0, 450, 1439, 450])
  expect(['24:00', '7:30', '07:60', '', 'noon'].map(readMinute)).toEqual([null, null, null, null, null])
  expect(minuteText(450)).toBe('07:30')
})
