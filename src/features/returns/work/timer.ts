import { mayMove } from '#domain/aftersale/return.ts'
import { day } from '#domain/time.ts'
import { lockOrderIfFree, type LockedOrder } from '#features/orders/queries/lock.ts'
import { findOrderById } from '#features/orders/queries/read.ts'
import { settleGiven } from '#features/orders/queries/returned.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { doAll, eachDue } from '#platform/server/jobs/each.ts'
import {
  cancelledExchanges,
  dueAddresses,
  dueParcels,
  dueReminders,
  longHeld,
  paidExchanges,
  type DueReturn,
} from '../queries/due.ts'
import { addReturnEvent } from '../queries/events.ts'
import { exchangeParent } from '../queries/facts.ts'
import { findReturnById, type ReturnRow } from '../queries/read.ts'
import { noteAddressed, noteReminded, settleReturn } from '../queries/write.ts'
import { announceReturn, type ReturnWork } from '../rules/announce.ts'
import { factsOf, giveUpUnits, letGo, stepReturn } from '../rules/move.ts'
import { giveCreditHome, lockParents, takeAllEarnedBack } from '../rules/pay-out.ts'

/*
 * What becomes of returns by time. Any number of nodes may run this at once: each return is looked at again under the
 * lock of its order, in a transaction of its own; one that is locked elsewhere is left for the next round.
 */

const batch = 200
/** Beyond the time to send it: a decision before, and the parcel's way after it. */
const mostUnderway = 14 * day

/** All that time does to returns, but for reminders. */
export function followReturns(work: ReturnWork): Promise<void> {
  return doAll([
    () => expireReturns(work),
    () => giveUpLongHeld(work),
    () => bookExchanges(work),
    () => settleExchanges(work),
  ])
}

/** Ends returns whose parcel was not sent in time, and lets go of what they held. Returns how many. */
export function expireReturns(work: ReturnWork): Promise<number> {
  return eachDueReturn(
    work,
    (after) => dueParcels(work.db, work.now, after, batch),
    async (tx, row) => {
      const step = { event: 'expire', kind: 'expired', actor: 'timer' } as const
      if (!(await stepReturn(tx, work, row, step))) return false
      await letGo(tx, work, row)
      return true
    },
  )
}

/** What shoppers have to hear of parcels that they are to send. */
export function tellOfParcels(work: ReturnWork): Promise<void> {
  return doAll([() => tellAddresses(work), () => remindOfParcels(work)])
}

/**
 * Tells shoppers who withdrew when the shop named no address where to send their parcel, once it names one. The time to
 * send it begins with that. Returns how many.
 */
export function tellAddresses(work: ReturnWork): Promise<number> {
  const { address, sendWithinDays } = work.shop.sales.returns
  if (address === null) return Promise.resolve(0)
  return eachDueReturn(
    work,
    (after) => dueAddresses(work.db, after, batch),
    async (tx, row) => {
      const sendBy = new Date(work.now.getTime() + sendWithinDays * day)
      if (!(await noteAddressed(tx, row, sendBy))) return false
      await addReturnEvent(tx, { returnId: row.id, kind: 'addressed', actor: 'timer' }, work.now)
      announceReturn(tx, work, row)
      return true
    },
  )
}

/** Reminds shoppers, once, of parcels that have to be sent soon. Returns how many. */
export function remindOfParcels(work: ReturnWork): Promise<number> {
  const { remindDays } = work.shop.sales.returns
  if (remindDays === 0) return Promise.resolve(0)
  const until = new Date(work.now.getTime() + remindDays * day)
  return eachDueReturn(
    work,
    (after) => dueReminders(work.db, work.now, until, after, batch),
    async (tx, row) => {
      const isDue = row.sendBy !== null && row.sendBy <= until && row.sendBy > work.now
      const isAwaited = mayMove(factsOf(row), 'send_parcel', work.now) && row.sentAt === null
      if (!isDue || !isAwaited || row.remindedAt !== null) return false
      await noteReminded(tx, row.id, work.now)
      await addReturnEvent(tx, { returnId: row.id, kind: 'reminded', actor: 'timer' }, work.now)
      announceReturn(tx, work, row)
      return true
    },
  )
}

