import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type * as contract from '#features/payments/contract.ts'
import { currentPayment, endUnstarted } from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type { PaymentMethod } from '#wire/shop-config.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOwnOrder, type LockedOrder } from '../queries/lock.ts'
import { changeMethod } from '../queries/pay.ts'
import { findOwnOrder } from '../queries/read.ts'
import { announceOrder } from '../rules/announce.ts'
import { orderAccess, tidyNumber } from './own.ts'
import { askProvider, isAskable, startPayment, viewPayment } from './start-payment.ts'
import { viewOrder } from './view.ts'

type Answer = Promise<
  Result<Output<typeof contract.changePaymentMethod>, Problem<typeof contract.changePaymentMethod>>
>

const minute = 60_000
/** Milliseconds that there is to pay by the new way, at the least. */
const grace = 15 * minute
/** Milliseconds beyond the longest hold of all methods after which even that is not granted any more. */
const mostGrace = 60 * minute
/** Changes of one order: each may mean a mail. */
const changes = { name: 'payment.change', most: 10, within: 60 * minute }

/**
 * Pays an unpaid order of the visitor's another way that costs the same. What was begun is ended at its provider first,
 * so that it cannot be paid twice; if that one says that it is paid, that was it. Online methods are started at once.
 */
export async function changePaymentMethod(
  ctx: Ctx,
  { order: slug, method: code }: Input<typeof contract.changePaymentMethod>,
): Answer {
  const number = tidyNumber(slug)
  const access = await orderAccess(ctx)
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  if (order.payStatus === 'paid') return viewPayment(ctx, number, access)
  if (!mayChange(order)) return no({ name: 'order_not_payable' })
  const { paymentMethods } = await viewOrder(ctx.db, order, ctx)
  const method = ctx.shop.sales.payment.find((one) => one.code === code)
  const isReady = ctx.pay.get(method?.provider ?? '')?.isReady === true
  if (!method || !isReady || !paymentMethods.some((one) => one.code === code))
    return no({ name: 'unknown_payment_method' })
  if (!(await mayGoOn(ctx.db, changes, String(order.id), ctx.now))) return no({ name: 'too_many_requests' })

  const before = await currentPayment(ctx.db, order.id)
  if (before !== null && isAskable(before) && before.method !== code) {
    if (!(await askProvider(ctx, before, 'check', true))) return no({ name: 'payment_unavailable' })
  }
  const changed = await ctx.transact(async (tx) => {
    const locked = await lockOwnOrder(tx, number, access)
    if (locked === null) return no({ name: 'unknown_order' as const })
    if (locked.payStatus === 'paid') return ok(null)
    if (!mayChange(locked)) return no({ name: 'order_not_payable' as const })
    const last = await currentPayment(tx, locked.id)
    if (last?.status === 'pending') return no({ name: 'payment_deciding' as const })
    if (last?.status === 'created') {
      if (last.method === code) return ok(null)
      // One that its provider knows was not ended there: somebody else has begun it meanwhile.
      if (!(await endUnstarted(tx, last.id, ctx.now))) return no({ name: 'payment_deciding' as const })
    }
    const { id, toPay, currency, holdUntil } = locked
    const until = newHold(method, order.placedAt, holdUntil, ctx)
    await changeMethod(tx, id, code, until)
    await openPayment(tx, {
      orderId: id,
      method: code,
      provider: method.provider,
      amount: toPay,
      currency,
      now: ctx.now,
    })
    const data = { method: code, from: locked.paymentMethod }
    await addOrderEvent(tx, { orderId: id, kind: 'method_changed', actor: 'customer', data, at: ctx.now })
    announceOrder(tx, ctx, locked)
    return ok(null)
  })
  if (!changed.ok) return changed
  return startPayment(ctx, { order: slug })
}

/** What has left on the word that the courier is paid is paid to him. */
function mayChange({ status, deliveryStatus }: Pick<LockedOrder, 'status' | 'deliveryStatus'>): boolean {
  return status === 'in_progress' && deliveryStatus === 'unshipped'
}

/**
 * Until when the units are kept then; null for cash on delivery, whose courier takes as long as he takes. The days of
 * a method begin when the order was placed: whoever goes to and fro between two keeps nothing for ever.
 */
function newHold(
  { provider, holdHours }: PaymentMethod,
  placedAt: Date,
  current: Date | null,
  { now, shop }: Ctx,
): Date | null {
  if (provider === 'cod') return null
  const at = now.getTime()
  const { holdMinutes, payment } = shop.sales
  const own = minute * (holdHours === null ? holdMinutes : holdHours * 60)
  if (current === null) return new Date(at + own)
  // A transfer's days do not pass to a card.
  const until =
    holdHours === null
      ? Math.min(current.getTime(), at + own)
      : Math.max(current.getTime(), placedAt.getTime() + own)
  const longest = minute * Math.max(holdMinutes, ...payment.map((method) => (method.holdHours ?? 0) * 60))
  return new Date(Math.max(until, Math.min(at + grace, placedAt.getTime() + longest + mostGrace)))
}
