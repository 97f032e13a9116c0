import type { Quote } from '#domain/quote.ts'
import type { OrderHistory, Rows } from '../history/history-rows.ts'
import { sum, type Tell } from '../history/history-stock.ts'

/* The history checker's rules of what the shop changes afterwards: prices that were lowered, lines that were edited. */

/** Each adjustment is explained by its shares, has its event, and is a refund or in the quote: never both. */
export function checkAdjustments(
  order: OrderHistory,
  { adjustments, events, refunds }: Rows,
  tell: Tell,
): void {
  const subject = `order ${order.number}`
  const same = (rule: string, what: string, is: number, shouldBe: number): void => {
    if (is !== shouldBe) tell(rule, subject, `${what} is ${is} and should be ${shouldBe}`)
  }
  same(
    'adjustment_is_noted',
    'the count of adjustments',
    adjustments.length,
    events.filter(({ kind }) => kind === 'adjusted').length,
  )
  const backOf = (key: string): number => backBecause(refunds, `adjust:${order.id}:${key}`)
  for (const { key, line, amount, tax, shares, inQuote } of adjustments) {
    same(
      'adjustment_is_shares',
      `adjustment ${key}`,
      sum(shares, (share) => share.amount),
      amount,
    )
    same(
      'adjustment_is_shares',
      `the tax of adjustment ${key}`,
      sum(shares, (share) => share.tax),
      tax,
    )
    if (line !== null && shares.some((share) => share.line !== line))
      tell('adjustment_is_shares', subject, `adjustment ${key} of ${line} is taken off something else, too`)
    same('adjustment_is_refund', `the refund of adjustment ${key}`, backOf(key), inQuote ? 0 : amount)
  }
  const given = adjustments.flatMap(({ inQuote, shares }) => (inQuote ? [] : shares))
  const { quote } = order
  for (const { key, net, tax } of quote.lines) {
    const own = given.filter(({ line }) => line === key)
    const paid = quote.taxMode === 'added' ? net + tax : net
    if (sum(own, ({ amount }) => amount) > paid || sum(own, (share) => share.tax) > tax)
      tell('adjusted_within_price', subject, `more was taken off ${key} than it cost`)
  }
  const known = new Set(adjustments.map(({ key }) => `adjust:${order.id}:${key}`))
  for (const { cause } of refunds)
    if (cause.startsWith('adjust:') && !known.has(plain(cause)))
      tell('adjustment_is_refund', subject, `the refund ${cause} has no adjustment`)
}

interface EditData {
  version: number
  refund: number
  /** Not in edits of versions that refused to make a paid order dearer. */
  due?: number
  /** Refunds of earlier edits that nobody had sent, and that count against what this one costs more. */
  calledOff?: { cause: string; amount: number }[]
  difference: number
  before: { quote: Quote }
  after: { quote: Quote }
}

/**
 * Each edit begins with the quote that the one before has left, the last one's is the order's. Of a paid order, what it
 * costs less than the shop has goes back, and what it costs more is due until it is paid, less what was to go back and
 * nobody had sent.
 */
export function checkEdits(order: OrderHistory, { events, refunds }: Rows, tell: Tell): void {
  const subject = `order ${order.number}`
  const edits: EditData[] = []
  const calledOff = events.flatMap(({ kind, data }) =>
    kind === 'edited' ? ((data as unknown as EditData).calledOff ?? []) : [],
  )
  let last: Quote | null = null
  let isPaid = false
  let due = 0
  for (const { kind, data } of events) {
    if (kind === 'paid') {
      isPaid = true
      due = 0
    }
    // An adjustment of an unpaid order changes the quote without keeping the former.
    if (kind === 'adjusted' && data['back'] === 0) last = null
    if (kind !== 'edited') continue
    const edit = data as unknown as EditData
    if (last !== null && !isSame(last, edit.before.quote))
      tell('edits_are_a_chain', subject, `the edit of version ${edit.version} begins with another quote`)
    const difference = edit.after.quote.toPay - edit.before.quote.toPay
    if (edit.difference !== difference)
      tell('edit_is_difference', subject, `${edit.difference} is noted, the quotes differ by ${difference}`)
    const off = sum(edit.calledOff ?? [], ({ amount }) => amount)
    const more = isPaid ? difference + due : 0
    if (off > 0 && more <= 0)
      tell('edit_is_refund', subject, `an edit called refunds of ${off} off, and costs nothing more`)
    const need = more - off
    due = Math.max(0, need)
    if ((edit.due ?? 0) !== due)
      tell('due_is_difference', subject, `an edit notes that ${edit.due ?? 0} is due, and it is ${due}`)
    const surplus = Math.max(0, -need)
    const cause = `edit:${order.id}:${edit.version}`
    // What a later edit called off is no refund any more.
    const gone = sum(calledOff, (one) => (plain(one.cause) === cause ? one.amount : 0))
    const back = backBecause(refunds, cause)
    if (edit.refund !== surplus || back !== surplus - gone)
      tell(
        'edit_is_refund',
        subject,
        `${back} went back for an edit, ${edit.refund} is noted, ${surplus} was too much`,
      )
    edits.push(edit)
    last = edit.after.quote
  }
  if (order.due !== due)
    tell('due_is_difference', subject, `${order.due} is due, its edits and payments leave ${due}`)
  if (last !== null && !isSame(last, order.quote))
    tell('edits_are_a_chain', subject, 'its last edit left another quote than it has')
  const known = new Set(edits.map(({ version }) => `edit:${order.id}:${version}`))
  for (const { cause } of refunds)
    if (cause.startsWith('edit:') && !known.has(plain(cause)))
      tell('edit_is_refund', subject, `the refund ${cause} has no edit`)
}

/** A difference is due of paid orders of which nothing has left, and is what their open payment asks for. */
export function checkDue(order: OrderHistory, { payments }: Rows, tell: Tell): void {
  const { due, payStatus, deliveryStatus, status } = order
  if (due === 0) return
  const subject = `order ${order.number}`
  if (due < 0 || due > order.toPay) tell('due_is_difference', subject, `${due} is due of ${order.toPay}`)
  if (payStatus !== 'paid' || deliveryStatus !== 'unshipped' || status === 'completed')
    tell('due_is_waited_for', subject, `${due} is due, and it is ${payStatus}, ${deliveryStatus}, ${status}`)
  const last = payments.findLast((payment) => payment.status !== 'captured')
  if (status !== 'cancelled' && last?.amount !== due)
    tell('due_is_asked_for', subject, `${due} is due, its payment asks for ${last?.amount ?? 'nothing'}`)
}

function backBecause(refunds: Rows['refunds'], cause: string): number {
  return sum(refunds, (refund) => (plain(refund.cause) === cause ? refund.amount : 0))
}

/** Without the number of the part: refunds from several payments are `cause`, `cause/2`, … */
function plain(cause: string): string {
  return cause.replace(/\/\d+$/, '')
}

/** Both as the database orders their fields. */
function isSame(one: Quote, other: Quote): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
