import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import {
  addHeldUnits,
  addLines,
  nameMethod,
  replaceQuote,
  rewriteLines,
  takeOutUnits,
} from '../queries/edit.ts'
import { addOrderEvent } from '../queries/events.ts'
import { lockOrderByNumber } from '../queries/lock.ts'
import { holdUnits, lockSkus } from '../queries/place.ts'
import { findOrderById, type OrderRow } from '../queries/read.ts'
import { lockSkusOf } from '../queries/release.ts'
import { linesToShip, takeHeldUnits } from '../queries/ship.ts'
import { announceOrder } from '../rules/announce.ts'
import { callOffRefund, refundOrder } from '../rules/refund.ts'
import { announceStock } from '../rules/release.ts'
import { endPayment, replacePayment, type ReplaceFault } from '../rules/replace-payment.ts'
import { holdFor } from './hold-for.ts'
import {
  planEdit,
  promotionsForEdit,
  type EditPlan,
  type EditRefusal,
  type EditWork,
  type OrderEdit,
} from './plan-edit.ts'

export type EditFault =
  | Named<'unknown_order'>
  | EditRefusal
  | ReplaceFault
  /** Somebody changed the order since the plan was shown. */
  | { name: 'changed_meanwhile' }
  | { name: 'out_of_stock'; skus: readonly string[] }

/** The lines of an order before or after an edit, as its event keeps them. */
export interface NamedLine {
  readonly sku: string
  readonly title: string
  readonly choice: string
}

export interface EditedOrder {
  total: number
  toPay: number
  /** Minor units that go back. */
  refund: number
  /** Minor units that a paid order waits for then. */
  due: number
  calledOff: EditPlan['calledOff']
  units: EditPlan['units']
}

/**
 * Changes the lines or the price of shipping of an order of which nothing has left. The open payment of one that waits
 * for money has to be called off before (`callOffPayment`). A paid order that becomes dearer stays paid, and waits for
 * the difference.
 * @param seen the order's version when the plan was shown; null if nobody saw it
 */
export async function editOrder(
  work: EditWork,
  number: string,
  edit: OrderEdit & { readonly reason: string },
  seen: number | null,
): Promise<Result<EditedOrder, EditFault>> {
  // Before the transaction: it may take a connection.
  const promotions = await promotionsForEdit(work)
  return work.transact(async (tx) => {
    const locked = await lockOrderByNumber(tx, number)
    if (locked === null) return no({ name: 'unknown_order' })
    const order = (await findOrderById(tx, locked.id))!
    if (seen !== null && order.version !== seen) return no({ name: 'changed_meanwhile' })
    const planned = await planEdit(work, tx, order, edit, promotions)
    if (!planned.ok) return planned
    return apply(tx, work, order, planned.value, edit.reason)
  })
}

async function apply(
  tx: Tx,
  work: EditWork,
  order: OrderRow,
  plan: EditPlan,
  reason: string,
): Promise<Result<EditedOrder, EditFault>> {
  const { now } = work
  const { quote, difference, due, refund, calledOff, units } = plan
  const stocked = await moveUnits(tx, work, order, plan)
  if (!stocked.ok) return stocked
  const asked = await askAgain(tx, order, plan, now)
  if (!asked.ok) return asked
  if (!(await replaceQuote(tx, order.id, quote, due, holdFor(order, work))))
    return no({ name: 'not_now', status: order.status })
  for (const { refund: id } of calledOff) await callOffRefund(tx, id, now)
  if (refund > 0) {
    const cause = `edit:${order.id}:${order.version}`
    const made = await refundOrder(tx, {
      orderId: order.id,
      amount: refund,
      reason: reason || 'edit',
      cause,
      now,
    })
    if (!made.ok) throw new Error(`order ${order.number} cannot give back ${refund}`)
  }
  const data = {
    version: order.version,
    units,
    difference,
    refund,
    due,
    ...(calledOff.length === 0 ? {} : { calledOff }),
    reason,
    // What was sold before and after, for the books and for whoever asks.
    before: { quote: order.quote, lines: order.lines.map(namesOf) },
    after: { quote, lines: (await findOrderById(tx, order.id))!.lines.map(namesOf) },
  }
  await addOrderEvent(tx, { orderId: order.id, kind: 'edited', actor: 'operator', data, at: now })
  announceOrder(tx, work, order)
  return ok({ total: quote.total, toPay: quote.toPay, refund, due, calledOff, units })
}