/**
 * Gives up the units of exchanges that nobody decided on, or whose parcel was named and does not arrive: held for ever,
 * they could be bought by nobody. The return stays, and is completed from what is on the shelf by then. Returns how many.
 */
export function giveUpLongHeld(work: ReturnWork): Promise<number> {
  const time = work.shop.sales.returns.sendWithinDays * day + mostUnderway
  const until = new Date(work.now.getTime() - time)
  return eachDueReturn(
    work,
    (after) => longHeld(work.db, until, after, batch),
    async (tx, row) => {
      const isHeld = row.lines.some(({ exchange }) => (exchange?.held ?? 0) > 0)
      if (!isHeld || row.status !== 'pending_approval' || row.receivedAt !== null) return false
      await giveUpUnits(tx, work, row, [])
      await addReturnEvent(tx, { returnId: row.id, kind: 'unheld', actor: 'timer' }, work.now)
      announceReturn(tx, work, row)
      return true
    },
  )
}

/**
 * Gives back what came back for an exchange whose order was cancelled: because its difference was not paid, or by
 * somebody's wish. Returns how many.
 */
export function settleExchanges(work: ReturnWork): Promise<number> {
  return settleEach(work, (after) => cancelledExchanges(work.db, after, batch))
}

/**
 * The same of the exchange that became this order, right after it was cancelled: its number, and what it gave back by
 * payments; null if it is none, or is settled elsewhere.
 */
export async function settleExchangeOf(
  work: ReturnWork,
  orderId: number,
): Promise<Pick<ReturnRow, 'number' | 'payouts'> | null> {
  const parent = await exchangeParent(work.db, orderId)
  if (parent === null) return null
  const settled = await settleEach(work, (after) => Promise.resolve(parent.id > after ? [parent] : []))
  return settled === 0 ? null : findReturnById(work.db, parent.id)
}

function settleEach(work: ReturnWork, find: (after: number) => Promise<DueReturn[]>): Promise<number> {
  return eachDueReturn(work, find, async (tx, row, order) => {
    const id = await cancelledExchange(tx, row)
    if (id === null || !(await settleReturn(tx, row.id, work.now))) return false
    const { credit } = id
    await lockParents(tx, order)
    const cause = `return:${row.number}:exchange`
    await giveCreditHome(
      tx,
      { id: id.id, source: 'exchange', currency: order.currency },
      credit,
      cause,
      `exchange ${row.number} cancelled`,
      work.now,
    )
    await takeAllEarnedBack(tx, work, row.orderId, cause)
    const data = { amount: credit }
    await addReturnEvent(tx, { returnId: row.id, kind: 'settled', actor: 'timer', data }, work.now)
    announceReturn(tx, work, row)
    return true
  })
}

/** Notes exchanges whose difference has been paid: from that moment on they are in the books. Returns how many. */
export function bookExchanges(work: ReturnWork): Promise<number> {
  return eachDueReturn(
    work,
    (after) => paidExchanges(work.db, after, batch),
    (tx, { number, exchangeOrderId }) =>
      exchangeOrderId === null
        ? Promise.resolve(false)
        : settleGiven(tx, `exchange:${number}`, exchangeOrderId),
  )
}

async function cancelledExchange(tx: Tx, row: ReturnRow): Promise<{ id: number; credit: number } | null> {
  if (row.exchangeOrder?.status !== 'cancelled' || row.exchangeOrderId === null) return null
  const made = await findOrderById(tx, row.exchangeOrderId)
  return made === null ? null : { id: made.id, credit: made.credit }
}

function eachDueReturn(
  work: ReturnWork,
  find: (after: number) => Promise<DueReturn[]>,
  change: (tx: Tx, row: ReturnRow, order: LockedOrder) => Promise<boolean>,
): Promise<number> {
  return eachDue('return', find, ({ id, orderId }) =>
    work.transact(async (tx) => {
      const order = await lockOrderIfFree(tx, orderId)
      const row = order === null ? null : await findReturnById(tx, id)
      if (order === null || row === null || !(await change(tx, row, order))) return false
      announceOrder(tx, work, order)
      return true
    }),
  )
}
