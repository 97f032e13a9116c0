import {
  holdsUnits,
  returnMachine,
  returnStates,
  type ReturnEvent,
  type ReturnState,
} from '#domain/aftersale/return.ts'
import { own } from '#domain/by-word.ts'
import { next } from '#domain/machine.ts'
import type { Result } from '#domain/result.ts'
import type { ReturnEventKind } from '#features/returns/events.ts'
import type { History, OrderHistory, ReturnHistory, ReturnLineHistory } from './history-rows.ts'
import { sum, type Tell } from './history-stock.ts'

/* The history checker's rules of what comes after the sale: returns, their refunds, exchanges, reviews. */

export function checkReturns(history: History, tell: Tell): void {
  const lines = Map.groupBy(history.returnLines, ({ returnId }) => returnId)
  const events = Map.groupBy(history.returnEvents, ({ returnId }) => returnId)
  const orders = new Map(history.orders.map((order) => [order.id, order]))
  const money = Map.groupBy(history.refunds, ({ cause }) => numberIn(cause))
  for (const row of history.returns) {
    const own = lines.get(row.id) ?? []
    const kinds = (events.get(row.id) ?? []).map(({ kind }) => kind)
    checkWay(row, kinds, tell)
    checkHeld(row, own, kinds, tell)
    checkRefund(row, money.get(row.number) ?? [], history, orders, tell)
  }
  checkUnitsAsked(history, lines, tell)
  checkPaid(history, tell)
  checkReviews(history, orders, tell)
  checkBalances(history, tell)
}

/** The number of the return that money moved for; null for other money. */
function numberIn(cause: string): string | null {
  return /^(?:return|exchange|bonus):(R-[^:/]+)/.exec(cause)?.[1] ?? null
}

const eventsOf: Readonly<Record<ReturnEventKind, readonly ReturnEvent[]>> = {
  applied: ['apply'],
  withdrawn: ['apply', 'approve'],
  approved: ['approve'],
  refused: ['refuse'],
  cancelled: ['cancel'],
  sent: ['send_parcel'],
  addressed: [],
  reminded: [],
  received: ['receive_parcel'],
  recounted: ['recount'],
  completed: ['complete'],
  expired: ['expire'],
  unheld: [],
  settled: [],
}

/** Its events are a way through the machine that ends where it stands. */
function checkWay(
  { number, status, auditStatus }: ReturnHistory,
  kinds: readonly string[],
  tell: Tell,
): void {
  const subject = `return ${number}`
  let state: ReturnState = 'none'
  for (const kind of kinds) {
    const found = own<readonly ReturnEvent[]>(eventsOf, kind)
    if (found === undefined) tell('return_path_exists', subject, `${kind} is no event of a return`)
    for (const event of found ?? []) {
      const to: Result<ReturnState, unknown> = next(returnMachine, state, event)
      if (to.ok) state = to.value
      else tell('return_path_exists', subject, `${kind} while it was ${state}`)
    }
  }
  const end = returnStates[state]
  if (end.status !== status || end.auditStatus !== auditStatus)
    tell('return_path_exists', subject, `its events end ${state}, it is ${status}, ${auditStatus}`)
}

/** Of a return, units count as received, else as approved, else as asked for. */
function counting({ quantity, approved, received }: ReturnLineHistory): number {
  return received ?? approved ?? quantity
}

/** Only an open exchange holds units: as many as it still wants, or none if it may not, or its hold has ended. */
function checkHeld(
  { number, type, status, mayHold }: ReturnHistory,
  lines: readonly ReturnLineHistory[],
  kinds: readonly string[],
  tell: Tell,
): void {
  const holds = mayHold && type === 'exchange' && status === 'pending_approval' && !kinds.includes('unheld')
  for (const line of lines) {
    const wanted = holds && line.exchangeSkuId !== null ? counting(line) : 0
    if (line.exchangeHeld !== wanted)
      tell(
        'exchange_holds_units',
        `return ${number}`,
        `it holds ${line.exchangeHeld} units, and wants ${wanted}`,
      )
  }
}

type Refunds = History['refunds']

/** A completed return gave back what its quote says, once; another one gave nothing. */
function checkRefund(
  row: ReturnHistory,
  refunds: Refunds,
  { credit }: History,
  orders: ReadonlyMap<number, OrderHistory>,
  tell: Tell,
): void {
  const subject = `return ${row.number}`
  const of = (pattern: RegExp) => sum(refunds, ({ cause, amount }) => (pattern.test(cause) ? amount : 0))
  // What a cancelled exchange brought home is of its own.
  const back = of(/^return:[^:/]+(?:\/\d+)?$|^return:[^:/]+:credit/)
  const swapped = of(/^exchange:/)
  if (row.refundAmount !== row.quote.total)
    tell('refund_is_quote', subject, `${row.refundAmount} is noted, its quote says ${row.quote.total}`)
  const entries = credit.filter(({ cause }) => cause === `return:${row.number}`)
  const bonus = credit.filter(({ cause }) => cause === `bonus:${row.number}`)
  if (entries.length > 1 || bonus.length > 1) tell('credit_once', subject, 'its store credit was given twice')
  if (row.status !== 'completed') {
    if (back + swapped !== 0 || entries.length + bonus.length > 0)
      tell('only_completed_refunds', subject, `it is ${row.status}, and gave back ${back + swapped}`)
    return
  }
  if (row.type === 'exchange') return checkExchange(row, { back, swapped }, orders, tell)
  if (back !== row.quote.total)
    tell('refund_is_quote', subject, `${back} went back, its quote says ${row.quote.total}`)
  const toLedger = sum(entries, ({ amount }) => amount)
  if (row.refundTo === 'credit' && toLedger !== row.quote.total)
    tell('credit_once', subject, `${toLedger} is in the ledger, its quote says ${row.quote.total}`)
  if (sum(bonus, ({ amount }) => amount) !== (row.quote.total === 0 ? 0 : row.bonus))
    tell('credit_once', subject, `the bonus of ${row.bonus} is not in the ledger`)
}

