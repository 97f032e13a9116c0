import { next } from '#domain/machine.ts'
import { mayCancel, orderMachine } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { day, hour } from '#domain/time.ts'
import { addOrderEvent } from '#features/orders/queries/events.ts'
import { lockOwnOrder, moveOrder, type LockedOrder } from '#features/orders/queries/lock.ts'
import { isBeingPaid } from '#features/orders/queries/payments-open.ts'
import { findOrderById, findOwnOrder, type OrderRow } from '#features/orders/queries/read.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import { cancelPaid } from '#features/orders/rules/cancel-paid.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { releaseOrder } from '#features/orders/rules/release.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { isPrivate, mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type { withdrawOrder as withdrawContract } from '../contract.ts'
import { withdrawalReceipt, type ReturnOfSent, type Withdrawal } from '../mails/receipt.ts'
import { withdrawalSince } from '../queries/facts.ts'
import { caseOf } from '../rules/case.ts'
import { planReturn, type ReturnWish } from '../rules/plan.ts'
import { orderHrefOf, returnHref } from '../rules/return-href.ts'
import { divide, isCancellable, withdrawable, type Withdrawable } from '../rules/withdrawal.ts'
import { pressedTwice, writeReturn } from './apply.ts'
import { withdrawUnsent } from './withdraw-unsent.ts'

/** Of one network: each mails a receipt. */
const withdrawing = { name: 'return.withdraw', most: 20, within: hour }
/** Of one order: units can be withdrawn, given up, and withdrawn again, with a receipt each time. */
const withdrawingOf = { name: 'return.withdraw.order', most: 5, within: day }

type Refusal = Problem<typeof withdrawContract>

/**
 * The legal withdrawal, which needs neither reason nor consent. The receipt is written in the same transaction: there is
 * no withdrawal without one.
 */
export async function withdrawOrder(
  ctx: Ctx,
  { order: slug, lines }: Input<typeof withdrawContract>,
): Answer<typeof withdrawContract> {
  const access = await ctx.who()
  const number = tidyNumber(slug)
  const own = await findOwnOrder(ctx.db, number, access)
  if (own === null) return no({ name: 'unknown_order' })
  const settings = ctx.shop.sales.returns
  const hrefOf = (made: string | null): string =>
    made === null ? orderHrefOf(number, access, ctx) : returnHref(made, access, ctx)
  return ctx.transact(async (tx): Promise<Result<{ slug: string | null; href: string }, Refusal>> => {
    const locked = await lockOwnOrder(tx, number, access)
    const order = locked === null ? null : await findOwnOrder(tx, number, access)
    if (locked === null || order === null) return no({ name: 'unknown_order' })
    if (settings.withdrawalDays === null) return no({ name: 'withdrawal_over' })
    const known = await caseOf(tx, order, settings)
    const unknown = lines === null ? null : lineFault(lines, order)
    if (unknown !== null) return no(unknown)
    if (isCancellable(known)) {
      const refusal = lines === null ? null : wholeFault(lines, order)
      if (refusal !== null) return no(refusal)
      const limit = await countReceipt(tx, ctx, order)
      if (limit !== null) return no(limit)
      const ended = await cancelWhole(tx, ctx, locked)
      if (!ended.ok) return ended
      await sendReceipt(tx, ctx, { order, made: null, never: null })
      announceOrder(tx, ctx, order)
      return ok({ slug: null, href: hrefOf(null) })
    }
    const all = withdrawable(known, settings, ctx.now)
    if (all.sent.length + all.unsent.length === 0) {
      const since = new Date(ctx.now.getTime() - pressedTwice)
      const same = lines === null ? await withdrawalSince(tx, order.id, since) : null
      if (same === null) return no({ name: 'withdrawal_over' })
      return ok({ slug: same.slug, href: hrefOf(same.slug) })
    }
    const refusal = lines === null ? null : choiceFault(lines, all)
    if (refusal !== null) return no(refusal)
    const limit = await countReceipt(tx, ctx, order)
    if (limit !== null) return no(limit)
    const { sent, unsent } = lines === null ? all : divide(lines, all)
    const never = unsent.length === 0 ? null : await withdrawUnsent(tx, ctx, order, unsent)
    const made = sent.length === 0 ? ok(null) : await returnSent(tx, ctx, order, sent)
    if (!made.ok) return no(withdrawalProblem(made.problem))
    await sendReceipt(tx, ctx, { order, made: made.value, never })
    announceOrder(tx, ctx, order)
    const slug = (made.value ?? never)?.number ?? null
    return ok({ slug, href: hrefOf(slug) })
  })
}

/**
 * Counts one receipt that is about to be queued; what of a limit is refused, or null. Counted in the transaction: a
 * withdrawal that is refused mails nothing, and uses nothing up.
 */
async function countReceipt(
  tx: Tx,
  { visitor, now }: Ctx,
  { id }: Pick<OrderRow, 'id'>,
): Promise<Refusal | null> {
  if (!isPrivate(visitor.ip) && !(await mayGoOn(tx, withdrawing, networkOf(visitor.ip), now)))
    return tooMany(withdrawing, now)
  return (await mayGoOn(tx, withdrawingOf, String(id), now)) ? null : tooMany(withdrawingOf, now)
}

type Chosen = readonly { line: number; quantity: number }[]

