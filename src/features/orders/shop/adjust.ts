import { adjustmentShares, reducedQuote, type AdjustmentShare } from '#domain/aftersale/adjust.ts'
import { refundQuote } from '#domain/aftersale/refund-quote.ts'
import { waitsForDifference } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { moneyBack } from '#features/returns/queries/facts.ts'
import { historyOf } from '#features/returns/rules/history.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import { addAdjustment, adjustmentOf } from '../queries/adjustments.ts'
import { replaceQuote, rewriteLines } from '../queries/edit.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOrderByNumber } from '../queries/lock.ts'
import { findOrderById, type OrderRow } from '../queries/read.ts'
import { leftToGive, type LeftToGive } from '../queries/returned.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { takeEarnedBack } from '../rules/earn.ts'
import { refundOrder } from '../rules/refund.ts'
import { replacePayment, type ReplaceFault } from '../rules/replace-payment.ts'
import { holdFor } from './hold-for.ts'

/* A part of the price that the shop takes off afterwards: of an unpaid order, or as a refund of a paid one. */

export interface PriceAdjustment {
  /** The SKU of a line; null for the order as a whole. */
  line: string | null
  /** Minor units with all tax. */
  amount: number
  /** For the books, and for the shopper. */
  reason: string
  /** The operator's idempotency key: letters, digits, `.`, `_` and `-`. */
  key: string
}

export type AdjustFault =
  | Named<'unknown_order'>
  | (Named<'not_now'> & { status: string })
  | (Named<'difference_due'> & { due: number })
  | { name: 'unknown_sku'; sku: string }
  /** `left`: minor units of the line's or the order's price that are left. */
  | ({ name: 'too_much' } & LeftToGive)
  /** It would be all that is left to be paid, or all the money: that is a cancellation or a refund. */
  | { name: 'all_of_it'; left: number }
  /** Unpaid, and a parcel is on its way to be paid to the courier. */
  | { name: 'already_sent' }
  | { name: 'key_taken'; amount: number }
  | ReplaceFault

export interface Adjusted {
  isNew: boolean
  amount: number
  tax: number
  /** Minor units that go back; 0 where the order was not paid and costs less now. */
  refund: number
}

/** Takes a part of the price off. An unpaid order's open payment has to be called off before (`callOffPayment`). */
export function adjustOrder(
  work: OrderWork & Pick<Ctx, 'shop'>,
  number: string,
  wish: PriceAdjustment,
): Promise<Result<Adjusted, AdjustFault>> {
  return work.transact(async (tx) => {
    const locked = await lockOrderByNumber(tx, number)
    if (locked === null) return no({ name: 'unknown_order' })
    const order = (await findOrderById(tx, locked.id))!
    const known = await adjustmentOf(tx, order.id, wish.key)
    if (known !== null) {
      if (known.amount !== wish.amount || known.line !== wish.line)
        return no({ name: 'key_taken', amount: known.amount })
      const { tax } = order.adjustments.find(({ key }) => key === wish.key)!
      return ok({ isNew: false, amount: known.amount, tax, refund: 0 })
    }
    const planned = await planAdjustment(tx, order, wish)
    if (!planned.ok) return planned
    const made = await (order.payStatus === 'paid' ? giveBack : takeOff)(tx, work, order, wish, planned.value)
    if (made.ok) announceOrder(tx, work, order)
    return made
  })
}

/** The shares of an adjustment by line and tax class, or why it cannot be made of the order as it stands. */
export async function planAdjustment(
  db: Db,
  order: OrderRow,
  wish: Pick<PriceAdjustment, 'line' | 'amount'>,
): Promise<Result<AdjustmentShare[], AdjustFault>> {
  const shares = sharesIn(order, wish)
  if (!shares.ok || order.payStatus !== 'paid') return shares
  const beyond = await beyondWhatIsLeft(db, order, wish)
  return beyond === null ? shares : no(beyond)
}

