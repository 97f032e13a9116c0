import type { ReturnWork } from '../rules/announce.ts'
import { refundFor } from '../rules/units.ts'
import { listReturnRows } from '../queries/read.ts'
import { decide, step } from './decision.ts'

/**
 * Ends the withdrawals from units that were never sent of an order that was cancelled unpaid: nothing of it was paid, so
 * they refund nothing, and deduct nothing. Returns their numbers.
 */
export async function endUnpaidWithdrawals(work: ReturnWork, order: string): Promise<string[]> {
  const filter = {
    status: 'pending_approval',
    type: 'refund_only',
    auditStatus: null,
    toComplete: false,
  } as const
  const open = await listReturnRows(work.db, { ...filter, order }, Number.MAX_SAFE_INTEGER, 200)
  const ended: string[] = []
  for (const { number, isWithdrawal } of open) {
    if (!isWithdrawal) continue
    const done = await decide(work, number, async (tx, of, row) =>
      step(tx, work, row, {
        event: 'complete',
        kind: 'completed',
        data: { amount: 0, to: row.refundTo },
        change: await refundFor(tx, of, row, new Map(), work.shop),
      }),
    )
    // One that was ended meanwhile needs nothing.
    if (done.ok) ended.push(number)
  }
  return ended
}
