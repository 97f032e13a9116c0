import { moveReturn, type ReturnEvent, type ReturnFacts } from '#domain/aftersale/return.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { addOrderEvent } from '#features/orders/queries/events.ts'
import { leaveUnits } from '#features/orders/queries/returned.ts'
import { announceStock } from '#features/orders/rules/release.ts'
import type { ReturnActor, ReturnEventKind } from '../events.ts'
import { addReturnEvent, type NewReturnEvent } from '../queries/events.ts'
import type { ReturnRow } from '../queries/read.ts'
import { giveUpHeld, lockSkusOfReturn } from '../queries/stock.ts'
import { moveReturnRow, type ReturnChange } from '../queries/write.ts'
import { announceReturn, type ReturnWork } from './announce.ts'

/** What the machine's guards check. */
export function factsOf(row: ReturnRow): ReturnFacts {
  const { type, status, auditStatus, isWithdrawal, sentAt, receivedAt, sendBy } = row
  const [isSent, isReceived] = [sentAt !== null, receivedAt !== null]
  return { type, status, auditStatus, isWithdrawal, isSent, isReceived, sendBy }
}

export interface ReturnStep {
  event: Exclude<ReturnEvent, 'apply'>
  kind: ReturnEventKind
  actor: ReturnActor
  data?: NonNullable<NewReturnEvent['data']>
  change?: ReturnChange
}

/**
 * Takes one step of the machine, under the lock of the order: state, event, and the message after the commit. False,
 * and nothing written, where the return does not stand so any more.
 */
export async function stepReturn(
  tx: Tx,
  work: Pick<ReturnWork, 'live' | 'now'>,
  row: ReturnRow,
  { event, kind, actor, data = {}, change = {} }: ReturnStep,
): Promise<boolean> {
  const to = moveReturn(factsOf(row), event, work.now)
  if (!to.ok || !(await moveReturnRow(tx, row.id, row, to.value, change, work.now))) return false
  await addReturnEvent(tx, { returnId: row.id, kind, actor, data }, work.now)
  if (to.value.status !== 'pending_approval')
    await addOrderEvent(tx, {
      orderId: row.orderId,
      kind: to.value.status === 'completed' ? 'return_completed' : 'return_ended',
      actor,
      data: { return: row.number },
      at: work.now,
    })
  announceReturn(tx, work, row)
  return true
}

/** Lets go of what a return holds that comes to nothing: its units can be asked for again, those of an exchange bought. */
export async function letGo(tx: Tx, { now }: Pick<ReturnWork, 'now'>, row: ReturnRow): Promise<void> {
  await leaveUnits(
    tx,
    row.lines.map(({ line, quantity, approved, received }) => ({
      line,
      quantity: received ?? approved ?? quantity,
    })),
  )
  await giveUpUnits(tx, { now }, row, [])
}

/** Gives up units that an exchange holds. @param keep how many stay, by the id of the return's line */
export async function giveUpUnits(
  tx: Tx,
  { now }: Pick<ReturnWork, 'now'>,
  row: ReturnRow,
  keep: readonly { id: number; quantity: number }[],
): Promise<void> {
  if (!row.lines.some(({ exchange }) => (exchange?.held ?? 0) > 0)) return
  const products = await lockSkusOfReturn(tx, row.id)
  await giveUpHeld(tx, row.id, keep, now)
  await announceStock(tx, products)
}
