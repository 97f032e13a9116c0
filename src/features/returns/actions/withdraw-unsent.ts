import type { OrderRow } from '#features/orders/queries/read.ts'
import { neverSend } from '#features/orders/rules/never-send.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { findReturnByNumber, type ReturnRow } from '../queries/read.ts'
import { moveReturnRow, setUnits } from '../queries/write.ts'
import { caseOf } from '../rules/case.ts'
import { historyOf } from '../rules/history.ts'
import { stepReturn } from '../rules/move.ts'
import { lockParents, payOut, takeAllEarnedBack } from '../rules/pay-out.ts'
import { refundOfUnits, type PlannedLine } from '../rules/plan.ts'
import { refundAtLast } from '../rules/units.ts'
import { writeReturn } from './apply.ts'

/** Units that are never sent, and what goes back for them at once. Minor units. */
export interface Unsent {
  number: string
  total: number
  lines: readonly PlannedLine[]
}

/**
 * Withdraws from units that have not left: they are taken out of what is to be sent, and their money goes back at once,
 * as a return without a parcel. So what later returns of the order give counts them, and so do the books. The order is
 * locked.
 */
export async function withdrawUnsent(
  tx: Tx,
  ctx: Ctx,
  order: OrderRow,
  units: readonly { line: number; quantity: number }[],
): Promise<Unsent> {
  await lockParents(tx, order)
  await neverSend(tx, order, units, ctx.now)
  const { facts } = await caseOf(tx, order, ctx.shop.sales.returns)
  const lines = units.map(({ line, quantity }) => ({
    order: order.lines.find(({ id }) => id === line)!,
    quantity,
    wanted: null,
  }))
  const keyed = lines.map(({ order: { sku }, quantity }) => ({ key: sku, quantity }))
  const refund = refundOfUnits(order, historyOf(facts), keyed, 0, 'refund_only')
  const plan = {
    refund,
    lines,
    isClaim: false,
    bonus: 0,
    exchange: null,
    isAwaited: false,
    total: refund.total,
  }
  const written = await writeReturn(tx, ctx, order, plan, {
    type: 'refund_only',
    reason: 'changed_mind',
    refundTo: 'original',
    isWithdrawal: true,
    lines: [],
    description: '',
    images: [],
    approved: { sendBy: null, awaitsAddress: false },
  })
  const row = written.ok ? await findReturnByNumber(tx, written.value) : null
  if (row === null) throw new Error(`the unsent units of order ${order.number} cannot be withdrawn from`)
  const total = await giveBack(tx, ctx, order, row)
  return { number: row.number, total, lines }
}

/** Gives it back, or leaves it to the operator. Minor units: what it comes to. */
async function giveBack(tx: Tx, ctx: Ctx, order: OrderRow, row: ReturnRow): Promise<number> {
  await setUnits(
    tx,
    'received',
    row.lines.map(({ id, quantity }) => ({ id, quantity })),
  )
  // Units in other returns may stay with the shopper after all: delivery comes back with the last one that completes.
  const { quote } = await refundAtLast(tx, order, row)
  // What the courier has not brought yet cannot go back: the operator completes it once it is noted.
  const isRecorded = order.payStatus === 'paid' || quote.total === 0
  const isPaidOut = isRecorded && (await payOut(tx, order, row, quote, 0, ctx.now)).ok
  if (isPaidOut) {
    const later = Math.max(0, row.quote.total - quote.total)
    const data = { amount: quote.total, to: row.refundTo, ...(later === 0 ? {} : { later }) }
    const change = { quote }
    await stepReturn(tx, ctx, row, { event: 'complete', kind: 'completed', actor: 'customer', data, change })
    await takeAllEarnedBack(tx, ctx, order.id, `return:${row.number}`)
  } else {
    // The right to withdraw does not hang on what the shop did with the money: the operator completes it, and nobody
    // takes it back, as the units are free already.
    if (isRecorded)
      ctx.log.error(
        { order: order.number, return: row.number },
        'a withdrawal waits for money that is not there',
      )
    await moveReturnRow(tx, row.id, row, row, { receivedAt: ctx.now, quote }, ctx.now)
  }
  return quote.total
}
