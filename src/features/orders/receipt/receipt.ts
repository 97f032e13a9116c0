import { formatDate, formatMoney } from '#i18n/format.ts'
import type { OfferNames } from '#features/promotions/queries/names.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { methodName, orderSums, type PresentCtx } from '../present.ts'
import { presentRefunds, refundRows } from '../present-refunds.ts'
import type { OrderRow } from '../queries/read.ts'
import type { ReceiptFonts } from './fonts.ts'
import { openPaper, type Paper } from './paper.ts'

export type ReceiptCtx = PresentCtx & { origin: string }

const margin = 56
const soft = '#5f5b66'
/** Points left free for the page's footer. */
const foot = 72

/** The receipt of a paid order, in the visitor's language; lines keep the names they had when it was placed. */
export async function receiptPdf(
  order: OrderRow,
  names: OfferNames,
  ctx: ReceiptCtx,
  fonts: ReceiptFonts,
): Promise<Buffer> {
  const { t, shop } = ctx
  const title = `${t('order.receipt.title')} ${order.number}`
  const paper = openPaper(fonts, { title, author: shop.shop.name, at: order.paidAt ?? order.placedAt })
  const width = paper.width - 2 * margin
  let y = writeHead(paper, order, ctx)
  y = writeLines(paper, order, ctx, y, width)
  writeSums(paper, order, names, ctx, y, width)
  paper.onPages((page, pages) => {
    const at = paper.bottom - foot + 24
    paper.line(margin, at - 8, width)
    const from = [shop.shop.name, shop.shop.email ?? '', ctx.origin].filter((part) => part !== '').join(' · ')
    paper.write(from, margin, at, width * 0.7, { size: 8, color: soft })
    const count = t('order.receipt.page', { page, pages })
    paper.write(count, margin, at, width, { size: 8, color: soft, align: 'right' })
  })
  return paper.end()
}

function writeHead(paper: Paper, order: OrderRow, ctx: ReceiptCtx): number {
  const { t, lang, shop } = ctx
  const width = paper.width - 2 * margin
  const half = width / 2 - 12
  paper.write(shop.shop.name, margin, margin, half, { size: 12, color: soft })
  const sellerEnd = writeSeller(paper, ctx, half)
  let y = paper.write(t('order.receipt.title'), margin, margin + 28, half, { size: 22 }) + 4
  const dayOf = (moment: Date): string => formatDate(moment, lang, shop.shop.delivery?.timeZone)
  const paid = order.paidAt === null ? null : dayOf(order.paidAt)
  const facts = [
    t('order.receipt.number', { number: order.number }),
    t('order.receipt.placed', { date: dayOf(order.placedAt) }),
    ...(paid === null
      ? []
      : [t('order.receipt.paid', { date: paid, method: methodName(order.paymentMethod, ctx) })]),
  ]
  for (const fact of facts) y = paper.write(fact, margin, y, half, { color: soft })
  y = Math.max(y, sellerEnd) + 18
  const buyer = [
    ...addressLines(order.billing, ctx.locale),
    ...(order.taxNumber === '' ? [] : [t('order.receipt.tax_number', { number: order.taxNumber })]),
  ]
  const left = block(paper, t('order.billing'), buyer, margin, y, half)
  const right = block(
    paper,
    t('order.address'),
    addressLines(order.address, ctx.locale),
    margin + width / 2 + 12,
    y,
    half,
  )
  return Math.max(left, right) + 24
}

/** Who sells, at the end of the first lines: name, address, tax number. */
function writeSeller(paper: Paper, { t, shop }: ReceiptCtx, width: number): number {
  const seller = shop.sales.invoice
  if (seller === null) return margin
  const { name, lines, taxNumber } = seller
  const x = paper.width - margin - width
  let y = margin
  for (const line of [
    name,
    ...lines,
    ...(taxNumber === '' ? [] : [t('order.receipt.tax_number', { number: taxNumber })]),
  ])
    y = paper.write(line, x, y, width, { size: 9, color: soft, align: 'right' })
  return y
}

function block(
  paper: Paper,
  name: string,
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
): number {
  let top = paper.write(name, x, y, width, { size: 8, color: soft }) + 2
  for (const line of lines) top = paper.write(line, x, top, width)
  return top
}

