import { no, ok } from '#domain/result.ts'
import { day, minute } from '#domain/time.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type * as contract from '#features/payments/contract.ts'
import { currentPayment, endUnstarted } from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOwnOrder, type LockedOrder } from '../queries/lock.ts'
import { changeMethod } from '../queries/pay.ts'
import { findOwnOrder } from '../queries/read.ts'
import { announceOrder } from '../rules/announce.ts'
import { holdTime, ownHoldHours } from '../rules/hold-time.ts'
import { tidyNumber } from '../rules/number.ts'
import { mayMailAgain, repeatedMails } from '../rules/repeated-mails.ts'
import { askProvider, isAskable, startPayment, viewPayment } from './start-payment.ts'
import { viewOrder } from './view.ts'

/** The least time to pay by the new method, in milliseconds. */
const grace = 15 * minute
/** Milliseconds beyond the longest hold of all methods, after which not even that is granted. */
const mostGrace = 60 * minute
/** A rate limit for each order: each change may send a mail. */
const changes = { name: 'payment.change', most: 10, within: day }

/**
 * Changes the payment method of an unpaid order to one that costs the same. The open payment is cancelled at its
 * provider first, so that it cannot be paid twice; if it turns out to be paid, that was it. Online methods are
 * started at once.
 */
export async function changePaymentMethod(
  ctx: Ctx,
  { order: slug, method: code }: Input<typeof contract.changePaymentMethod>,
): Answer<typeof contract.changePaymentMethod> {
  const number = tidyNumber(slug)
  const access = await ctx.who()
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  if (order.payStatus === 'paid') return viewPayment(ctx, number, access)
  if (!mayChange(order)) return no({ name: 'order_not_payable' })
  const { paymentMethods } = await viewOrder(ctx.db, order, ctx)
  const method = ctx.shop.sales.payment.find((one) => one.code === code)
  const isReady = ctx.pay.get(method?.provider ?? '')?.isReady === true
  if (!method || !isReady || !paymentMethods.some((one) => one.code === code))
    return no({ name: 'unknown_payment_method' })
  const before = await currentPayment(ctx.db, order.id)
  // Not counted: nothing is mailed of it.
  if (before?.status === 'created' && before.method === code) return startPayment(ctx, { order: slug })
  if (!(await mayGoOn(ctx.db, changes, String(order.id), ctx.now))) return no(tooMany(changes, ctx.now))
  if (!(await mayMailAgain(ctx, order))) return no(tooMany(repeatedMails, ctx.now))

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
      // A payment that its provider knows by now was not cancelled there: another request has started it meanwhile.
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

/** A parcel that left to be paid to the courier is paid to the courier. */
function mayChange({ status, deliveryStatus }: Pick<LockedOrder, 'status' | 'deliveryStatus'>): boolean {
  return status === 'in_progress' && deliveryStatus === 'unshipped'
}

/**
 * Until when the units are kept then. The days of a method begin when the order was placed: whoever goes to and fro
 * between two keeps nothing for ever.
 */
function newHold(method: PaymentMethod, placedAt: Date, current: Date | null, { now, shop }: Ctx): Date {
  const at = now.getTime()
  const { holdMinutes, payment } = shop.sales
  const own = holdTime(method, shop.sales)
  if (current === null) return new Date(at + own)
  // A card does not inherit the days of a transfer.
  const until =
    ownHoldHours(method) === null
      ? Math.min(current.getTime(), at + own)
      : Math.max(current.getTime(), placedAt.getTime() + own)
  const longest = Math.max(
    own,
    minute * holdMinutes,
    ...payment.map(({ holdHours }) => (holdHours ?? 0) * 60 * minute),
  )
  return new Date(Math.max(until, Math.min(at + grace, placedAt.getTime() + longest + mostGrace)))
}
