import type { Tx } from '#platform/server/db/db.ts'
import { addPayment, type NewPayment } from '../queries/payments.ts'

const offline: readonly string[] = ['cod', 'manual']

/**
 * Writes an open payment, in the transaction that places the order or has locked it; the provider hears of it when
 * the shopper starts paying. Returns its id. An order has one open payment at a time: the table refuses a second.
 * With nothing to pay, none is opened.
 */
export function openPayment(tx: Tx, payment: NewPayment): Promise<number> {
  return addPayment(tx, payment, offline.includes(payment.provider))
}
