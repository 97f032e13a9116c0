import { expect, it } from 'vitest'
import { deliveryDay, hasDayTurned } from './delivery-day.ts'

const settings = { timeZone: 'Asia/Hong_Kong', cutoffHour: 12 }

it.each([
  ['2026-11-20T15:59:00Z', { today: '2026-11-20', isPacked: true }],
  ['2026-11-20T16:00:00Z', { today: '2026-11-21', isPacked: false }],
  ['2026-11-21T03:59:00Z', { today: '2026-11-21', isPacked: false }],
  ['2026-11-21T04:00:00Z', { today: '2026-11-21', isPacked: true }],
])('is where the shop is at %s', (at, day) => expect(deliveryDay(settings, new Date(at))).toEqual(day))

it('turns at midnight and when the parcels are packed, by the clock of the shop', () => {
  const turned = (after: string, until: string): boolean =>
    hasDayTurned(settings, new Date(after), new Date(until))
  expect(turned('2026-11-20T15:59:00Z', '2026-11-20T16:00:00Z')).toBe(true)
  expect(turned('2026-11-21T03:59:00Z', '2026-11-21T04:00:00Z')).toBe(true)
  expect(turned('2026-11-21T04:00:00Z', '2026-11-21T15:59:00Z')).toBe(false)
  expect(hasDayTurned(null, new Date(0), new Date('2026-11-21T00:00:00Z'))).toBe(false)
})
