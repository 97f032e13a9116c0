import { no, ok, type Result } from '#domain/result.ts'
import { endUnstarted, openOrLastPayment, type PaymentRow } from '#features/payments/queries/payments.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { applyPayment, type PayWork } from './pay.ts'
import { learn } from './learn.ts'

export type ReplaceFault =
  /** A bank is deciding on it. */
  | { name: 'payment_deciding' }
  /** Its provider knows the payment by now, and could take the former amount. */
  | { name: 'payment_started' }

/**
 * Calls the open online payment of an order off at its provider, so that its amount can be replaced; the provider may
 * report that it was paid instead. False when the provider cannot be reached. Done before the order is locked.
 */
export async function callOffPayment(work: PayWork & Pick<Ctx, 'pay'>, orderId: number): Promise<boolean> {
  const payment = await openOrLastPayment(work.db, orderId)
  if (payment === null || payment.reference === null || payment.status !== 'created') return true
  const { provider: name, reference, amount, currency } = payment
  if (name === 'manual' || name === 'cod') return true
  const provider = work.pay.get(name)
  if (provider?.isReady !== true) return false
  try {
    await applyPayment(work, name, await learn(provider, { reference, amount, currency }, true), 'check')
    return true
  } catch (error) {
    work.log.warn({ err: error, payment: payment.id, provider: name }, 'a payment could not be called off')
    return false
  }
}

/**
 * Opens a payment of this amount in place of the open one of a locked order, by the same method: of an unpaid one, or
 * of one that was paid and became dearer, which may have none open.
 */
export async function replacePayment(
  tx: Tx,
  order: { id: number; currency: string },
  amount: number,
  now: Date,
): Promise<Result<null, ReplaceFault>> {
  const last = await openOrLastPayment(tx, order.id)
  if (last === null) throw new Error(`order ${order.id} has no payment that could be replaced`)
  const ended = await endIfOpen(tx, last, now)
  if (!ended.ok) return ended
  const { method, provider } = last
  await openPayment(tx, { orderId: order.id, method, provider, amount, currency: order.currency, now })
  return ok(null)
}

/** Ends the open payment of a locked order that waits for no money any more, if it has one. */
export async function endPayment(
  tx: Tx,
  order: { id: number },
  now: Date,
): Promise<Result<null, ReplaceFault>> {
  const last = await openOrLastPayment(tx, order.id)
  return last === null ? ok(null) : endIfOpen(tx, last, now)
}

async function endIfOpen(
  tx: Tx,
  { id, provider, status }: PaymentRow,
  now: Date,
): Promise<Result<null, ReplaceFault>> {
  const isOnline = provider !== 'manual' && provider !== 'cod'
  if (status === 'pending' && isOnline) return no({ name: 'payment_deciding' })
  const isOpen = status === 'created' || status === 'pending'
  return isOpen && !(await endUnstarted(tx, id, now)) ? no({ name: 'payment_started' }) : ok(null)
}
