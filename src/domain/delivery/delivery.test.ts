import { expect, it } from 'vitest'
import { deliverySpan } from './delivery.ts'

const week = { workdays: [1, 2, 3, 4, 5], closed: ['2026-12-25'] }
const same = { from: 0, to: 0 }

// 2026-11-20 is a Friday.
it.each([
  ['on a working morning', '2026-11-19', false, { from: 1, to: 2 }, '2026-11-20', '2026-11-23'],
  ['after the parcels are packed', '2026-11-19', true, { from: 1, to: 2 }, '2026-11-23', '2026-11-24'],
  ['on a Saturday', '2026-11-21', false, { from: 1, to: 1 }, '2026-11-24', '2026-11-24'],
  ['on a Friday evening', '2026-11-20', true, { from: 0, to: 3 }, '2026-11-23', '2026-11-26'],
  ['before a closed day', '2026-12-24', false, { from: 1, to: 1 }, '2026-12-28', '2026-12-28'],
  ['over the end of the year', '2026-12-31', false, { from: 1, to: 1 }, '2027-01-01', '2027-01-01'],
])('counts working days %s', (_, today, isPacked, way, from, to) =>
  expect(deliverySpan(today, isPacked, same, way, week)).toEqual({ from, to }),
)

it('adds the days that the shop needs itself', () =>
  expect(deliverySpan('2026-11-16', false, { from: 1, to: 3 }, { from: 1, to: 2 }, week)).toEqual({
    from: '2026-11-18',
    to: '2026-11-23',
  }))

it('comes to an end for a shop that never works', () =>
  expect(deliverySpan('2026-11-16', false, same, same, { workdays: [], closed: [] }).from < '2031').toBe(
    true,
  ))