/** Why these are no lines of the order, each named once; null if they are. */
function lineFault(lines: Chosen, order: OrderRow): Refusal | null {
  if (lines.length === 0) return { name: 'return_empty' }
  const ids = new Set(lines.map(({ line }) => line))
  const isKnown =
    ids.size === lines.length && [...ids].every((id) => order.lines.some((one) => one.id === id))
  return isKnown ? null : { name: 'unknown_return_line' }
}

/** Why these units are not the whole order, which is cancelled as one as long as nothing of it has left; null if they are. */
function wholeFault(lines: Chosen, order: OrderRow): Refusal | null {
  const chosen = new Map(lines.map(({ line, quantity }) => [line, quantity]))
  for (const { id, quantity } of order.lines)
    if ((chosen.get(id) ?? 0) > quantity) return { name: 'return_too_many', details: { left: quantity } }
  const isWhole = order.lines.every(({ id, quantity }) => (chosen.get(id) ?? 0) === quantity)
  return isWhole ? null : { name: 'withdraw_whole' }
}

/** A choice of more units than can be withdrawn from; null for none. */
function choiceFault(lines: Chosen, { sent, unsent }: Withdrawable): Refusal | null {
  for (const { line, quantity } of lines) {
    const of = (units: Withdrawable['sent']): number => units.find((one) => one.line === line)?.quantity ?? 0
    const left = of(sent) + of(unsent)
    if (left > 0 && quantity > left) return { name: 'return_too_many', details: { left } }
  }
  return null
}

/** Makes a return of units that have left, which nobody has to approve. */
async function returnSent(
  tx: Tx,
  ctx: Ctx,
  before: OrderRow,
  units: Withdrawable['sent'],
): Promise<Result<ReturnOfSent, Parameters<typeof withdrawalProblem>[0]>> {
  const settings = ctx.shop.sales.returns
  const order = await findOrderById(tx, before.id)
  if (order === null) return no({ name: 'unknown_order' })
  // What is withdrawn with it begins no days, and its money is no reason to refuse goods that have cost nothing.
  const { deliveryStatus, captured, refunded, given } = before
  const asked = { ...order, deliveryStatus, captured, refunded, given }
  const wish: ReturnWish = {
    type: 'return_and_refund',
    reason: 'changed_mind',
    refundTo: 'original',
    isWithdrawal: true,
    lines: units.map((line) => ({ ...line, exchangeFor: null })),
  }
  const plan = planReturn(await caseOf(tx, asked, settings), wish, new Map(), ctx)
  if (!plan.ok) return plan
  // The right does not hang on the shop's settings: without an address the time to send begins when one is told.
  const awaitsAddress = settings.address === null
  const sendBy = awaitsAddress ? null : new Date(ctx.now.getTime() + settings.sendWithinDays * day)
  const written = await writeReturn(tx, ctx, order, plan.value, {
    ...wish,
    description: '',
    images: [],
    approved: { sendBy, awaitsAddress },
  })
  if (!written.ok) return written
  return ok({ number: written.value, sendBy, total: plan.value.total, lines: plan.value.lines })
}

/** A withdrawal wants no other goods and no store credit: these refusals are all that is left. */
function withdrawalProblem(problem: { name: string; details?: Record<string, string | number> }): Refusal {
  switch (problem.name) {
    case 'return_too_many':
      return { name: 'return_too_many', details: { left: problem.details?.['left'] ?? 0 } }
    case 'unknown_return_line':
      return { name: 'unknown_return_line' }
    case 'return_empty':
      return { name: 'return_empty' }
    default:
      return { name: 'withdrawal_over' }
  }
}

/** Cancels an order of which nothing has left, with the shopper's right to it: nobody has to grant it. */
async function cancelWhole(
  tx: Tx,
  ctx: Ctx,
  order: LockedOrder,
): Promise<Result<null, Problem<typeof withdrawContract>>> {
  if (mayCancel(order)) {
    if (await isBeingPaid(tx, order.id)) return no({ name: 'payment_deciding' })
    if (!(await move(tx, ctx, order, 'cancel', 'cancelled'))) return no({ name: 'withdrawal_over' })
    await releaseOrder(tx, order, ctx.now)
    return ok(null)
  }
  if (
    order.status === 'in_progress' &&
    !(await move(tx, ctx, order, 'request_cancellation', 'cancellation_requested'))
  )
    return no({ name: 'withdrawal_over' })
  const ended = await cancelPaid(tx, ctx, { ...order, status: 'pending_cancellation' }, 'customer')
  return ended.ok ? ok(null) : no({ name: 'withdrawal_over' })
}

async function move(
  tx: Tx,
  { now }: Ctx,
  order: LockedOrder,
  event: 'cancel' | 'request_cancellation',
  kind: 'cancelled' | 'cancellation_requested',
): Promise<boolean> {
  const to = next(orderMachine, order.status, event)
  if (!to.ok || !(await moveOrder(tx, order.id, order.status, { to: to.value, at: now }))) return false
  // Nobody is asked: the mails about a request are not sent.
  const data = { isWithdrawal: true }
  await addOrderEvent(tx, { orderId: order.id, kind, actor: 'customer', data, at: now })
  return true
}

async function sendReceipt(tx: Tx, ctx: Ctx, withdrawal: Withdrawal): Promise<void> {
  const letter = await withdrawalReceipt(tx, ctx, withdrawal)
  await queueMail(tx, letter, ctx.origin, ctx.now)
}