/** Asks for another amount, or for none any more, where that has changed: by a payment in place of the open one. */
async function askAgain(
  tx: Tx,
  order: OrderRow,
  { quote, difference, due, method }: EditPlan,
  now: Date,
): Promise<Result<null, ReplaceFault>> {
  if (order.payStatus === 'unpaid')
    return difference === 0 ? ok(null) : replacePayment(tx, order, quote.toPay, now)
  if (due === order.due) return ok(null)
  if (method !== null) {
    const ended = await endPayment(tx, order, now)
    if (!ended.ok) return ended
    await nameMethod(tx, order.id, method.code)
    const { code, provider } = method
    const payment = { orderId: order.id, method: code, provider, amount: due, currency: order.currency, now }
    await openPayment(tx, payment)
    return ok(null)
  }
  return due > 0 ? replacePayment(tx, order, due, now) : endPayment(tx, order, now)
}

/** Stock and lines, in the order that the checks of the tables ask for. */
async function moveUnits(
  tx: Tx,
  { now }: EditWork,
  order: OrderRow,
  { quote, units, added }: EditPlan,
): Promise<Result<null, EditFault>> {
  const own = new Map((await linesToShip(tx, order.id)).map((line) => [line.sku, line]))
  const ids = [...own.values()].flatMap(({ skuId }) => skuId ?? [])
  await lockSkus(tx, [...new Set([...ids, ...added.map(({ line }) => line.row!.skuId)])])
  const products = await lockSkusOf(tx, order.id)
  for (const { line } of added) {
    const known = own.get(line.sku)
    // The SKU was deleted and came again: the line's units are of the former one.
    if (known !== undefined && known.skuId !== line.row!.skuId)
      return no({ name: 'not_for_sale', sku: line.sku })
  }
  for (const { sku, from, to } of units) {
    const line = own.get(sku)
    if (line === undefined || line.skuId === null || to >= from) continue
    // Units that are still waited for go first: the shelf has none of them.
    const held = Math.min(line.held, from - to)
    const out = { held, sold: from - to - held }
    await takeOutUnits(tx, order.id, { id: line.id, skuId: line.skuId }, out, now)
  }
  await rewriteLines(tx, order.id, quote.lines)
  const fresh = added.filter(({ line }) => !own.has(line.sku))
  await addLines(
    tx,
    order.id,
    fresh.map(({ line: { row, title, choice, sku }, quantity }) => {
      const { skuId, productId, slug, picture } = row!
      const { amount, net, tax } = quote.lines.find(({ key }) => key === sku)!
      return { skuId, productId, sku, slug, title, choice, picture, quantity, amount, net, tax }
    }),
  )
  if (added.length > 0) {
    const wanted = added.map(({ line, quantity }) => ({ skuId: line.row!.skuId, quantity }))
    const held = await holdUnits(tx, wanted)
    if (held.length < wanted.length) {
      const missing = added.filter(({ line }) => !held.some(({ skuId }) => skuId === line.row!.skuId))
      return no({ name: 'out_of_stock', skus: missing.map(({ line }) => line.sku) })
    }
    await addHeldUnits(tx, order.id, wanted, now)
    if (order.stockStatus === 'sold') await sell(tx, order.id, wanted, held, now)
  }
  const came = added.map(({ line }) => line.row!.productId)
  await announceStock(
    tx,
    [...new Set([...products, ...came])].toSorted((a, b) => a - b),
  )
  return ok(null)
}

/** Of a paid order: what is on hand of the added units is sold, the rest is waited for. */
async function sell(
  tx: Tx,
  orderId: number,
  wanted: readonly { skuId: number; quantity: number }[],
  held: readonly { skuId: number; onHand: number }[],
  now: Date,
): Promise<void> {
  const lines = await linesToShip(tx, orderId)
  for (const { skuId, quantity } of wanted) {
    const line = lines.find((one) => one.skuId === skuId)!
    const there = Math.min(quantity, held.find((one) => one.skuId === skuId)!.onHand)
    if (there > 0 && !(await takeHeldUnits(tx, orderId, { id: line.id, skuId }, there, now)))
      throw new Error(`${line.sku} was held and cannot be sold`)
  }
}

/** What a line was called, for the books. */
function namesOf({ sku, title, choice }: NamedLine): NamedLine {
  return { sku, title, choice }
}
