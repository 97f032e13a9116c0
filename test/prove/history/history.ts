import { next } from '#domain/machine.ts'
import type { Result } from '#domain/result.ts'
import { deliveryStatus, orderMachine, payStatus, type OrderStatus } from '#domain/order.ts'
import { machineEventOf, orderEventKinds, type OrderEventKind } from '#features/orders/events.ts'
import { checkAdjustments, checkDue, checkEdits } from '../edits/history-edits.ts'
import { checkReturns } from './history-returns.ts'
import { checkCoupons, checkCredit, checkStock, sum, type Tell } from './history-stock.ts'
import type { History, OrderHistory, Rows, SkuStock } from './history-rows.ts'

/*
 * What must hold of every order, payment, unit and coupon, whatever happened to them and in whatever order: a plain
 * reading of the rules, which shares no SQL with what writes the rows.
 */

export interface Violation {
  /** Which rule: a name that a search finds. */
  rule: string
  /** `order K7M2N-9QXD4`, `sku stool-sage`, … */
  subject: string
  text: string
}

/** @param before the stock as it was when the record began; without it, what the catalogue brought is not known */
export function checkHistory(history: History, before: readonly SkuStock[] | null): Violation[] {
  const violations: Violation[] = []
  const tell: Tell = (rule, subject, text) => void violations.push({ rule, subject, text })
  const rowsOf = indexed(history)
  for (const order of history.orders) {
    const rows = rowsOf(order.id)
    checkQuote(order, rows, tell)
    checkMoney(order, rows, tell)
    checkPath(order, rows, tell)
    checkUnits(order, rows, tell)
    checkParcels(order, rows, tell)
    checkAdjustments(order, rows, tell)
    checkEdits(order, rows, tell)
    checkDue(order, rows, tell)
  }
  checkStock(history, before, tell)
  checkCoupons(history, tell)
  checkCredit(history, tell)
  checkReturns(history, tell)
  return violations
}

function indexed(history: History): (orderId: number) => Rows {
  const by = <T extends { orderId: number | null }>(rows: readonly T[]): Map<number | null, T[]> =>
    Map.groupBy(rows, ({ orderId }) => orderId)
  const [lines, events, moves, payments, refunds, parcels, adjustments] = [
    by(history.lines),
    by(history.events),
    by(history.moves),
    by(history.payments),
    by(history.refunds),
    by(history.parcels),
    by(history.adjustments),
  ]
  const paymentEvents = Map.groupBy(history.paymentEvents, ({ paymentId }) => paymentId)
  const shipped = Map.groupBy(history.shipped, ({ lineId }) => lineId)
  return (id) => {
    const own = { lines: lines.get(id) ?? [], payments: payments.get(id) ?? [] }
    return {
      ...own,
      events: events.get(id) ?? [],
      moves: moves.get(id) ?? [],
      refunds: refunds.get(id) ?? [],
      parcels: parcels.get(id) ?? [],
      adjustments: adjustments.get(id) ?? [],
      paymentEvents: own.payments.flatMap((payment) => paymentEvents.get(payment.id) ?? []),
      shipped: own.lines.flatMap((line) => shipped.get(line.id) ?? []),
    }
  }
}

/** The stored quote explains the total, to the last unit, and the lines are those of the quote. */
function checkQuote(order: OrderHistory, { lines }: Rows, tell: Tell): void {
  const subject = `order ${order.number}`
  const { quote } = order
  const same = (what: string, is: number, shouldBe: number): void => {
    if (is !== shouldBe) tell('quote_explains_total', subject, `${what} is ${is} and should be ${shouldBe}`)
  }
  const added = quote.taxMode === 'added' ? quote.tax : 0
  same(
    'the total',
    order.total,
    quote.subtotal - quote.discount + (quote.shipping ?? 0) + quote.paymentFee + added,
  )
  same('the total of the quote', quote.total, order.total)
  same('what is to be paid', order.toPay, order.total - order.credit)
  same('store credit', order.credit, quote.credit)
  same(
    'the subtotal',
    quote.subtotal,
    sum(quote.lines, ({ gross }) => gross),
  )
  same(
    'the discount',
    quote.discount,
    sum(quote.lines, ({ discount }) => discount),
  )
  for (const [kind, shouldBe] of [['tax', quote.tax]] as const)
    same(
      kind,
      sum(quote.adjustments, ({ because, amount }) => (because.kind === kind ? amount : 0)),
      shouldBe,
    )
  for (const line of quote.lines) {
    same(`gross of ${line.key}`, line.gross, line.amount * line.quantity)
    same(`net of ${line.key}`, line.net, line.gross - line.discount)
    const off = sum(quote.adjustments, ({ because, amount, line: key }) =>
      key === line.key && ['tier', 'promotion', 'coupon', 'adjusted'].includes(because.kind) ? amount : 0,
    )
    same(`what was taken off ${line.key}`, -off, line.discount)
    const sold = lines.find(({ sku }) => sku === line.key)
    if (sold === undefined) tell('quote_explains_total', subject, `${line.key} is in no line`)
    else
      for (const name of ['quantity', 'amount', 'net', 'tax'] as const)
        same(`${name} of the line ${line.key}`, sold[name], line[name])
  }
  same('the count of lines', lines.length, quote.lines.length)
}

