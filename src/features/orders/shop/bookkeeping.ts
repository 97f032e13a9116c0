import { allocate } from '#domain/money.ts'
import type { Quote } from '#domain/quote.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../queries/read.ts'

/**
 * One row of the books (docs/bookkeeping.md). For each paid order, the `sale` and `services` rows add up to its
 * `credit` row and its payments' rows; a refund takes back its share of each tax rate.
 */
export interface BookRow {
  /** ISO 8601, UTC: when it was paid, when the money came, when it went back. */
  at: string
  order: string
  kind: 'sale' | 'services' | 'credit' | 'payment' | 'refund'
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
export function bookRows(order: OrderRow): BookRow[] {
  const soldAt = isSold(order) ? order.paidAt!.toISOString() : null
  const base = {
    order: order.number,
    currency: order.currency,
    country: order.address.country,
    sku: '',
    quantity: null,
  }
  const sales = soldAt === null ? [] : [...saleRows(order, soldAt, base), ...serviceRows(order, soldAt, base)]
  const spent = order.quote.credit
  const credit: BookRow[] =
    soldAt === null || spent === 0
      ? []
      : [{ ...base, at: soldAt, kind: 'credit', name: 'store credit', amount: spent, taxRate: '', tax: 0 }]
  const moved = [
    ...order.payments.flatMap((payment) => paymentRow(payment, base)),
    ...order.refunds.flatMap((refund) => refundRows(refund, order, base)),
  ]
  return [...sales, ...credit, ...moved.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))]
}

/** Whether money was kept for it: what came too late for a cancelled order sold nothing. */
function isSold({ paidAt, toPay, captured, refunds }: OrderRow): boolean {
  const surplus = refunds.reduce((sum, { isSurplus, amount }) => (isSurplus ? sum + amount : sum), 0)
  return paidAt !== null && captured - surplus >= toPay
}

type Base = Pick<BookRow, 'order' | 'currency' | 'country' | 'sku' | 'quantity'>

function saleRows({ lines, quote }: OrderRow, at: string, base: Base): BookRow[] {
  return lines.map(({ sku, title, choice, quantity, net, tax }) => ({
    ...base,
    at,
    kind: 'sale',
    name: choice === '' ? title : `${title} (${choice})`,
    sku,
    quantity,
    amount: quote.taxMode === 'added' ? net + tax : net,
    taxRate: rateOf(quote, sku),
    tax,
  }))
}

/** Shipping and payment fee in one row, because their tax is calculated on their sum. */
function serviceRows({ quote, shipping }: OrderRow, at: string, base: Base): BookRow[] {
  const net = (quote.shipping ?? 0) + quote.paymentFee
  if (net === 0) return []
  const tax = quote.tax - quote.lines.reduce((sum, line) => sum + line.tax, 0)
  const amount = quote.taxMode === 'added' ? net + tax : net
  return [
    { ...base, at, kind: 'services', name: shipping.name, amount, taxRate: rateOf(quote, undefined), tax },
  ]
}

function rateOf({ adjustments }: Quote, line: string | undefined): string {
  for (const { because, line: of } of adjustments)
    if (because.kind === 'tax' && of === line) return because.rate
  return ''
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

/** A refund by tax rates, in proportion to the order's sales at each; without tax where nothing was sold for it. */
function refundRows(refund: RefundRow, order: OrderRow, base: Base): BookRow[] {
  const { amount, status, doneAt, reason, isSurplus } = refund
  if (status !== 'done' || doneAt === null) return []
  const shares = isSurplus ? [{ taxRate: '', amount, tax: 0 }] : soldByRate(order)
  const amounts = allocate(
    amount,
    shares.map((share) => share.amount),
  )
  return shares.flatMap((share, index) => {
    const part = amounts[index]!
    if (part === 0) return []
    const tax = share.amount === 0 ? 0 : allocate(part, [share.tax, share.amount - share.tax])[0]!
    return [
      {
        ...base,
        at: iso(doneAt),
        kind: 'refund' as const,
        name: reason,
        amount: -part,
        taxRate: share.taxRate,
        tax: -tax || 0,
      },
    ]
  })
}

function soldByRate(order: OrderRow): { taxRate: string; amount: number; tax: number }[] {
  const base = { order: '', currency: '', country: '', sku: '', quantity: null }
  const byRate = new Map<string, { taxRate: string; amount: number; tax: number }>()
  for (const { taxRate, amount, tax } of [...saleRows(order, '', base), ...serviceRows(order, '', base)]) {
    const known = byRate.get(taxRate) ?? { taxRate, amount: 0, tax: 0 }
    byRate.set(taxRate, { taxRate, amount: known.amount + amount, tax: known.tax + tax })
  }
  return [...byRate.values()]
}

function iso(moment: string): string {
  return new Date(moment).toISOString()
}
