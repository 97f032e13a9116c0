import type { OrderStatus, PayStatus } from '../order.ts'
import { day } from '../time.ts'

/* What of an order can be given back now, and why not. Each policy is a list of small checks. */

/** `return`: the shop's own offer. `withdrawal`: the law's. `claim`: for what the shop answers for. */
export type ReturnWay = 'return' | 'withdrawal' | 'claim'

/** The days of a shop's settings; null: no such right. */
export interface ReturnDays {
  readonly windowDays: number
  readonly withdrawalDays: number | null
  readonly claimDays: number
}

/** The facts of an order that decide for all of its lines. */
export interface ReturnableOrder {
  readonly status: OrderStatus
  readonly payStatus: PayStatus
  /** All its money is back. */
  readonly isRefunded: boolean
  /** See `arrivalOf`. */
  readonly arrivedAt: Date | null
}

/** Units of a line, in numbers. */
export interface ReturnableLine {
  readonly bought: number
  /** Of them, have left the shop. */
  readonly sent: number
  /** In returns that are open. */
  readonly asked: number
  /** In returns that are completed. */
  readonly returned: number
  /** The shop does not take it back as its own offer. */
  readonly isFinalSale: boolean
}

/** In the order in which they are checked: of several reasons the first is told. */
export type WhyNot =
  | 'not_paid'
  | 'order_cancelled'
  | 'refunded_already'
  | 'asked_already'
  | 'not_delivered'
  | 'final_sale'
  | 'window_over'

export interface Returnable {
  /** That can be asked for. */
  readonly units: number
  /** Why it is not every unit that was bought; null where it is. */
  readonly why: WhyNot | null
}

interface Facts {
  readonly order: ReturnableOrder
  readonly line: ReturnableLine
  readonly way: ReturnWay
  readonly days: ReturnDays
  readonly now: Date
}

interface Check {
  readonly why: WhyNot
  /** The units that it leaves of those bought. */
  readonly leaves: (facts: Facts) => number
}

const checks: readonly Check[] = [
  // The right to withdraw begins with the goods, not with the shop's note of the courier's cash (decision 127).
  {
    why: 'not_paid',
    leaves: ({ order, line, way }) => (order.payStatus === 'paid' || way === 'withdrawal' ? line.bought : 0),
  },
  { why: 'order_cancelled', leaves: ({ order, line }) => (order.status === 'cancelled' ? 0 : line.bought) },
  {
    why: 'refunded_already',
    leaves: ({ order, line }) => (order.isRefunded ? 0 : line.bought - line.returned),
  },
  { why: 'asked_already', leaves: ({ line }) => line.bought - line.returned - line.asked },
  { why: 'not_delivered', leaves: ({ line }) => line.sent - line.returned - line.asked },
  {
    why: 'final_sale',
    leaves: ({ line, way }) => (way === 'return' && line.isFinalSale ? 0 : line.bought),
  },
  {
    why: 'window_over',
    leaves: ({ order, line, way, days, now }) =>
      windowOf(way, days, order.arrivedAt, now).isOpen ? line.bought : 0,
  },
]

/** How many units of a line can be asked for in this way; where not all of them, the reason that leaves the fewest. */
export function returnable(
  order: ReturnableOrder,
  line: ReturnableLine,
  way: ReturnWay,
  days: ReturnDays,
  now: Date,
): Returnable {
  const facts = { order, line, way, days, now }
  return checks.reduce<Returnable>(
    (least, { why, leaves }) => {
      const units = Math.max(0, leaves(facts))
      return units < least.units ? { units, why } : least
    },
    { units: line.bought, why: null },
  )
}

export interface ReturnWindow {
  /** Its last day, which counts whole; null: it has not begun, or there is none. */
  readonly until: Date | null
  readonly isOpen: boolean
}

/** The day of the arrival is not counted, and the last day is open to its end, in every time zone. */
export function windowOf(way: ReturnWay, days: ReturnDays, arrivedAt: Date | null, now: Date): ReturnWindow {
  const length = { return: days.windowDays, withdrawal: days.withdrawalDays, claim: days.claimDays }[way]
  if (length === null) return { until: null, isOpen: false }
  if (arrivedAt === null) return { until: null, isOpen: true }
  const until = new Date(arrivedAt.getTime() + length * day)
  return { until, isOpen: now.getTime() < until.getTime() + day }
}

/**
 * When the last parcel of an order arrived, from which all days are counted; of one whose arrival nobody noted, some
 * days after it left. What a shopper confirmed early ends no days early: then the later of both counts. Null: not
 * everything has left.
 * @param isAllSent nothing is to be sent any more
 * @param deliveryDays that a parcel is given to arrive
 */
export function arrivalOf(
  parcels: readonly {
    readonly shippedAt: Date
    readonly deliveredAt: Date | null
    readonly confirmed: boolean
  }[],
  isAllSent: boolean,
  deliveryDays: number,
): Date | null {
  if (!isAllSent || parcels.length === 0) return null
  const arrivals = parcels.map(({ shippedAt, deliveredAt, confirmed }) => {
    const supposed = shippedAt.getTime() + deliveryDays * day
    if (deliveredAt === null) return supposed
    return confirmed ? Math.max(supposed, deliveredAt.getTime()) : deliveredAt.getTime()
  })
  return new Date(Math.max(...arrivals))
}

/** The units of which a refund is made: of what was announced, what has arrived; never more than was announced. */
export function arrivedUnits(
  announced: readonly { readonly key: string; readonly quantity: number }[],
  received: ReadonlyMap<string, number>,
): { key: string; quantity: number }[] {
  return announced.flatMap(({ key, quantity }) => {
    const units = Math.min(quantity, received.get(key) ?? 0)
    return units > 0 ? [{ key, quantity: units }] : []
  })
}