/** Sums are those of the rows beside them, money is only kept for what was bought, and each capture was told of. */
function checkMoney(
  order: OrderHistory,
  { payments, paymentEvents, refunds, events }: Rows,
  tell: Tell,
): void {
  const subject = `order ${order.number}`
  const alive = refunds.filter(({ status }) => status !== 'failed')
  const same = (rule: string, what: string, is: number, shouldBe: number): void => {
    if (is !== shouldBe) tell(rule, subject, `${what} is ${is} and should be ${shouldBe}`)
  }
  same(
    'captured_is_payments',
    'captured',
    order.captured,
    sum(payments, ({ captured }) => captured),
  )
  same(
    'refunded_is_refunds',
    'refunded',
    order.refunded,
    sum(alive, ({ amount, paymentId }) => (paymentId === null ? 0 : amount)),
  )
  if (order.refunded > order.captured) tell('refunded_within_captured', subject, 'more went back than came')
  // A refund later leaves it paid: what was captured decides, but what came for another price than the order has now.
  const over = sum(alive, ({ cause, amount }) => (cause.startsWith('over:') ? amount : 0))
  // What is due of a paid order that became dearer has not come.
  const paidFor = order.toPay - order.due
  if (order.payStatus !== payStatus(paidFor, order.captured - over))
    tell('paid_means_captured', subject, `it is ${order.payStatus}, of ${paidFor} came ${order.captured}`)
  const isPaid = order.payStatus === 'paid'
  if (isPaid !== events.some(({ kind }) => kind === 'paid') && order.status !== 'cancelled')
    tell('paid_is_noted', subject, `it is ${order.payStatus}, and its events say otherwise`)
  const kept = order.captured - order.refunded
  const mayKeep = order.status === 'cancelled' ? 0 : paidFor
  if (kept > mayKeep) tell('money_is_kept_for_goods', subject, `${kept} is kept of ${mayKeep}`)

  if (payments.filter(({ status }) => status === 'created' || status === 'pending').length > 1)
    tell('one_payment_open', subject, 'two payments are open at once')
  for (const payment of payments) {
    const name = `payment ${payment.id} of ${order.number}`
    if (payment.currency !== order.currency)
      tell('payment_currency', name, `${payment.currency} for ${order.currency}`)
    if (payment.captured !== (payment.status === 'captured' ? payment.amount : 0))
      tell('captured_is_payments', name, `${payment.status} with ${payment.captured} of ${payment.amount}`)
    const back = sum(alive, ({ paymentId, amount }) => (paymentId === payment.id ? amount : 0))
    if (back !== payment.refunded)
      tell('refunded_is_refunds', name, `${payment.refunded} is noted, refunds say ${back}`)
    const told = paymentEvents.filter(
      (event) => event.paymentId === payment.id && event.kind === 'captured' && event.outcome === 'applied',
    )
    if (told.length !== (payment.status === 'captured' ? 1 : 0))
      tell('capture_was_told', name, `it is ${payment.status}, and was told of ${told.length} times`)
    for (const event of told)
      if (event.amount !== payment.amount || event.currency !== payment.currency)
        tell(
          'capture_was_told',
          name,
          `${event.amount} ${event.currency} was told, ${payment.amount} was asked`,
        )
  }
}

const known: ReadonlySet<string> = new Set(orderEventKinds)

