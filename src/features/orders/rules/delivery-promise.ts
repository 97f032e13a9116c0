import { deliveryDay } from '#domain/delivery/delivery-day.ts'
import { deliverySpan, type DeliverySpan } from '#domain/delivery/delivery.ts'
import { isSendingOver, type DeliveryStatus, type OrderStatus, type OrderSums } from '#domain/order.ts'
import type { DeliverySettings } from '#wire/shop-config.ts'

/* When an order arrives, and when it was promised to: both by the method's days, as they were when it was placed. */

export interface PromisedOrder extends OrderSums {
  readonly sendingEnded: boolean
  readonly status: OrderStatus
  readonly deliveryStatus: DeliveryStatus
  /** From when it counts: placed to be paid at the door, or paid. */
  readonly since: Date
  readonly shipping: { readonly days: { readonly from: number; readonly to: number } | null }
  readonly parcels: readonly {
    readonly shippedAt: string
    readonly deliveredAt: string | null
    readonly confirmed: boolean
  }[]
}

export interface DeliveryOutlook {
  /** As it was said when the order was placed; the last of its days is the promise. */
  promised: DeliverySpan
  /** When it is to arrive, by what has happened since; null where it has, and where nobody knows any more. */
  expected: DeliverySpan | null
  /** The day of the last parcel's arrival; null while any is on its way, or still to be sent. */
  arrived: string | null
  /** It came later than promised, or can no longer come in time. */
  isLate: boolean
  /** The promised day is over. */
  isOverdue: boolean
}

/** Null where nothing was promised, and of an order of which nothing more comes, or nothing if its shopper has it so. */
export function deliveryOutlook(
  order: PromisedOrder,
  settings: DeliverySettings | null,
  now: Date,
): DeliveryOutlook | null {
  const { days } = order.shipping
  if (settings === null || days === null || !days) return null
  if (order.status === 'cancelled' || order.status === 'pending_cancellation') return null
  const placed = deliveryDay(settings, order.since)
  const promised = deliverySpan(placed.today, placed.isPacked, settings.handling, days, settings)
  if (order.deliveryStatus === 'delivered') {
    const last = order.parcels
      .map(({ deliveredAt, confirmed }) => ({ at: deliveredAt ?? '', confirmed }))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .at(-1)
    if (last === undefined || last.at === '') return null
    const arrived = deliveryDay(settings, new Date(last.at)).today
    // Confirmed late, it may have been there in time.
    if (last.confirmed && arrived > promised.to) return null
    const isLate = arrived > promised.to
    return { promised, expected: null, arrived, isLate, isOverdue: isLate }
  }
  if (isSendingOver(order)) return null
  const { today, isPacked } = deliveryDay(settings, now)
  const expected = stillExpected(order, promised, settings, today, isPacked)
  const isOverdue = today > promised.to
  const isLate = expected === null ? isOverdue : expected.to > promised.to
  return { promised, expected: expected && notBefore(expected, today), arrived: null, isLate, isOverdue }
}

/** Nothing arrives in the past. */
function notBefore({ from, to }: DeliverySpan, today: string): DeliverySpan {
  return { from: from < today ? today : from, to }
}

const noHandling = { from: 0, to: 0 }

function stillExpected(
  { deliveryStatus, parcels, shipping }: PromisedOrder,
  promised: DeliverySpan,
  settings: DeliverySettings,
  today: string,
  isPacked: boolean,
): DeliverySpan | null {
  const days = shipping.days!
  if (deliveryStatus === 'shipped') {
    // The last of those that are on their way decides.
    const left = parcels.filter(({ deliveredAt }) => deliveredAt === null).map(({ shippedAt }) => shippedAt)
    const day = deliveryDay(settings, new Date(left.toSorted().at(-1)!)).today
    const span = deliverySpan(day, false, noHandling, days, settings)
    return span.to < today ? null : span
  }
  // Left it today, it would arrive then.
  const soonest = deliverySpan(today, isPacked, noHandling, days, settings)
  return soonest.to > promised.to ? soonest : promised
}
