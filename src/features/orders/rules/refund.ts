import { no, ok, type Result } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import { addRefunded } from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { eachLeased } from '#platform/server/jobs/each.ts'
import type { Providers } from '#platform/server/pay.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockPayable } from '../queries/pay.ts'
import {
  addRefund,
  claimRefund,
  countRefunded,
  deleteRefund,
  leaveToPerson,
  nextRefund,
  postponeRefund,
  refundablePayments,
  settleRefund,
  type ClaimedRefund,
  type DueRefund,
} from '../queries/refund.ts'
import { announceOrder } from './announce.ts'

export interface RefundToMake {
  orderId: number
  /** Minor units of the order's currency. */
  amount: number
  reason: string
  /** `cancel:<order>`, `return:<slug>`, `operator:<key>`: a refund with the same cause is not made twice. */
  cause: string
  now: Date
}

/** The parts of a context that sending refunds needs: a request has them, and so has a job. */
export type RefundWork = Pick<Ctx, 'db' | 'transact' | 'now' | 'live' | 'log'>

/**
 * Milliseconds until a provider that could not be reached, or has not decided, is asked again; the last value
 * repeats.
 */
const pauses = [minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute]
/** Lease in milliseconds of one try: another node takes over the refunds of one that died. */
const lease = 45_000

/**
 * Writes refunds, from the newest payment first; the job `refunds.send` sends them. The order is locked. Never more
 * than was captured. Throws if the cause was used before: the caller's transaction is a repetition.
 */
export async function refundOrder(tx: Tx, refund: RefundToMake): Promise<Result<null, { name: 'too_much' }>> {
  const { orderId, amount, cause } = refund
  const payments = await refundablePayments(tx, orderId)
  if (amount > payments.reduce((sum, { left }) => sum + left, 0)) return no({ name: 'too_much' })
  let left = amount
  for (const [index, payment] of payments.entries()) {
    const part = Math.min(left, payment.left)
    if (part === 0) break
    const partCause = index === 0 ? cause : `${cause}/${index + 1}`
    await refundPayment(tx, { ...refund, paymentId: payment.id, amount: part, cause: partCause })
    left -= part
  }
  return ok(null)
}

/** The same from one payment: late and double captures are refunded to it. */
export async function refundPayment(tx: Tx, refund: RefundToMake & { paymentId: number }): Promise<void> {
  const { orderId, paymentId, amount, cause, now } = refund
  if (!(await addRefund(tx, refund, now))) throw new Error(`a refund because of ${cause} was made before`)
  if (!(await countRefunded(tx, orderId, amount)))
    throw new Error(`order ${orderId} cannot give back ${amount}`)
  await addRefunded(tx, paymentId, amount, now)
}

/** Calls off a refund that waits for a person, who has not made it. The order is locked. */
export async function callOffRefund(tx: Tx, id: number, now: Date): Promise<void> {
  const gone = await deleteRefund(tx, id)
  if (gone === null || !(await countRefunded(tx, gone.orderId, -gone.amount)))
    throw new Error(`refund ${id} cannot be called off`)
  await addRefunded(tx, gone.paymentId, -gone.amount, now)
}

/** Sends every due refund to its provider, one after the other. Any number of nodes may do so at once. */
export function sendRefunds(work: RefundWork, providers: Providers, now: () => Date): Promise<number> {
  return eachLeased<DueRefund, ClaimedRefund>({
    kind: 'refund',
    next: (failed) => nextRefund(work.db, now(), failed),
    lease: ({ id }) => {
      const at = now()
      return claimRefund(work.db, id, at, new Date(at.getTime() + lease))
    },
    work: (refund) => send({ ...work, now: now() }, providers, refund),
  })
}

async function send(work: RefundWork, providers: Providers, refund: ClaimedRefund): Promise<void> {
  const { id, reference, amount, currency, cause, tries } = refund
  const { log, now } = work
  const provider = providers.get(refund.provider)
  const again = new Date(now.getTime() + pauses[Math.min(tries, pauses.length) - 1]!)
  if (provider?.isReady !== true) {
    log.error(
      { refund: id, provider: refund.provider },
      'a refund waits for a provider that is not configured',
    )
    return postponeRefund(work.db, refund, again, 'the provider is not configured')
  }
  try {
    const report = await provider.refund(reference, amount, currency, cause)
    if (report.status !== 'pending')
      await settle(work, refund, { ...report, status: report.status }, 'provider')
    else if (report.reference !== '') await postponeRefund(work.db, refund, again, null)
    else {
      log.warn({ refund: id, provider: provider.name }, 'a refund waits for somebody to transfer it')
      await leaveToPerson(work.db, refund)
    }
  } catch (error) {
    log.warn({ err: error, refund: id, tries }, 'a refund could not be sent; trying again')
    await postponeRefund(work.db, refund, again, 'the provider did not answer')
  }
}

/**
 * Confirms a refund that a person made by hand; null if no such refund is waiting.
 * @param reference the bank's reference; empty for none
 */
export async function confirmRefund(work: RefundWork, id: number, reference: string): Promise<boolean> {
  return settle(work, { id }, { status: 'done', reference, failure: null }, 'operator')
}

/** Ends a refund: made, or refused for good, which subtracts it from the refunded sums. */
async function settle(
  work: RefundWork,
  { id }: Pick<ClaimedRefund, 'id'>,
  report: { status: 'done' | 'failed'; reference: string; failure: string | null },
  actor: 'operator' | 'provider',
): Promise<boolean> {
  const { now, log } = work
  return work.transact(async (tx) => {
    const found = await settleRefund(tx, id, report, now, (orderId) => lockPayable(tx, orderId))
    if (found === null) return false
    const { order, refund } = found
    if (report.status === 'failed') {
      log.error(
        { refund: id, order: order.number, failure: report.failure },
        'a refund was refused: see to it by hand',
      )
      await countRefunded(tx, order.id, -refund.amount)
      await addRefunded(tx, refund.paymentId, -refund.amount, now)
    } else {
      const data = { refund: id, amount: refund.amount, reason: refund.reason }
      await addOrderEvent(tx, { orderId: order.id, kind: 'refunded', actor, data, at: now })
    }
    announceOrder(tx, work, order)
    return true
  })
}