/** What came back was worth is in the new order, and the rest went back. */
function checkExchange(
  row: ReturnHistory,
  { back, swapped }: { back: number; swapped: number },
  orders: ReadonlyMap<number, OrderHistory>,
  tell: Tell,
): void {
  const subject = `return ${row.number}`
  const made = row.exchangeOrderId === null ? undefined : orders.get(row.exchangeOrderId)
  if (made === undefined) return tell('exchange_has_order', subject, 'it is completed, and there is no order')
  if (swapped !== made.credit)
    tell('refund_is_quote', subject, `${swapped} was taken for goods, the order has ${made.credit}`)
  // An even exchange is even, also where the tax of the new goods is rounded otherwise.
  const isEven = back === 0 && made.toPay === 0
  if (!isEven && back + swapped !== row.quote.total)
    tell('refund_is_quote', subject, `${back} and ${swapped} went back, its quote says ${row.quote.total}`)
  if (row.isSettled && made.status !== 'cancelled')
    tell('exchange_has_order', subject, `its value went back, its order is ${made.status}`)
}

/** Nobody asks for more units than were sent, and each line counts what its returns ask for. */
function checkUnitsAsked(
  { lines, returns, orders }: History,
  linesOf: ReadonlyMap<number, readonly ReturnLineHistory[]>,
  tell: Tell,
): void {
  const asked = new Map<number, number>()
  for (const row of returns) {
    if (!holdsUnits(row)) continue
    for (const line of linesOf.get(row.id) ?? [])
      asked.set(line.lineId, (asked.get(line.lineId) ?? 0) + counting(line))
  }
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  for (const line of lines) {
    const units = asked.get(line.id) ?? 0
    const subject = `order ${numbers.get(line.orderId)}`
    if (units > line.shipped + line.withdrawn || line.shipped + line.withdrawn > line.quantity)
      tell(
        'asked_within_bought',
        subject,
        `${units} units of ${line.sku} are asked for, ${line.shipped} were sent, ${line.withdrawn} withdrawn before`,
      )
    if (units !== line.returned)
      tell(
        'returned_is_returns',
        subject,
        `${line.returned} units of ${line.sku} count, returns say ${units}`,
      )
  }
}

/** Of no order, and of no line of it, goes more back than was paid: money, store credit and goods together. */
function checkPaid({ orders, returns, refunds }: History, tell: Tell): void {
  const given = Map.groupBy(refunds, ({ orderId }) => orderId)
  const promised = Map.groupBy(returns.filter(holdsUnits), ({ orderId }) => orderId)
  for (const { id, number, captured, credit, quote } of orders) {
    const subject = `order ${number}`
    const back = sum(given.get(id) ?? [], ({ amount, status, cause }) =>
      status === 'failed' || /:home(?:\/\d+)?$/.test(cause) ? 0 : amount,
    )
    if (back > captured + credit)
      tell('given_within_paid', subject, `${back} went back of ${captured} and ${credit} of store credit`)
    for (const { key, net, tax } of quote.lines) {
      const paid = quote.taxMode === 'added' ? net + tax : net
      const ofLine = sum(promised.get(id) ?? [], (row) =>
        sum(row.quote.lines, (line) => (line.key === key ? line.amount : 0)),
      )
      if (ofLine > paid) tell('given_within_paid', subject, `${ofLine} for ${key}, of which ${paid} was paid`)
    }
  }
}

/** A line of an order is reviewed once, and by somebody who paid for it. */
function checkReviews(
  { reviews, lines }: History,
  orders: ReadonlyMap<number, OrderHistory>,
  tell: Tell,
): void {
  const bought = new Map(lines.map((line) => [line.id, line]))
  for (const [lineId, own] of Map.groupBy(reviews, (review) => review.lineId)) {
    const subject = `line ${lineId}`
    if (own.length > 1) tell('one_review_of_a_line', subject, `it has ${own.length} reviews`)
    const order = orders.get(bought.get(lineId)?.orderId ?? 0)
    if (order?.payStatus !== 'paid') tell('review_was_bought', subject, 'nobody paid for it')
  }
}

function checkBalances({ balances, credit }: History, tell: Tell): void {
  const name = ({ customerId, currency }: { customerId: number; currency: string }) =>
    `${customerId} ${currency}`
  const entries = Map.groupBy(credit, name)
  for (const row of balances) {
    const inLedger = sum(entries.get(name(row)) ?? [], ({ amount }) => amount)
    if (inLedger !== row.balance)
      tell(
        'balance_is_ledger',
        `credit of ${name(row)}`,
        `${row.balance} is left, the ledger says ${inLedger}`,
      )
  }
}
