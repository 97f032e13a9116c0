import { isLeftInPart, mayCancel, mayConfirmReceipt, orderMachine, type OrderEvent } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { day } from '#domain/time.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { eachDue } from '#platform/server/jobs/each.ts'
import type { OrderEventKind } from '../events.ts'
import { addOrderEvent } from '../queries/events.ts'
import {
  dueToComplete,
  dueToExpire,
  dueToRemind,
  haveParcelsArrived,
  noteDueReminded,
  type DueOrder,
} from '../queries/expire.ts'
import { lockOrderIfFree, moveOrder, type LockedOrder } from '../queries/lock.ts'
import { isBeingPaid } from '../queries/payments-open.ts'
import { announceOrder, type OrderWork } from '../rules/announce.ts'
import { earnFor } from '../rules/earn.ts'
import { releaseOrder, releaseWaiting } from '../rules/release.ts'

/*
 * Expiry and completion of orders. Any number of nodes may run this at once: each order is checked again under its
 * lock, in a transaction of its own; one that is locked elsewhere is left for the next round.
 */

const batch = 200

/** Cancels unpaid orders whose hold is over, and releases everything. Returns how many. */
export function expireUnpaid(work: OrderWork): Promise<number> {
  return eachDueOrder(
    work,
    (after) => dueToExpire(work.db, work.now, after, batch),
    async (tx, order) => {
      const isOver = mayCancel(order) && order.holdUntil !== null && order.holdUntil <= work.now
      if (!isOver || (await isBeingPaid(tx, order.id))) return false
      if (!(await step(tx, work, order, 'cancel', 'expired'))) return false
      await releaseOrder(tx, order, work.now)
      return true
    },
  )
}

/**
 * Completes orders that arrived, or left, long ago, and those of which a part did, whose money went back before the
 * rest was sent. Returns how many.
 */
export function completeDelivered(work: OrderWork): Promise<number> {
  const { delivered, shipped } = work.shop.sales.completeAfter
  const at = work.now.getTime()
  const deliveredBefore = new Date(at - delivered * day)
  const shippedBefore = new Date(at - shipped * day)
  return eachDueOrder(
    work,
    (after) => dueToComplete(work.db, deliveredBefore, shippedBefore, after, batch),
    async (tx, order) => {
      if (isLeftInPart(order)) {
        if (!(await haveParcelsArrived(tx, order.id, deliveredBefore, shippedBefore))) return false
        await releaseWaiting(tx, order, work.now)
        return step(tx, work, order, 'complete', 'completed')
      }
      const isOver =
        (order.deliveredAt !== null && order.deliveredAt <= deliveredBefore) ||
        (order.shippedAt !== null && order.shippedAt <= shippedBefore)
      if (!mayConfirmReceipt(order) || !isOver) return false
      if (!(await step(tx, work, order, 'complete', 'completed'))) return false
      await earnFor(tx, work, order)
      return true
    },
  )
}

/** Days after the edit: the mail about it has been read by then. */
const dueReminder = 3 * day

/**
 * Reminds shoppers, once, of the difference that a paid order waits for since it became dearer, and tells the merchant
 * of it. Returns how many.
 */
export function remindOfDifferences(work: OrderWork): Promise<number> {
  const until = new Date(work.now.getTime() - dueReminder)
  return eachDueOrder(
    work,
    (after) => dueToRemind(work.db, until, after, batch),
    async (tx, order) => {
      // Its shopper has paid, and the bank is deciding.
      if (await isBeingPaid(tx, order.id)) return false
      if (!(await noteDueReminded(tx, order.id, until, work.now))) return false
      const data = { amount: order.due }
      const event = { orderId: order.id, kind: 'due_reminded', actor: 'timer', data, at: work.now } as const
      await addOrderEvent(tx, event)
      return true
    },
  )
}

function eachDueOrder(
  work: OrderWork,
  find: (after: number) => Promise<DueOrder[]>,
  change: (tx: Tx, order: LockedOrder) => Promise<boolean>,
): Promise<number> {
  return eachDue('order', find, ({ id }) =>
    work.transact(async (tx) => {
      const order = await lockOrderIfFree(tx, id)
      if (order === null || !(await change(tx, order))) return false
      announceOrder(tx, work, order)
      return true
    }),
  )
}

async function step(
  tx: Tx,
  { now }: OrderWork,
  order: LockedOrder,
  event: OrderEvent,
  kind: OrderEventKind,
): Promise<boolean> {
  const to = next(orderMachine, order.status, event)
  if (!to.ok || !(await moveOrder(tx, order.id, order.status, { to: to.value, at: now }))) return false
  await addOrderEvent(tx, { orderId: order.id, kind, actor: 'timer', at: now })
  return true
}
