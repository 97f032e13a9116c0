import { addressLines } from '#i18n/address-lines.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import type { PresentCtx } from '../present.ts'
import type { OrderRow } from '../queries/read.ts'
import type { ReceiptFonts } from '../receipt/fonts.ts'
import { openPaper, type Paper, type PaperSize } from '../receipt/paper.ts'
import { drawBarcode } from './code128.ts'

/** An address label, in the order's language: the recipient as the post of its country writes it. */
export interface Label {
  readonly order: OrderRow
  /** Lines of the address that it is sent from. */
  readonly sender: readonly string[]
  readonly ctx: PresentCtx
}

/** 100 × 150 mm, as label printers have it. */
const sheet: PaperSize = { width: 283.46, height: 425.2 }
const margin = 18
const soft = '#5f5b66'

/** Labels, each on a sheet of its own. They pay no postage, and say so. */
export async function labelPdf(labels: readonly Label[], fonts: ReceiptFonts, at: Date): Promise<Buffer> {
  const [first] = labels
  if (first === undefined) throw new RangeError('there is nothing to label')
  const title = labels.map(({ order }) => order.number).join(', ')
  const paper = openPaper(fonts, { title, author: first.ctx.shop.shop.name, at }, sheet)
  for (const [index, label] of labels.entries()) {
    if (index > 0) paper.newPage()
    writeLabel(paper, label)
  }
  return paper.end()
}

function writeLabel(paper: Paper, { order, sender, ctx: { t, locale } }: Label): void {
  const width = paper.width - 2 * margin
  let y = paper.write(t('order.label.from'), margin, margin, width, { size: 7, color: soft })
  for (const line of sender) y = paper.write(line, margin, y, width, { size: 8.5 })
  paper.line(margin, y + 6, width)
  y = paper.write(t('order.label.to'), margin, y + 14, width, { size: 8, color: soft }) + 4
  const phone = phoneText(order.address)
  const size = sizeFor(paper, addressLines(order.address, locale), width, codeTop(paper) - y - 30)
  for (const line of addressLines(order.address, locale)) y = paper.write(line, margin, y, width, { size })
  if (phone !== '') paper.write(t('order.label.phone', { phone }), margin, y + 6, width, { size: 10 })
  const top = codeTop(paper)
  drawBarcode(paper, order.number, { x: margin, y: top, width, height: 48, most: 1.4 })
  paper.write(order.number, margin, top + 52, width, { size: 12, align: 'center' })
  paper.line(margin, top + 74, width)
  paper.write(t('order.label.not_postage'), margin, top + 78, width, {
    size: 7,
    color: soft,
    align: 'center',
  })
}

function codeTop(paper: Paper): number {
  return paper.bottom - margin - 104
}

/** The largest size in which the address fits: long ones are written smaller, none runs into the barcode. */
function sizeFor(paper: Paper, lines: readonly string[], width: number, height: number): number {
  const heightAt = (size: number): number =>
    lines.reduce((sum, line) => sum + paper.heightOf(line, width, { size }), 0)
  return [17, 15, 13, 11.5, 10, 9, 8].find((size) => heightAt(size) <= height) ?? 7
}
