import { mayCancel, mayConfirmReceipt, mayAskToCancel, orderMachine, type OrderEvent } from '#domain/order.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { day, minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { OrderView } from '../contract.ts'
import type { OrderEventKind } from '../events.ts'
import { addOrderEvent } from '../queries/events.ts'
import { extendHoldOf, lockOwnOrder, moveOrder, type LockedOrder } from '../queries/lock.ts'
import { findOwnOrder } from '../queries/read.ts'
import { arriveShipments, setDelivery } from '../queries/ship.ts'
import { isBeingPaid } from '../queries/payments-open.ts'
import { announceOrder } from '../rules/announce.ts'
import { cancelPaid } from '../rules/cancel-paid.ts'
import { earnFor } from '../rules/earn.ts'
import { tidyNumber } from '../rules/number.ts'
import { releaseOrder } from '../rules/release.ts'
import { viewOrder } from './view.ts'

interface NotNow {
  name: 'not_now'
}

/** Requests to cancel one order: each is mailed to its e-mail address, and with its reason to the shop. */
const requests = { name: 'order.cancel', most: 5, within: day }

/** Milliseconds of the one extension of a hold. */
const extension = 15 * minute

/** An order of the visitor's. */
export async function orderDetail(
  ctx: Ctx,
  { slug }: Input<typeof contract.orderDetail>,
): Answer<typeof contract.orderDetail> {
  const row = await findOwnOrder(ctx.db, tidyNumber(slug), await ctx.who())
  return row === null ? no({ name: 'unknown_order' }) : ok(await viewOrder(ctx.db, row, ctx))
}

/** Cancels an unpaid order at once; for a paid one that has not left, it requests the cancellation. */
export function cancelOrder(
  ctx: Ctx,
  { slug, reason }: Input<typeof contract.cancelOrder>,
): Answer<typeof contract.cancelOrder> {
  return changeOrder<Problem<typeof contract.cancelOrder>>(ctx, slug, async (tx, order) => {
    if (mayCancel(order)) {
      // A bank that has not answered may still capture: nothing is released before it has.
      if (await isBeingPaid(tx, order.id)) return no({ name: 'payment_deciding' })
      const moved = await step(ctx, tx, order, 'cancel', 'cancelled', reason)
      if (moved.ok) await releaseOrder(tx, order, ctx.now)
      return moved
    }
    if (!mayAskToCancel(order)) return no({ name: 'not_now' })
    // Taking a request back is not counted: there are as many as requests.
    if (!(await mayGoOn(tx, requests, String(order.id), ctx.now))) return no(tooMany(requests, ctx.now))
    const asked = await step(ctx, tx, order, 'request_cancellation', 'cancellation_requested', reason)
    if (asked.ok && ctx.shop.sales.cancelsByItself)
      await cancelPaid(tx, ctx, { ...order, status: 'pending_cancellation' }, 'timer')
    return asked
  })
}

/** Withdraws the request to cancel. */
export function withdrawCancellation(
  ctx: Ctx,
  { slug }: Input<typeof contract.withdrawCancellation>,
): Answer<typeof contract.withdrawCancellation> {
  return changeOrder(ctx, slug, (tx, order) =>
    step(ctx, tx, order, 'withdraw_cancellation', 'cancellation_withdrawn'),
  )
}

/** Confirms that everything has arrived, which completes the order. */
export function confirmReceipt(
  ctx: Ctx,
  { slug }: Input<typeof contract.confirmReceipt>,
): Answer<typeof contract.confirmReceipt> {
  return changeOrder<NotNow>(ctx, slug, async (tx, order) => {
    if (!mayConfirmReceipt(order)) return no({ name: 'not_now' })
    const done = await step(ctx, tx, order, 'complete', 'completed')
    if (done.ok && (await arriveShipments(tx, order.id, null, ctx.now, true)) > 0)
      await setDelivery(tx, order.id, 'delivered')
    if (done.ok) await earnFor(tx, ctx, order)
    return done
  })
}

/** Extends the hold a little, once, as long as it is not over. */
export function extendHold(
  ctx: Ctx,
  { slug }: Input<typeof contract.extendHold>,
): Answer<typeof contract.extendHold> {
  return changeOrder<NotNow>(ctx, slug, async (tx, order) => {
    const { holdUntil } = order
    if (holdUntil === null || holdUntil <= ctx.now) return no({ name: 'not_now' })
    const until = new Date(holdUntil.getTime() + extension)
    if (!(await extendHoldOf(tx, order.id, until))) return no({ name: 'not_now' })
    await addOrderEvent(tx, { orderId: order.id, kind: 'hold_extended', actor: 'customer', at: ctx.now })
    return ok(null)
  })
}

/** Locks the visitor's order, changes it, and returns its new view. */
async function changeOrder<P>(
  ctx: Ctx,
  slug: string,
  change: (tx: Tx, order: LockedOrder) => Promise<Result<null, P>>,
): Promise<Result<OrderView, P | { name: 'unknown_order' }>> {
  const access = await ctx.who()
  const number = tidyNumber(slug)
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, number, access)
    if (order === null) return no({ name: 'unknown_order' })
    const changed = await change(tx, order)
    if (!changed.ok) return changed
    announceOrder(tx, ctx, order)
    const row = await findOwnOrder(tx, number, access)
    if (row === null) throw new Error('an order that is locked is there')
    return ok(await viewOrder(tx, row, ctx))
  })
}

async function step(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  kind: OrderEventKind,
  reason = '',
): Promise<Result<null, NotNow>> {
  const to = next(orderMachine, order.status, event)
  if (!to.ok) return to
  const change = { to: to.value, at: ctx.now, ...(reason === '' ? {} : { cancelReason: reason }) }
  if (!(await moveOrder(tx, order.id, order.status, change))) return no({ name: 'not_now' })
  await addOrderEvent(tx, {
    orderId: order.id,
    kind,
    actor: 'customer',
    data: reason === '' ? {} : { reason },
    at: ctx.now,
  })
  return ok(null)
}
