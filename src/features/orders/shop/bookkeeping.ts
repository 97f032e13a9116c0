import { allocate } from '#domain/money.ts'
import { sum } from '#domain/pricing-rounding.ts'
import type { Quote } from '#domain/quote.ts'
import type { BookedReturn } from '../queries/booked-returns.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../queries/read.ts'
import { rateOf, returnShares, type RateShare } from './book-returns.ts'
import type { NamedLine } from './edit.ts'
import type { CalledOff } from './plan-edit.ts'

/**
 * One row of the books (docs/bookkeeping.md). For each paid order, the `sale` and `services` rows add up to its
 * `credit` row and its payments' rows; a refund takes back its share of each tax rate. An edit of a paid order is rows
 * of its own, since what was exported is not changed; the refund that comes with it has no tax. What made the order
 * dearer is in the books once the difference is paid, and not before.
 */
export interface BookRow {
  /** ISO 8601, UTC: when it was paid, when the money came, when it went back. */
  at: string
  order: string
  kind: 'sale' | 'services' | 'credit' | 'edit' | 'payment' | 'refund'
  /** The name of the sold line, or of the method by which money moved. */
  name: string
  sku: string
  quantity: number | null
  currency: string
  /** Minor units with all tax; below 0 where money leaves the shop. */
  amount: number
  /** Decimal percent; empty for none. */
  taxRate: string
  /** The tax in `amount`, in minor units. */
  tax: number
  country: string
}

/** All rows of an order in the books, in the sequence of events. */
export function bookRows(order: OrderRow, returns: readonly BookedReturn[]): BookRow[] {
  const soldAt = isSold(order) ? order.paidAt!.toISOString() : null
  const base = {
    order: order.number,
    currency: order.currency,
    country: order.address.country,
    sku: '',
    quantity: null,
  }
  const { edits, paid } = editsAfterPayment(order)
  const sold: Sold = edits[0]?.before ?? paid
  const sales =
    soldAt === null ? [] : [...saleRows(sold, soldAt, base), ...serviceRows(sold, order, soldAt, base)]
  const spent = order.quote.credit
  const credit: BookRow[] =
    soldAt === null || spent === 0
      ? []
      : [{ ...base, at: soldAt, kind: 'credit', name: 'store credit', amount: spent, taxRate: '', tax: 0 }]
  const moved = [
    ...(soldAt === null ? [] : edits.flatMap((edit) => editRows(edit, order, base))),
    ...order.payments.flatMap((payment) => paymentRow(payment, base)),
    ...order.refunds.flatMap((refund) => refundRows(refund, order, returns, base)),
  ]
  return [...sales, ...credit, ...moved.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))]
}

/** Whether money was kept for it: what came too late for a cancelled order sold nothing. */
function isSold({ paidAt, toPay, due, captured, refunds }: OrderRow): boolean {
  const surplus = refunds.reduce((sum, { isSurplus, amount }) => (isSurplus ? sum + amount : sum), 0)
  return paidAt !== null && captured - surplus >= toPay - due
}

type Base = Pick<BookRow, 'order' | 'currency' | 'country' | 'sku' | 'quantity'>

/** What an order was, at some moment: before an edit, after it, or now. */
interface Sold {
  readonly quote: Quote
  readonly lines: readonly NamedLine[]
}

interface Edit {
  readonly at: string
  readonly before: Sold
  readonly after: Sold
}

interface AfterPayment {
  readonly edits: readonly Edit[]
  /** The order as it is paid for. */
  readonly paid: Sold
  /** Minor units that the shop has beyond that: edits that are not paid for called their refund off. */
  readonly kept: number
}

/**
 * Edits since the order was paid; those before changed what was sold. Edits whose difference was due count together, from
 * when it was paid, or the order was made cheaper again.
 */
