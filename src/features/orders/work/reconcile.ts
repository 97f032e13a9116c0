import { minute, second } from '#domain/time.ts'
import { claimDue, planCheck, type DuePayment } from '#features/payments/queries/payments.ts'
import type { Providers } from '#platform/server/pay.ts'
import { hastenChecks, settledOrders } from '../queries/pay.ts'
import { learn } from '../rules/learn.ts'
import { applyPayment, type PayWork } from '../rules/pay.ts'

/**
 * Milliseconds between polls of one payment; the last value repeats. A lost webhook is made up for within five
 * minutes.
 */
const pauses = [30 * second, minute, 2 * minute, 3 * minute]
/** Lease in milliseconds: the payments of a node that died are polled by others afterwards. */
const lease = 30 * second
/** Payments that are polled at once: as many as can be answered within the lease, even by slow providers. */
const batch = 4
/** Milliseconds before the end of a hold when its payment is polled once more. */
const lastCall = 90 * second

/**
 * Polls the providers of all payments that are due, and applies their reports. A payment whose order is cancelled, or
 * paid by another payment, is cancelled at its provider, so that nobody pays it by accident. Any number of nodes may
 * run this at once.
 */
export async function reconcilePayments(
  work: PayWork,
  providers: Providers,
  now: () => Date,
): Promise<number> {
  await hastenChecks(work.db, now(), new Date(now().getTime() + lastCall))
  for (let asked = 0; ;) {
    const at = now()
    const due = await claimDue(work.db, at, new Date(at.getTime() + lease), batch)
    if (due.length === 0) return asked
    const settled = new Set(
      await settledOrders(
        work.db,
        due.map(({ orderId }) => orderId),
      ),
    )
    await Promise.all(
      due.map((payment) => ask({ ...work, now: now() }, providers, payment, settled.has(payment.orderId))),
    )
    asked += due.length
  }
}

async function ask(
  work: PayWork,
  providers: Providers,
  payment: DuePayment,
  isSettled: boolean,
): Promise<void> {
  const { id, provider: name, checks } = payment
  const provider = providers.get(name)
  const pause = pauses[Math.min(checks, pauses.length) - 1]!
  try {
    if (provider?.isReady !== true) throw new Error(`the provider ${name} is not configured`)
    const report = await learn(provider, payment, isSettled)
    await applyPayment(work, name, report, 'check')
  } catch (error) {
    work.log.warn({ err: error, payment: id, provider: name }, 'a provider could not be asked; trying again')
  }
  await planCheck(work.db, id, new Date(work.now.getTime() + pause))
}
