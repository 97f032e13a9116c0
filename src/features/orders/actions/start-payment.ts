import { waitsForDifference } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type * as contract from '#features/payments/contract.ts'
import {
  claimOne,
  currentPayment,
  keepStarted,
  paymentById,
  type PaymentData,
  type PaymentRow,
} from '#features/payments/queries/payments.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { presentPayment } from '../present-payment.ts'
import { lockOwnOrder, type OrderAccess } from '../queries/lock.ts'
import { findOwnOrder, type OrderRow } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'
import { applyPayment } from '../rules/pay.ts'
import { learn } from '../rules/learn.ts'

/** Milliseconds after which the job polls a payment that was started. */
const firstCheck = 30_000
/** Milliseconds between two polls while somebody waits on the page. */
const lease = 15_000

/**
 * Starts the payment of the visitor's order, or resumes it. Its provider is asked first: a payment that was made
 * meanwhile is not made again, and a failed one is replaced by a new one.
 */
export async function startPayment(
  ctx: Ctx,
  { order: slug }: Input<typeof contract.startPayment>,
): Answer<typeof contract.startPayment> {
  const number = tidyNumber(slug)
  const access = await ctx.who()
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  const before = await currentPayment(ctx.db, order.id)
  if (before !== null && isAskable(before) && !(await askProvider(ctx, before, 'check', false)))
    return no({ name: 'payment_unavailable' })

  const prepared = await preparePayment(ctx, number, access)
  if (!prepared.ok) return prepared
  const payment = prepared.value
  if (payment !== null && payment.status === 'created' && payment.reference === null) {
    const provider = ctx.pay.get(payment.provider)
    if (provider?.isReady !== true || !(await startAt(ctx, provider, payment, order)))
      return no({ name: 'payment_unavailable' })
  }
  return viewPayment(ctx, number, access)
}

/** The state of the payment of the visitor's order; a provider that has been silent for a while is polled. */
export async function paymentStatus(
  ctx: Ctx,
  { order: slug }: Input<typeof contract.paymentStatus>,
): Answer<typeof contract.paymentStatus> {
  const number = tidyNumber(slug)
  const access = await ctx.who()
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  const payment = await currentPayment(ctx.db, order.id)
  if (payment !== null && isAskable(payment)) {
    // Of many open pages, one polls.
    const isOurs = await claimOne(ctx.db, payment.id, ctx.now, new Date(ctx.now.getTime() + lease))
    if (isOurs) await askProvider(ctx, payment, 'check', false)
  }
  return viewPayment(ctx, number, access)
}

/** The result of a payment whose shopper returns from the provider's page. */
export async function returnFromProvider(ctx: Ctx, slug: string): Answer<typeof contract.paymentStatus> {
  const number = tidyNumber(slug)
  const access = await ctx.who()
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  const payment = await currentPayment(ctx.db, order.id)
  if (payment !== null && isAskable(payment)) await askProvider(ctx, payment, 'return', false)
  return viewPayment(ctx, number, access)
}

/** Whether there is a provider to ask. */
export function isAskable({ reference, status, provider }: PaymentRow): boolean {
  const isOpen = status === 'created' || status === 'pending'
  return isOpen && reference !== null && provider !== 'manual' && provider !== 'cod'
}

/**
 * Polls the provider and applies its report; false when it could not be reached.
 * @param callsOff whether the provider is to cancel the payment if it still can
 */
export async function askProvider(
  ctx: Ctx,
  payment: PaymentRow,
  source: 'check' | 'return',
  callsOff: boolean,
): Promise<boolean> {
  const { provider: name, reference, amount, currency } = payment
  const provider = ctx.pay.get(name)
  if (provider?.isReady !== true || reference === null) return false
  try {
    const report = await learn(provider, { reference, amount, currency }, callsOff)
    await applyPayment(ctx, name, report, source)
    return true
  } catch (error) {
    ctx.log.warn({ err: error, payment: payment.id, provider: name }, 'a provider could not be asked')
    return false
  }
}

/**
 * The open payment of a payable order, or a new one in place of a failed one; null when it is paid. One that became
 * dearer after it was paid is payable: of it, the difference.
 */
function preparePayment(
  ctx: Ctx,
  number: string,
  access: OrderAccess,
): Promise<Result<PaymentRow | null, { name: 'unknown_order' | 'order_not_payable' }>> {
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, number, access)
    if (order === null) return no({ name: 'unknown_order' })
    const isDearer = waitsForDifference(order)
    if (order.payStatus === 'paid' && !isDearer) return ok(null)
    if (order.status !== 'in_progress') return no({ name: 'order_not_payable' })
    const last = await currentPayment(tx, order.id)
    if (last === null) return no({ name: 'order_not_payable' })
    if (last.status === 'created' || last.status === 'pending') return ok(last)
    const { method, provider, currency } = last
    const amount = isDearer ? order.due : order.toPay
    const id = await openPayment(tx, { orderId: order.id, method, provider, amount, currency, now: ctx.now })
    return ok(await paymentById(tx, id))
  })
}

/**
 * Starts a payment at its provider, which recognises it by its id: repeating it is safe. False when it cannot be
 * reached.
 */
async function startAt(
  ctx: Ctx,
  provider: PaymentProvider,
  payment: PaymentRow,
  { id, number, email }: OrderRow,
): Promise<boolean> {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  try {
    const started = await provider.start({
      id: payment.id,
      orderNumber: number,
      amount: payment.amount,
      currency: payment.currency,
      email,
      lang: ctx.lang,
      returnUrl: `${ctx.origin}${links.paymentReturn(number)}`,
      notifyUrl: `${ctx.origin}/webhooks/${provider.name}`,
    })
    if (started.kind === 'offline') return true
    const { reference, ...data } = started
    const nextCheckAt = new Date(ctx.now.getTime() + firstCheck)
    await ctx.transact((tx) =>
      keepStarted(tx, payment.id, reference, data as PaymentData, nextCheckAt, ctx.now),
    )
    return true
  } catch (error) {
    ctx.log.warn({ err: error, order: id, provider: provider.name }, 'a payment could not be started')
    return false
  }
}

export async function viewPayment(
  ctx: Ctx,
  number: string,
  access: OrderAccess,
): Promise<Result<Output<typeof contract.startPayment>, { name: 'unknown_order' }>> {
  const order = await findOwnOrder(ctx.db, number, access)
  if (order === null) return no({ name: 'unknown_order' })
  const view = presentPayment(order, ctx)
  const payment = view.state === 'open' ? await currentPayment(ctx.db, order.id) : null
  const data = payment?.data
  if (data === undefined || !('kind' in data)) return ok(view)
  if (data.kind === 'redirect') return ok({ ...view, redirect: data.url })
  const { clientSecret, publishableKey } = data
  return ok({ ...view, embedded: { clientSecret, publishableKey } })
}
