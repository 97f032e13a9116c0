import { minute, second } from '#domain/time.ts'
import { claimOne, dueChecks, planCheck, type DuePayment } from '#features/payments/queries/payments.ts'
import { doAll, eachDue, eachLeased } from '#platform/server/jobs/each.ts'
import type { Providers } from '#platform/server/pay.ts'
import { checksToHasten, settledOrders } from '../queries/pay.ts'
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
const atOnce = 4
const batch = 200
/** Milliseconds before the end of a hold when its payment is polled once more. */
const lastCall = 90 * second

/**
 * Polls the providers of all payments that are due, and applies their reports. A payment whose order is cancelled, or
 * paid by another payment, is cancelled at its provider, so that nobody pays it by accident. Any number of nodes may
 * run this at once.
 */
export async function reconcilePayments(work: PayWork, providers: Providers, now: () => Date): Promise<void> {
  const at = now()
  const soon = new Date(at.getTime() + lastCall)
  await doAll([
    () =>
      eachDue(
        'payment',
        (after) => checksToHasten(work.db, at, soon, after, batch),
        async ({ id }) => {
          await planCheck(work.db, id, at)
          return true
        },
      ),
    () => pollDue(work, providers, now),
  ])
}

/** Returns how many. */
function pollDue(work: PayWork, providers: Providers, now: () => Date): Promise<number> {
  return eachLeased<DuePayment, DuePayment>({
    kind: 'payment',
    next: (failed) => dueChecks(work.db, now(), failed, atOnce),
    lease: async (payment) => {
      const at = now()
      const isOurs = await claimOne(work.db, payment.id, at, new Date(at.getTime() + lease))
      return isOurs ? { ...payment, checks: payment.checks + 1 } : null
    },
    work: async (payment) => {
      const settled = await settledOrders(work.db, [payment.orderId])
      await ask({ ...work, now: now() }, providers, payment, settled.length > 0)
    },
  })
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