function writeLines(
  paper: Paper,
  order: OrderRow,
  { t, lang }: ReceiptCtx,
  from: number,
  width: number,
): number {
  const money = (amount: number): string => formatMoney(amount, order.currency, lang)
  const columns = columnsOf(width)
  const head = (y: number): number => {
    const style = { size: 8, color: soft }
    paper.write(t('order.receipt.item'), columns.item.x, y, columns.item.width, style)
    paper.write(t('order.receipt.quantity'), columns.quantity.x, y, columns.quantity.width, {
      ...style,
      align: 'right',
    })
    paper.write(t('order.receipt.price'), columns.price.x, y, columns.price.width, {
      ...style,
      align: 'right',
    })
    paper.write(t('order.receipt.amount'), columns.amount.x, y, columns.amount.width, {
      ...style,
      align: 'right',
    })
    paper.line(margin, y + 16, width)
    return y + 24
  }
  let y = head(from)
  for (const line of order.lines) {
    const text = line.choice === '' ? line.title : `${line.title}\n${line.choice}`
    const height = paper.heightOf(text, columns.item.width)
    if (y + height > paper.bottom - foot) {
      paper.newPage()
      y = head(margin)
    }
    const right = { align: 'right' } as const
    const below = paper.write(text, columns.item.x, y, columns.item.width)
    paper.write(String(line.quantity), columns.quantity.x, y, columns.quantity.width, right)
    paper.write(money(line.amount), columns.price.x, y, columns.price.width, right)
    paper.write(money(line.amount * line.quantity), columns.amount.x, y, columns.amount.width, right)
    y = below + 8
  }
  paper.line(margin, y, width)
  return y + 12
}

type Column = Readonly<{ x: number; width: number }>

function columnsOf(width: number): Readonly<Record<'item' | 'quantity' | 'price' | 'amount', Column>> {
  return {
    item: { x: margin, width: width * 0.48 },
    quantity: { x: margin + width * 0.5, width: width * 0.12 },
    price: { x: margin + width * 0.64, width: width * 0.16 },
    amount: { x: margin + width * 0.82, width: width * 0.18 },
  }
}

function writeSums(
  paper: Paper,
  order: OrderRow,
  names: OfferNames,
  ctx: ReceiptCtx,
  from: number,
  width: number,
): void {
  const rows = [
    ...orderSums(order, names, ctx),
    ...refundRows(presentRefunds(order, ctx), ctx.t).map((row) => ({ kind: 'refunded', ...row })),
    ...corrections(order, ctx),
  ]
  const x = margin + width * 0.42
  const label = width * 0.38
  let y = from
  for (const row of rows) {
    const isTotal = row.kind === 'total' || row.kind === 'to_pay'
    const style = { size: isTotal ? 12 : 10, color: row.kind === 'tax' ? soft : '#1d1b22' }
    if (y + paper.heightOf(row.label, label, style) > paper.bottom - foot) {
      paper.newPage()
      y = margin
    }
    if (isTotal) paper.line(x, y - 2, width * 0.58)
    const below = paper.write(row.label, x, y + (isTotal ? 4 : 0), label, style)
    paper.write(row.amount, margin + width * 0.8, y + (isTotal ? 4 : 0), width * 0.2, {
      ...style,
      align: 'right',
    })
    y = below + 4
  }
}

/** What was taken off the price after it was paid: with the tax in it, as a receipt has to be corrected. */
function corrections(order: OrderRow, { t, lang, shop }: ReceiptCtx): SumLine[] {
  const money = (amount: number): string => formatMoney(amount, order.currency, lang)
  return order.adjustments
    .filter(({ inQuote }) => !inQuote)
    .flatMap(({ line, amount, tax, at }) => {
      const date = formatDate(new Date(at), lang, shop.shop.delivery?.timeZone)
      const title = order.lines.find(({ sku }) => sku === line)?.title
      const adjusted = t('order.receipt.adjusted', { date })
      const label =
        title === undefined ? adjusted : t('order.receipt.adjusted_line', { label: adjusted, title })
      return [
        { kind: 'adjusted', label, amount: money(-amount) },
        ...(tax === 0 ? [] : [{ kind: 'tax', label: t('order.receipt.adjusted_tax'), amount: money(-tax) }]),
      ]
    })
}

interface SumLine {
  kind: string
  label: string
  amount: string
}
