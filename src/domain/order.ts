import type { Machine } from './machine.ts'

export type OrderStatus = 'in_progress' | 'completed' | 'cancelled' | 'pending_cancellation'
export type OrderEvent =
  | 'cancel'
  | 'request_cancellation'
  | 'approve_cancellation'
  | 'refuse_cancellation'
  | 'withdraw_cancellation'
  | 'cancel_paid'
  | 'complete'
export type PayStatus = 'unpaid' | 'paid'
export type DeliveryStatus = 'unshipped' | 'partly_shipped' | 'shipped' | 'delivered'

export const orderMachine: Machine<OrderStatus, OrderEvent> = {
  in_progress: {
    cancel: 'cancelled',
    request_cancellation: 'pending_cancellation',
    cancel_paid: 'cancelled',
    complete: 'completed',
  },
  pending_cancellation: {
    approve_cancellation: 'cancelled',
    refuse_cancellation: 'in_progress',
    withdraw_cancellation: 'in_progress',
  },
  completed: {},
  cancelled: {},
}

/** The facts that guards check. */
export interface OrderFacts {
  readonly status: OrderStatus
  readonly payStatus: PayStatus
  readonly deliveryStatus: DeliveryStatus
}

/** The shopper may cancel it: nothing is paid, nothing has left. */
export function mayCancel(order: OrderFacts): boolean {
  return (
    order.status === 'in_progress' && order.payStatus === 'unpaid' && order.deliveryStatus === 'unshipped'
  )
}

/** A cancellation gives its money back: it is paid and nothing has left. */
export function mayRequestCancellation(order: OrderFacts): boolean {
  return order.status === 'in_progress' && order.payStatus === 'paid' && order.deliveryStatus === 'unshipped'
}

/**
 * It was paid, and the shop has made it dearer since: until the difference is paid, nothing of it is sent, and none of
 * its money goes back but with the whole order.
 */
export function waitsForDifference({
  status,
  due,
}: {
  readonly status: OrderStatus
  readonly due: number
}): boolean {
  return due > 0 && status !== 'cancelled'
}

/** The shopper may confirm the arrival. */
export function mayConfirmReceipt(order: OrderFacts): boolean {
  return (
    order.status === 'in_progress' &&
    order.payStatus === 'paid' &&
    (order.deliveryStatus === 'shipped' || order.deliveryStatus === 'delivered')
  )
}

/** The shopper may have it sent elsewhere: nothing of it has left, and something will. */
export function mayChangeAddress(order: OrderFacts & Parameters<typeof isSendingOver>[0]): boolean {
  return order.status === 'in_progress' && order.deliveryStatus === 'unshipped' && !isSendingOver(order)
}

/** Units of a line that are still to be sent: those of a withdrawal never are. */
export function unitsToSend({
  quantity,
  shipped,
  withdrawn,
}: {
  readonly quantity: number
  readonly shipped: number
  readonly withdrawn: number
}): number {
  return quantity - shipped - withdrawn
}

/** Derived from the parcels: units sent of units bought, and whether every parcel has arrived. */
export function deliveryStatus(
  lines: readonly { quantity: number; shipped: number }[],
  parcels: readonly { isDelivered: boolean }[],
): DeliveryStatus {
  if (lines.every(({ shipped }) => shipped === 0)) return 'unshipped'
  if (lines.some(({ quantity, shipped }) => shipped < quantity)) return 'partly_shipped'
  return parcels.every(({ isDelivered }) => isDelivered) ? 'delivered' : 'shipped'
}

/** Derived from the payments: paid when as much is captured as there was to pay. */
export function payStatus(toPay: number, captured: number): PayStatus {
  return captured >= toPay ? 'paid' : 'unpaid'
}

/** What the shop kept of what came. */
export type RefundStatus = 'none' | 'partly_refunded' | 'refunded'

/** The sums that tell what has been given back. Minor units; refunds count from when they are started. */
export interface OrderSums {
  readonly toPay: number
  /** Of it, what a paid order that became dearer still waits for. */
  readonly due: number
  /** Store credit that it was paid with. */
  readonly credit: number
  readonly captured: number
  readonly refunded: number
  /** What went back as something else: as store credit, or as other goods. */
  readonly given: number
}

/** Minor units of what an order was paid with that have not gone back in any way. */
function leftOf({ credit, captured, refunded, given }: Omit<OrderSums, 'toPay' | 'due'>): number {
  return captured + credit - refunded - given
}

/**
 * Derived from what came and went. Money that came twice and was sent back once leaves the order as paid as it was.
 * An order that was partly paid with store credit is not refunded whole while the shop keeps that credit. Where
 * store credit or other goods alone were given, no money of it has gone back: see `shownRefund`.
 */
export function refundStatus(order: OrderSums): RefundStatus {
  const { toPay, due, captured, refunded, given } = order
  const left = leftOf(order)
  if (refunded === 0 || (captured - refunded >= toPay - due && (given === 0 || left > 0))) return 'none'
  return left > 0 ? 'partly_refunded' : 'refunded'
}

/** What is shown of it: store credit, too, where no money went back. Other goods are told by their return. */
export type ShownRefund = RefundStatus | 'partly_credited' | 'credited'

/** `asCredit`: minor units of `given` that went back as store credit. */
export function shownRefund(order: OrderSums & { readonly asCredit: number }): ShownRefund {
  const status = refundStatus(order)
  if (status !== 'none' || order.asCredit === 0) return status
  return leftOf({ ...order, given: order.asCredit }) > 0 ? 'partly_credited' : 'credited'
}

/** Nothing more of it is sent: all of its money went back, or the merchant said so with what was left of it. */
export function isSendingOver(order: OrderSums & { readonly sendingEnded: boolean }): boolean {
  return order.sendingEnded || refundStatus(order) === 'refunded'
}

/**
 * The shopper may ask for it: there is money to go back. Of an order that was refunded whole, only the shop decides
 * whether it is sent all the same.
 */
export function mayAskToCancel(order: OrderFacts & OrderSums): boolean {
  return mayRequestCancellation(order) && refundStatus(order) !== 'refunded'
}

/**
 * What has left of it is all that ever will: its money has gone back before the rest was sent, which is sent no more.
 * Its parcels arrive as others do, and then it is complete.
 */
export function isLeftInPart(order: OrderFacts & Parameters<typeof isSendingOver>[0]): boolean {
  const isOpen = order.status === 'in_progress' && order.payStatus === 'paid'
  return isOpen && order.deliveryStatus === 'partly_shipped' && isSendingOver(order)
}

// Crockford's base 32 without the letters that read as digits.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten letters and digits (50 bits) in two groups, "K7M2N-9QXD4", from at least ten random bytes. */
export function orderNumber(random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('an order number is made of ten random bytes')
  const text = Array.from(random.subarray(0, 10), (byte) => letters[byte % 32]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