function editsAfterPayment(order: OrderRow): AfterPayment {
  const first = order.events.findIndex(({ kind }) => kind === 'paid')
  const edits: Edit[] = []
  // What was paid for before edits that are not, what those made of it, and what they called off.
  let before: Sold | null = null
  let after: Sold = order
  let kept = 0
  for (const { kind, at, data } of first < 0 ? [] : order.events.slice(first)) {
    const isEdit = kind === 'edited'
    if (isEdit) {
      before ??= data['before'] as Sold
      after = data['after'] as Sold
      kept += sum(((data['calledOff'] ?? []) as readonly CalledOff[]).map(({ amount }) => amount))
    }
    const isPaidFor = isEdit ? Number(data['due'] ?? 0) === 0 : kind === 'paid'
    if (before === null || !isPaidFor) continue
    edits.push({ at: iso(at), before, after })
    before = null
    kept = 0
  }
  return { edits, paid: before ?? order, kept }
}

/** What an edit added to each line and to shipping, or took from them, at each rate of tax. */
function editRows({ at, before, after }: Edit, order: OrderRow, base: Base): BookRow[] {
  const now = [...saleRows(after, at, base), ...serviceRows(after, order, at, base)]
  const then = [...saleRows(before, at, base), ...serviceRows(before, order, at, base)]
  const keyOf = ({ kind, sku, taxRate }: BookRow): string => `${kind} ${taxRate} ${sku}`
  const known = new Map(then.map((row) => [keyOf(row), row]))
  const left = then.filter((row) => !now.some((one) => keyOf(one) === keyOf(row)))
  return [
    ...left.map((row) =>
      minus({ ...row, quantity: row.quantity === null ? null : 0, amount: 0, tax: 0 }, row),
    ),
    ...now.map((row) => minus(row, known.get(keyOf(row)))),
  ]
    .filter(({ amount, tax, quantity }) => amount !== 0 || tax !== 0 || (quantity !== null && quantity !== 0))
    .map((row) => ({ ...row, kind: 'edit' }))
}

function minus(row: BookRow, before: BookRow | undefined): BookRow {
  if (before === undefined) return row
  return {
    ...row,
    quantity: row.quantity === null ? null : row.quantity - (before.quantity ?? 0),
    amount: row.amount - before.amount,
    tax: row.tax - before.tax,
  }
}

function saleRows({ lines, quote }: Sold, at: string, base: Base): BookRow[] {
  return quote.lines.map(({ key, quantity, net, tax }) => {
    const { title, choice } = lines.find(({ sku }) => sku === key) ?? { title: key, choice: '' }
    return {
      ...base,
      at,
      kind: 'sale' as const,
      name: choice === '' ? title : `${title} (${choice})`,
      sku: key,
      quantity,
      amount: quote.taxMode === 'added' ? net + tax : net,
      taxRate: rateOf(quote, key),
      tax,
    }
  })
}

/** Shipping and payment fee in one row, because their tax is calculated on their sum. */
function serviceRows(
  { quote }: Sold,
  { shipping }: Pick<OrderRow, 'shipping'>,
  at: string,
  base: Base,
): BookRow[] {
  const net = (quote.shipping ?? 0) + quote.paymentFee
  if (net === 0) return []
  const tax = quote.tax - quote.lines.reduce((sum, line) => sum + line.tax, 0)
  const amount = quote.taxMode === 'added' ? net + tax : net
  return [
    { ...base, at, kind: 'services', name: shipping.name, amount, taxRate: rateOf(quote, undefined), tax },
  ]
}

function paymentRow(
  { captured, capturedAt, createdAt, method, reference }: PaymentRow,
  base: Base,
): BookRow[] {
  if (captured === 0) return []
  const name = reference === null ? method : `${method} ${reference}`
  return [
    {
      ...base,
      at: iso(capturedAt ?? createdAt),
      kind: 'payment',
      name,
      amount: captured,
      taxRate: '',
      tax: 0,
    },
  ]
}

/**
 * A refund by tax rates: of a return as it recorded them, of an adjustment by those of what it was taken off, otherwise
 * in proportion to what is left of the order's sales at each; without tax where nothing was sold for it, or an edit
 * says what was taken out.
 */
