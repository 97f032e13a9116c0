import { expect, it } from 'vitest'
import { hasArrived } from './review.ts'

const now = new Date('2026-11-25T12:00:00Z')
const at = (text: string) => new Date(text)

it.each([
  ['nothing has left', [], false],
  ['on its way', [{ shippedAt: at('2026-11-20T12:00:00Z'), deliveredAt: null }], false],
  ['a moment short of three weeks', [{ shippedAt: at('2026-11-04T12:00:01Z'), deliveredAt: null }], false],
  ['left three weeks ago', [{ shippedAt: at('2026-11-04T12:00:00Z'), deliveredAt: null }], true],
  ['arrived', [{ shippedAt: at('2026-11-20T12:00:00Z'), deliveredAt: at('2026-11-25T12:00:00Z') }], true],
  [
    'one of two parcels arrived',
    [
      { shippedAt: at('2026-11-24T12:00:00Z'), deliveredAt: null },
      { shippedAt: at('2026-11-20T12:00:00Z'), deliveredAt: at('2026-11-23T12:00:00Z') },
    ],
    true,
  ],
])('%s', (_, parcels, arrived) => {
  expect(hasArrived(parcels, 21, now)).toBe(arrived)
})
