import {
  arrivalOf,
  returnable,
  windowOf,
  type Returnable,
  type ReturnableLine,
  type ReturnableOrder,
  type ReturnWay,
  type ReturnWindow,
} from '#domain/aftersale/eligibility.ts'
import { refundStatus } from '#domain/order.ts'
import type { OrderRow, ParcelRow } from '#features/orders/queries/read.ts'
import type { ReturnSettings } from '#wire/settings/returns.ts'
import type { LineFactsRow } from '../queries/facts.ts'

/** The facts of an order that decide for all of its lines. */
export function orderOf(order: OrderRow, settings: ReturnSettings): ReturnableOrder {
  const { status, payStatus } = order
  return {
    status,
    payStatus,
    isRefunded: refundStatus(order) === 'refunded',
    arrivedAt: arrivedAt(order, settings),
  }
}

/** The facts of an order that say when its goods arrived. */
export interface SentOrder extends Pick<OrderRow, 'deliveryStatus' | 'sendingEnded'> {
  parcels: Pick<ParcelRow, 'shippedAt' | 'deliveredAt' | 'confirmed'>[]
}

function arrivedAt(order: SentOrder, settings: ReturnSettings): Date | null {
  const { deliveryStatus, sendingEnded } = order
  // An order that was left in part stays partly shipped for good: without an end its days would never begin.
  const isAllSent = deliveryStatus === 'shipped' || deliveryStatus === 'delivered' || sendingEnded
  const parcels = order.parcels.map(({ shippedAt, deliveredAt, confirmed }) => ({
    confirmed,
    shippedAt: new Date(shippedAt),
    deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  }))
  return arrivalOf(parcels, isAllSent, settings.deliveryDays)
}

export function unitsOf(
  {
    quantity,
    shipped,
    withdrawn,
    returned,
  }: Pick<OrderRow['lines'][number], 'quantity' | 'shipped' | 'withdrawn' | 'returned'>,
  known: LineFactsRow | undefined,
): ReturnableLine {
  const done = known?.done ?? 0
  return {
    bought: quantity,
    // What was withdrawn unsent is in a return that is done.
    sent: shipped + withdrawn,
    asked: returned - done,
    returned: done,
    isFinalSale: known?.isFinalSale ?? false,
  }
}

/** An order with the facts of its lines: all that decides how many units of it can be given back. */
export interface KnownLines {
  order: OrderRow
  facts: { lines: readonly LineFactsRow[] }
}

/** How many units of a line can be given back in some way. */
export function unitsFor(
  { order, facts }: KnownLines,
  line: OrderRow['lines'][number],
  way: ReturnWay,
  settings: ReturnSettings,
  now: Date,
): Returnable {
  const known = facts.lines.find(({ id }) => id === line.id)
  return returnable(orderOf(order, settings), unitsOf(line, known), way, settings, now)
}

/** Until when an order's goods can be given back in some way. */
export function windowFor(
  order: SentOrder,
  way: ReturnWay,
  settings: ReturnSettings,
  now: Date,
): ReturnWindow {
  return windowOf(way, settings, arrivedAt(order, settings), now)
}