function refundRows(
  refund: RefundRow,
  order: OrderRow,
  returns: readonly BookedReturn[],
  base: Base,
): BookRow[] {
  const { status, doneAt, reason } = refund
  if (status !== 'done' || doneAt === null) return []
  const shares = returnShares(refund, order, returns) ?? splitShares(refund, order, returns)
  return shares.map(({ taxRate, amount, tax }) => ({
    ...base,
    at: iso(doneAt),
    kind: 'refund' as const,
    name: reason,
    amount: -amount,
    taxRate,
    tax: -tax || 0,
  }))
}

/** Of a refund that no return made. */
function splitShares(refund: RefundRow, order: OrderRow, returns: readonly BookedReturn[]): RateShare[] {
  const untaxed = untaxedOf(refund, order)
  const plain = untaxed === 0 ? [] : [{ taxRate: '', amount: untaxed, tax: 0 }]
  const taxed = refund.amount - untaxed
  return taxed === 0 ? plain : [...plain, ...inProportion(taxed, sharesOf(refund, order, returns))]
}

/**
 * Minor units of a refund for which nothing was sold, or which the rows of an edit have taken out of the sales. So they
 * have where a dearer edit called that edit's refund off, and was never paid for: this much goes back first.
 */
function untaxedOf({ id, cause, isSurplus, amount }: RefundRow, order: OrderRow): number {
  const { edits, kept } = editsAfterPayment(order)
  const isOfEdit = (one: string): boolean => one.startsWith('edit:')
  if (isSurplus || (isOfEdit(cause) && edits.length > 0)) return amount
  // An order of which other money has gone back is not edited: all of these came after it.
  const before = order.refunds.filter(
    (one) => one.id < id && one.status !== 'failed' && !one.isSurplus && !isOfEdit(one.cause),
  )
  return Math.min(amount, Math.max(0, kept - sum(before.map((one) => one.amount))))
}

function inProportion(amount: number, shares: readonly RateShare[]): RateShare[] {
  const amounts = allocate(
    amount,
    shares.map((share) => share.amount),
  )
  return shares.flatMap((share, index) => {
    const part = amounts[index]!
    if (part === 0) return []
    const tax = share.amount === 0 ? 0 : allocate(part, [share.tax, share.amount - share.tax])[0]!
    return [{ taxRate: share.taxRate, amount: part, tax }]
  })
}

function sharesOf(
  { id, cause, createdAt }: RefundRow,
  order: OrderRow,
  returns: readonly BookedReturn[],
): RateShare[] {
  const given = order.adjustments.filter(({ inQuote }) => !inQuote)
  const own = given.find(({ key }) => cause.replace(/\/\d+$/, '') === `adjust:${order.id}:${key}`)
  if (own !== undefined) return byRate(own.shares.map((share) => ({ ...share, taxRate: share.rate })))
  // What was taken off later changes nothing of a month that was exported.
  const before = given.filter(({ at }) => new Date(at) <= new Date(createdAt))
  const adjusted = before.flatMap(({ shares }) =>
    shares.map(({ rate, ...share }) => ({ taxRate: rate, amount: -share.amount, tax: -share.tax })),
  )
  const returned = order.refunds
    .filter((one) => one.id < id && one.status !== 'failed')
    .flatMap((one) => returnShares(one, order, returns) ?? [])
    .map((share) => ({ taxRate: share.taxRate, amount: -share.amount, tax: -share.tax }))
  const sold = soldRows(editsAfterPayment(order).paid, order)
  const left = byRate([...sold, ...adjusted, ...returned])
  return left.some((share) => share.amount > 0) ? left : byRate(sold)
}

function soldRows(sold: Sold, order: OrderRow): BookRow[] {
  const base = { order: '', currency: '', country: '', sku: '', quantity: null }
  return [...saleRows(sold, '', base), ...serviceRows(sold, order, '', base)]
}

function byRate(rows: readonly RateShare[]): RateShare[] {
  const rates = new Map<string, RateShare>()
  for (const { taxRate, amount, tax } of rows) {
    const known = rates.get(taxRate) ?? { taxRate, amount: 0, tax: 0 }
    rates.set(taxRate, { taxRate, amount: known.amount + amount, tax: known.tax + tax })
  }
  return [...rates.values()].filter(({ amount }) => amount >= 0)
}

function iso(moment: string): string {
  return new Date(moment).toISOString()
}