function sharesIn(
  order: OrderRow,
  { line, amount }: Pick<PriceAdjustment, 'line' | 'amount'>,
): Result<AdjustmentShare[], AdjustFault> {
  const { status, payStatus, deliveryStatus } = order
  const isPaid = payStatus === 'paid'
  if (status === 'cancelled' || status === 'pending_cancellation') return no({ name: 'not_now', status })
  // Its refunds are counted by what was paid, and its price is more than that.
  if (waitsForDifference(order)) return no({ name: 'difference_due', due: order.due })
  if (!isPaid && deliveryStatus !== 'unshipped') return no({ name: 'already_sent' })
  const left = isPaid ? order.captured - order.refunded : order.toPay
  if (amount > left) return no(tooMuch(left))
  if (amount === left) return no({ name: 'all_of_it', left })
  const earlier = order.adjustments.flatMap(({ inQuote, shares }) => (inQuote ? [] : shares))
  const shares = adjustmentShares(order.quote, earlier, { line, amount, goodsOnly: !isPaid })
  if (shares.ok) return shares
  const { problem } = shares
  return no(
    problem.name === 'unknown_line' ? { name: 'unknown_sku', sku: problem.key } : tooMuch(problem.left),
  )
}

function tooMuch(left: number): AdjustFault {
  return { name: 'too_much', left, openReturns: [] }
}

/**
 * A paid order gives back what neither came back in any way nor is promised by a return that is open: of its money, and
 * of the line's price. Refunds of later returns are calculated from the same history.
 */
async function beyondWhatIsLeft(
  db: Db,
  order: OrderRow,
  { line, amount }: Pick<PriceAdjustment, 'line' | 'amount'>,
): Promise<AdjustFault | null> {
  const most = await leftToGive(db, order.id)
  if (amount > most.left) return { name: 'too_much', ...most }
  const history = historyOf(await moneyBack(db, order.id))
  const quoted = refundQuote(order.quote, history, { kind: 'adjustment', line, amount })
  return !quoted.ok && quoted.problem.name === 'too_much' ? tooMuch(quoted.problem.left) : null
}

async function giveBack(
  tx: Tx,
  work: OrderWork,
  order: OrderRow,
  { line, amount, reason, key }: PriceAdjustment,
  shares: readonly AdjustmentShare[],
): Promise<Result<Adjusted, AdjustFault>> {
  const { now } = work
  const cause = `adjust:${order.id}:${key}`
  const refunded = await refundOrder(tx, { orderId: order.id, amount, reason, cause, now })
  if (!refunded.ok) throw new Error(`order ${order.number} cannot give back ${amount}`)
  const tax = taxIn(shares)
  const row = { orderId: order.id, key, line, amount, tax, shares, reason, inQuote: false }
  await addAdjustment(tx, row, now)
  const data = { amount, reason, line, back: amount }
  await addOrderEvent(tx, { orderId: order.id, kind: 'adjusted', actor: 'operator', data, at: now })
  await takeEarnedBack(tx, work, order, cause)
  return ok({ isNew: true, amount, tax, refund: amount })
}

async function takeOff(
  tx: Tx,
  work: OrderWork,
  order: OrderRow,
  { line, amount, reason, key }: PriceAdjustment,
  shares: readonly AdjustmentShare[],
): Promise<Result<Adjusted, AdjustFault>> {
  const { now } = work
  const quote = reducedQuote(order.quote, shares, reason)
  const replaced = await replacePayment(tx, order, quote.toPay, now)
  if (!replaced.ok) return replaced
  if (!(await replaceQuote(tx, order.id, quote, 0, holdFor(order, work))))
    return no({ name: 'not_now', status: order.status })
  await rewriteLines(tx, order.id, quote.lines)
  const tax = taxIn(shares)
  const row = { orderId: order.id, key, line, amount, tax, shares, reason, inQuote: true }
  await addAdjustment(tx, row, now)
  const data = { amount, reason, line, back: 0 }
  await addOrderEvent(tx, { orderId: order.id, kind: 'adjusted', actor: 'operator', data, at: now })
  return ok({ isNew: true, amount, tax, refund: 0 })
}

function taxIn(shares: readonly AdjustmentShare[]): number {
  return shares.reduce((sum, { tax }) => sum + tax, 0)
}
