import type { OrderWork } from '#features/orders/rules/announce.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { reconcilePayments } from '#features/orders/work/reconcile.ts'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { completeDelivered, expireUnpaid } from '#features/orders/work/timer.ts'
import type { Job } from '#platform/server/jobs.ts'
import type { Providers } from '#platform/server/pay.ts'

export interface JobParts {
  /** With the time and the configuration of the moment. */
  work: () => PayWork & OrderWork
  providers: Providers
  now: () => Date
}

const eachMinute = '* * * * *'

/** Name → work, and when. */
export function jobsOf({ work, providers, now }: JobParts): Job[] {
  return [
    {
      name: 'payments.reconcile',
      every: eachMinute,
      work: () => reconcilePayments(work(), providers, now),
    },
    { name: 'refunds.send', every: eachMinute, work: () => sendRefunds(work(), providers, now) },
    { name: 'orders.expire', every: eachMinute, work: () => expireUnpaid(work()) },
    { name: 'orders.complete', every: '17 * * * *', work: () => completeDelivered(work()) },
  ]
}
