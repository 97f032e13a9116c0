import type { OrderEvent } from '#domain/order.ts'

/** What can happen to an order, as `order_events.kind` has it. */
export const orderEventKinds = [
  'placed',
  'paid',
  'payment_failed',
  'method_changed',
  'hold_extended',
  'address_changed',
  'confirmed',
  'cancelled',
  'cancelled_paid',
  'expired',
  'cancellation_requested',
  'cancellation_withdrawn',
  'cancellation_refused',
  'cancellation_approved',
  'shipped',
  'delivered',
  'completed',
  'refunded',
  'return_applied',
  'return_completed',
  'return_ended',
  'adjusted',
  'edited',
  // The shopper was reminded of what a paid order waits for that became dearer.
  'due_reminded',
  'unshipped',
  // Money came after the order was cancelled, and goes back.
  'paid_late',
] as const

export type OrderEventKind = (typeof orderEventKinds)[number]
export type OrderActor = 'customer' | 'operator' | 'timer' | 'provider'

/** Which kinds are transitions of the order's machine; the others leave its status as it was. */
export const machineEventOf: Partial<Record<OrderEventKind, OrderEvent>> = {
  cancelled: 'cancel',
  expired: 'cancel',
  cancelled_paid: 'cancel_paid',
  cancellation_requested: 'request_cancellation',
  cancellation_withdrawn: 'withdraw_cancellation',
  cancellation_refused: 'refuse_cancellation',
  cancellation_approved: 'approve_cancellation',
  completed: 'complete',
}
