import type { Tx } from '#platform/server/db/db.ts'
import { addPayment, type NewPayment } from '../queries/payments.ts'

const offline: readonly string[] = ['cod', 'manual']

/**
 * Writes a payment that is to be made, in the transaction that places the order or has locked it; the provider hears
 * of it when the shopper comes to pay. Returns its id. An order has one open payment at a time: a second is refused
 * by the table. With nothing to pay there is nothing to open.
 */
export function openPayment(tx: Tx, payment: NewPayment): Promise<number> {
  return addPayment(tx, payment, offline.includes(payment.provider))
}