/** The events are a way through the order's machine that ends where the order stands. */
function checkPath(order: OrderHistory, { events }: Rows, tell: Tell): void {
  const subject = `order ${order.number}`
  const kinds = events.map(({ kind }) => kind)
  if (kinds[0] !== 'placed' || kinds.lastIndexOf('placed') !== 0)
    tell('path_exists', subject, 'it does not begin with being placed, once')
  let status: OrderStatus = 'in_progress'
  let isPaid = false
  for (const kind of kinds) {
    if (!known.has(kind)) {
      tell('path_exists', subject, `${kind} is no event of an order`)
      continue
    }
    if (kind === 'paid') isPaid = true
    if ((kind === 'cancelled' || kind === 'expired') && isPaid)
      tell('path_exists', subject, `${kind} after it was paid`)
    if (['cancellation_requested', 'completed', 'cancelled_paid'].includes(kind) && !isPaid)
      tell('path_exists', subject, `${kind} before it was paid`)
    const event = machineEventOf[kind as OrderEventKind]
    if (event === undefined) continue
    const to: Result<OrderStatus, unknown> = next(orderMachine, status, event)
    if (to.ok) status = to.value
    else tell('path_exists', subject, `${kind} while it was ${status}`)
  }
  if (status !== order.status) tell('path_exists', subject, `its events end ${status}, it is ${order.status}`)
  if (order.checkoutId !== null && order.checkoutOrderId !== order.id)
    tell('one_order_of_a_checkout', subject, 'its checkout names another order')
}

/** What the order has of the stock is what its moves say, and fits how it stands. */
function checkUnits(order: OrderHistory, { lines, moves }: Rows, tell: Tell): void {
  const subject = `order ${order.number}`
  const bought = sum(lines, ({ quantity }) => quantity)
  const held = sum(lines, (line) => line.held)
  if (lines.some(({ skuId }) => skuId === null)) return
  for (const line of lines) {
    const own = moves.filter(({ skuId }) => skuId === line.skuId)
    const heldByMoves = sum(own, (move) => move.held)
    const taken = -sum(own, (move) => move.onHand)
    if (heldByMoves !== line.held)
      tell('moves_explain_lines', subject, `${line.sku} holds ${line.held}, its moves say ${heldByMoves}`)
    // Units that were waited for, and never came before the money went back.
    const given =
      order.status === 'completed' ? -sum(own, (move) => (move.kind === 'release' ? move.held : 0)) : 0
    const shouldBe = order.stockStatus === 'sold' ? line.quantity - line.withdrawn - line.held - given : 0
    if (taken !== shouldBe)
      tell(
        'moves_explain_lines',
        subject,
        `of ${line.sku} ${taken} have left the shelf, it should be ${shouldBe}`,
      )
    if (line.shipped > line.quantity - line.withdrawn - line.held - given)
      tell('sent_was_sold', subject, `${line.shipped} of ${line.sku} were sent, ${line.held} are not sold`)
  }
  if ((order.stockStatus === 'released') !== (order.status === 'cancelled'))
    tell('cancelled_means_released', subject, `it is ${order.status}, its units are ${order.stockStatus}`)
  if (order.stockStatus === 'released' && held > 0)
    tell('released_holds_nothing', subject, `it still holds ${held} units`)
  if (order.stockStatus === 'held' && held !== bought)
    tell('released_holds_nothing', subject, `it holds ${held} of ${bought}`)
  if (order.stockStatus === 'held' && order.payStatus === 'paid')
    tell('paid_means_sold', subject, 'it is paid, and not sold')
  if (moves.some(({ kind }) => kind === 'adjust'))
    tell('moves_explain_lines', subject, 'an adjustment names an order')
}

function checkParcels(order: OrderHistory, { lines, shipped, parcels }: Rows, tell: Tell): void {
  const subject = `order ${order.number}`
  for (const line of lines) {
    const sent = sum(shipped, ({ lineId, quantity }) => (lineId === line.id ? quantity : 0))
    if (sent !== line.shipped)
      tell('parcels_explain_lines', subject, `${line.shipped} of ${line.sku} were sent, parcels say ${sent}`)
  }
  const due = lines.map((line) => ({ ...line, quantity: line.quantity - line.withdrawn }))
  const derived = deliveryStatus(due, parcels)
  if (derived !== order.deliveryStatus)
    tell('delivery_is_derived', subject, `it is ${order.deliveryStatus}, its parcels say ${derived}`)
  if (order.status === 'cancelled' && parcels.length > 0)
    tell('cancelled_was_not_sent', subject, 'a parcel has left')
}
