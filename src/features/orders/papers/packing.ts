import { unitsToSend } from '#domain/order.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import type { PresentCtx } from '../present.ts'
import type { OrderRow, ParcelRow } from '../queries/read.ts'
import type { ReceiptFonts } from '../receipt/fonts.ts'
import { openPaper, type Paper } from '../receipt/paper.ts'
import { drawBarcode } from './code128.ts'

/** What goes into a parcel, in the order's language: it lies in the parcel when that arrives. */
export interface Slip {
  readonly order: OrderRow
  /** A parcel that was noted already; null for all that has not left. */
  readonly parcel: ParcelRow | null
  readonly ctx: PresentCtx
}

const margin = 56
const soft = '#5f5b66'
/** Points left free for the page's footer. */
const foot = 72

/** Packing slips, each on a page of its own, or several. @param prices whether lines have their prices */
export async function packingPdf(
  slips: readonly Slip[],
  fonts: ReceiptFonts,
  { prices, at }: { prices: boolean; at: Date },
): Promise<Buffer> {
  const [first] = slips
  if (first === undefined) throw new RangeError('there is nothing to pack')
  const title = `${first.ctx.t('order.packing.title')} ${slips.map(({ order }) => order.number).join(', ')}`
  const paper = openPaper(fonts, { title, author: first.ctx.shop.shop.name, at })
  for (const [index, slip] of slips.entries()) {
    if (index > 0) paper.newPage()
    writeSlip(paper, slip, prices)
  }
  return paper.end()
}

function writeSlip(paper: Paper, slip: Slip, prices: boolean): void {
  const { order, ctx } = slip
  const { t } = ctx
  const width = paper.width - 2 * margin
  let y = writeHead(paper, slip, width)
  y = writeUnits(paper, slip, prices, y, width)
  const units = unitsOf(slip).reduce((sum, { quantity }) => sum + quantity, 0)
  y = paper.write(t('order.packing.units', { count: units }), margin, y, width, { size: 11 }) + 10
  if (slip.parcel !== null && order.lines.some((line) => unitsToSend(line) > 0))
    y = paper.write(t('order.packing.rest'), margin, y, width, { color: soft }) + 10
  if (order.note === '') return
  const height = paper.heightOf(order.note, width) + 24
  if (y + height > paper.bottom - foot) {
    paper.newPage()
    y = margin
  }
  paper.line(margin, y, width)
  y = paper.write(t('order.packing.note'), margin, y + 8, width, { size: 8, color: soft }) + 2
  paper.write(order.note, margin, y, width)
}

interface Unit {
  readonly line: OrderRow['lines'][number]
  readonly quantity: number
}

function unitsOf({ order, parcel }: Slip): Unit[] {
  return order.lines.flatMap((line) => {
    const quantity =
      parcel === null
        ? unitsToSend(line)
        : (parcel.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0)
    return quantity > 0 ? [{ line, quantity }] : []
  })
}

function writeHead(paper: Paper, { order, ctx }: Slip, width: number): number {
  const { t, lang, shop, locale } = ctx
  const half = width / 2 - 12
  paper.write(shop.shop.name, margin, margin, half, { size: 12, color: soft })
  drawBarcode(paper, order.number, {
    x: margin + width / 2,
    y: margin - 6,
    width: width / 2,
    height: 36,
    most: 1.2,
  })
  paper.write(order.number, margin + width / 2, margin + 34, width / 2, { size: 10, align: 'center' })
  let y = paper.write(t('order.packing.title'), margin, margin + 28, half, { size: 22 }) + 4
  const placed = formatDate(order.placedAt, lang, shop.shop.delivery?.timeZone)
  for (const fact of [t('order.receipt.placed', { date: placed }), order.shipping.name])
    y = paper.write(fact, margin, y, width, { color: soft })
  y = paper.write(t('order.packing.to'), margin, y + 14, width, { size: 8, color: soft }) + 2
  for (const line of [...addressLines(order.address, locale), phoneText(order.address)])
    if (line !== '') y = paper.write(line, margin, y, width, { size: 11 })
  return y + 20
}

function writeUnits(paper: Paper, slip: Slip, prices: boolean, from: number, width: number): number {
  const { order, ctx } = slip
  const { t, lang } = ctx
  const columns = columnsOf(width, prices)
  const head = (y: number): number => {
    const style = { size: 8, color: soft }
    paper.write(t('order.packing.pack'), columns.count.x, y, columns.count.width, style)
    paper.write(t('order.packing.item'), columns.item.x, y, columns.item.width, style)
    paper.write(t('order.packing.sku'), columns.sku.x, y, columns.sku.width, style)
    if (prices)
      paper.write(t('order.packing.each'), columns.price.x, y, columns.price.width, {
        ...style,
        align: 'right',
      })
    paper.write(t('order.packing.done'), columns.done.x, y, columns.done.width, { ...style, align: 'right' })
    paper.line(margin, y + 16, width)
    return y + 24
  }
  let y = head(from)
  for (const { line, quantity } of unitsOf(slip)) {
    const text = line.choice === '' ? line.title : `${line.title}\n${line.choice}`
    const height = Math.max(
      paper.heightOf(text, columns.item.width),
      paper.heightOf(line.sku, columns.sku.width, { size: 9 }),
    )
    if (y + height > paper.bottom - foot) {
      paper.newPage()
      y = head(margin)
    }
    paper.write(`${quantity} ×`, columns.count.x, y, columns.count.width, { size: 12 })
    paper.write(text, columns.item.x, y, columns.item.width)
    paper.write(line.sku, columns.sku.x, y, columns.sku.width, { size: 9, color: soft })
    if (prices)
      paper.write(formatMoney(line.amount, order.currency, lang), columns.price.x, y, columns.price.width, {
        align: 'right',
      })
    paper.box(columns.done.x + columns.done.width - 14, y, 12)
    y += height + 10
  }
  paper.line(margin, y, width)
  return y + 12
}

type Column = Readonly<{ x: number; width: number }>

function columnsOf(
  width: number,
  prices: boolean,
): Readonly<Record<'count' | 'item' | 'sku' | 'price' | 'done', Column>> {
  const item = prices ? 0.4 : 0.5
  return {
    count: { x: margin, width: width * 0.12 },
    item: { x: margin + width * 0.13, width: width * item },
    sku: { x: margin + width * (0.15 + item), width: width * 0.22 },
    price: { x: margin + width * 0.78, width: width * 0.12 },
    done: { x: margin + width * 0.9, width: width * 0.1 },
  }
}
