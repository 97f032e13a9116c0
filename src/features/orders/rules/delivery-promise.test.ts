import { expect, it } from 'vitest'
import { shop } from '#wire/shop-config.ts'
import { deliveryOutlook, type PromisedOrder } from './delivery-promise.ts'

const settings = shop.parse({
  delivery: {
    timeZone: 'Europe/Berlin',
    cutoffHour: 14,
    handling: { from: 0, to: 1 },
    zones: [{ name: { en: 'Germany' }, days: { from: 1, to: 3 } }],
  },
}).delivery

// A Monday, before the last parcel of the day: 24 November to 27 November.
const order: PromisedOrder = {
  status: 'in_progress',
  deliveryStatus: 'unshipped',
  since: new Date('2026-11-23T09:00:00Z'),
  shipping: { days: { from: 1, to: 3 } },
  parcels: [],
  sendingEnded: false,
  toPay: 1000,
  due: 0,
  credit: 0,
  captured: 1000,
  refunded: 0,
  given: 0,
}
const promised = { from: '2026-11-24', to: '2026-11-27' }
const at = (moment: string): Date => new Date(moment)
const sent = (shippedAt: string, deliveredAt: string | null = null, confirmed = false) => ({
  shippedAt,
  deliveredAt,
  confirmed,
})

it('expects what was promised as long as that can be true', () => {
  expect(deliveryOutlook(order, settings, at('2026-11-23T10:00:00Z'))).toEqual({
    promised,
    expected: promised,
    arrived: null,
    isLate: false,
    isOverdue: false,
  })
  // Nothing arrives in the past, nor before it can have left.
  expect(deliveryOutlook(order, settings, at('2026-11-26T10:00:00Z'))?.expected?.from).toBe('2026-11-27')
  const late = { ...order, deliveryStatus: 'shipped' as const, parcels: [sent('2026-11-23T15:00:00Z')] }
  expect(deliveryOutlook(late, settings, at('2026-11-26T10:00:00Z'))).toMatchObject({
    expected: { from: '2026-11-26', to: '2026-11-26' },
    isLate: false,
  })
  // Left it today, it would still be there on Friday.
  expect(deliveryOutlook(order, settings, at('2026-11-24T10:00:00Z'))?.isLate).toBe(false)
})

it('says that it is late as soon as it can no longer arrive in time, though nothing has left', () => {
  expect(deliveryOutlook(order, settings, at('2026-11-25T10:00:00Z'))).toEqual({
    promised,
    expected: { from: '2026-11-26', to: '2026-11-30' },
    arrived: null,
    isLate: true,
    isOverdue: false,
  })
})

it('is overdue once the promised day is over, and says nothing while a cancellation waits', () => {
  expect(deliveryOutlook(order, settings, at('2026-11-27T10:00:00Z'))?.isOverdue).toBe(false)
  expect(deliveryOutlook(order, settings, at('2026-11-28T10:00:00Z'))?.isOverdue).toBe(true)
  const asked = { ...order, status: 'pending_cancellation' as const }
  expect(deliveryOutlook(asked, settings, at('2026-11-28T10:00:00Z'))).toBeNull()
})

it('counts from the day on which the last parcel left', () => {
  const shipped = {
    ...order,
    deliveryStatus: 'shipped' as const,
    parcels: [sent('2026-11-23T15:00:00Z', '2026-11-25T09:00:00Z'), sent('2026-11-24T15:00:00Z')],
  }
  expect(deliveryOutlook(shipped, settings, at('2026-11-25T10:00:00Z'))).toMatchObject({
    expected: { from: '2026-11-25', to: '2026-11-27' },
    isLate: false,
  })
  const late = { ...shipped, parcels: [sent('2026-11-26T15:00:00Z')] }
  expect(deliveryOutlook(late, settings, at('2026-11-26T16:00:00Z'))).toMatchObject({
    expected: { from: '2026-11-27', to: '2026-12-01' },
    isLate: true,
  })
  // Out for longer than any parcel should be: nobody knows.
  expect(deliveryOutlook(late, settings, at('2026-12-02T10:00:00Z'))).toMatchObject({
    expected: null,
    isLate: true,
  })
})

it('compares the day of arrival, in the shop’s own time zone, with the promise', () => {
  const arrived = (moment: string) => ({
    ...order,
    deliveryStatus: 'delivered' as const,
    status: 'completed' as const,
    parcels: [sent('2026-11-24T15:00:00Z', moment), sent('2026-11-24T16:00:00Z', '2026-11-25T09:00:00Z')],
  })
  expect(deliveryOutlook(arrived('2026-11-27T22:59:00Z'), settings, at('2026-12-24T10:00:00Z'))).toEqual({
    promised,
    expected: null,
    arrived: '2026-11-27',
    isLate: false,
    isOverdue: false,
  })
  expect(
    deliveryOutlook(arrived('2026-11-27T23:01:00Z'), settings, at('2026-12-24T10:00:00Z')),
  ).toMatchObject({
    arrived: '2026-11-28',
    isLate: true,
  })
})

it('takes the shopper’s word for an arrival in time, and for none that is late', () => {
  const said = (moment: string) => ({
    ...order,
    deliveryStatus: 'delivered' as const,
    status: 'completed' as const,
    parcels: [sent('2026-11-24T15:00:00Z', moment, true)],
  })
  const later = at('2026-12-24T10:00:00Z')
  expect(deliveryOutlook(said('2026-11-26T10:00:00Z'), settings, later)).toMatchObject({
    arrived: '2026-11-26',
    isLate: false,
  })
  expect(deliveryOutlook(said('2026-12-03T10:00:00Z'), settings, later)).toBeNull()
})

it('promises nothing where nothing was said, and nothing of what does not come', () => {
  const now = at('2026-11-23T10:00:00Z')
  expect(deliveryOutlook(order, null, now)).toBeNull()
  expect(deliveryOutlook({ ...order, shipping: { days: null } }, settings, now)).toBeNull()
  expect(deliveryOutlook({ ...order, status: 'cancelled' }, settings, now)).toBeNull()
  expect(deliveryOutlook({ ...order, refunded: 1000 }, settings, now)).toBeNull()
})
