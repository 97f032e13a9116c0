import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/actions/open.ts'
import type * as contract from '#features/payments/contract.ts'
import { currentPayment, endUnstarted } from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type { PaymentMethod } from '#wire/shop-config.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOwnOrder } from '../queries/lock.ts'
import { changeMethod } from '../queries/pay.ts'
import { findOwnOrder } from '../queries/read.ts'
import { announceOrder } from './announce.ts'
import { orderAccess, tidyNumber } from './own.ts'
import { askProvider, isAskable, startPayment, viewPayment } from './start-payment.ts'
import { viewOrder } from './view.ts'

type Answer = Promise<
  Result<Output<typeof contract.changePaymentMethod>, Problem<typeof contract.changePaymentMethod>>
>

const minute = 60_000
/** Milliseconds that there is to pay by the new way, at the least. */
const grace = 15 * minute

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
  if (order.status !== 'in_progress') return no({ name: 'order_not_payable' })
  const { paymentMethods } = await viewOrder(ctx.db, order, ctx)
  const method = ctx.shop.sales.payment.find((one) => one.code === code)
  const isReady = ctx.pay.get(method?.provider ?? '')?.isReady === true
  if (!method || !isReady || !paymentMethods.some((one) => one.code === code))
    return no({ name: 'unknown_payment_method' })

  const before = await currentPayment(ctx.db, order.id)
  if (before !== null && isAskable(before) && before.method !== code) {
    if (!(await askProvider(ctx, before, 'check', true))) return no({ name: 'payment_unavailable' })
  }
  const changed = await ctx.transact(async (tx) => {
    const locked = await lockOwnOrder(tx, number, access)
    if (locked === null) return no({ name: 'unknown_order' as const })
    if (locked.payStatus === 'paid') return ok(null)
    if (locked.status !== 'in_progress') return no({ name: 'order_not_payable' as const })
    const last = await currentPayment(tx, locked.id)
    if (last?.status === 'pending') return no({ name: 'payment_deciding' as const })
    if (last?.status === 'created') {
      if (last.method === code) return ok(null)
      // One that its provider knows was not ended there: somebody else has begun it meanwhile.
      if (!(await endUnstarted(tx, last.id, ctx.now))) return no({ name: 'payment_deciding' as const })
    }
    const { id, toPay, currency, holdUntil } = locked
    const until = newHold(method, holdUntil, ctx)
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

/** Until when the units are kept then; null for cash on delivery, whose courier takes as long as he takes. */
function newHold(
  { provider, holdHours }: PaymentMethod,
  current: Date | null,
  { now, shop }: Ctx,
): Date | null {
  if (provider === 'cod') return null
  const at = now.getTime()
  if (holdHours !== null) return new Date(Math.max(at + holdHours * 60 * minute, current?.getTime() ?? 0))
  const granted = current === null ? at + shop.sales.holdMinutes * minute : current.getTime()
  // A transfer's days do not pass to a card.
  return new Date(Math.max(at + grace, Math.min(granted, at + shop.sales.holdMinutes * minute)))
}
