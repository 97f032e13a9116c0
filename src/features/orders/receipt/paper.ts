import PDFDocument from 'pdfkit'
import type { ReceiptFonts } from './fonts.ts'

/*
 * Text on a page of a PDF: each letter in the font that has it, lines broken where their language breaks them. Points
 * (1/72 inch), from the top left corner.
 */

export interface TextStyle {
  size?: number
  color?: string
  align?: 'left' | 'right' | 'center'
}

export interface Paper {
  readonly width: number
  readonly bottom: number
  /** Writes text into a column from this height down; returns the height below it. */
  write(text: string, x: number, y: number, width: number, style?: TextStyle): number
  /** The height of the text. */
  heightOf(text: string, width: number, style?: TextStyle): number
  line(x: number, y: number, width: number): void
  /** A black rectangle: a bar of a barcode. */
  bar(x: number, y: number, width: number, height: number): void
  /** An empty square to be ticked with a pen. */
  box(x: number, y: number, size: number): void
  newPage(): void
  /** Calls `each` on every page, after all is written. */
  onPages(each: (page: number, pages: number) => void): void
  end(): Promise<Buffer>
}

/** Points. */
export interface PaperSize {
  readonly width: number
  readonly height: number
}

const a4: PaperSize = { width: 595.28, height: 841.89 }
const leading = 1.4

export function openPaper(
  fonts: ReceiptFonts,
  info: { title: string; author: string; at: Date },
  sheet: PaperSize = a4,
): Paper {
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    bufferPages: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
  })
  const chunks: Buffer[] = []
  // oxlint-disable-next-line house/guarded-listener -- keeps a piece of the file
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const [name, font] of Object.entries(fonts)) {
    if (font === null) continue
    if (font.name === null) doc.registerFont(name, font.path)
    else doc.registerFont(name, font.path, font.name)
  }

  const inFont = (run: Run, size: number): typeof doc =>
    doc.font(run.isCjk ? 'cjk' : fonts.latin === null ? 'Helvetica' : 'latin').fontSize(size)
  const widthOf = (text: string, size: number): number =>
    runsOf(text, fonts).reduce((sum, run) => sum + inFont(run, size).widthOfString(run.text), 0)

  const broken = (text: string, width: number, size: number): string[] =>
    text.split('\n').flatMap((paragraph) => breakLine(paragraph, (part) => widthOf(part, size) <= width))

  return {
    width: sheet.width,
    bottom: sheet.height,
    write(text, x, y, width, { size = 10, color = '#1d1b22', align = 'left' } = {}) {
      let top = y
      for (const line of broken(text, width, size)) {
        const spare = align === 'left' ? 0 : width - widthOf(line, size)
        let at = x + (align === 'center' ? spare / 2 : spare)
        for (const run of runsOf(line, fonts)) {
          inFont(run, size)
            .fillColor(color)
            .text(run.text, at, top + size, { lineBreak: false, baseline: 'alphabetic' })
          at += doc.widthOfString(run.text)
        }
        top += size * leading
      }
      return top
    },
    heightOf: (text, width, { size = 10 } = {}) => broken(text, width, size).length * size * leading,
    line: (x, y, width) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor('#c9c5ce')
        .stroke(),
    bar: (x, y, width, height) => void doc.fillColor('#000000').rect(x, y, width, height).fill(),
    box: (x, y, size) => void doc.rect(x, y, size, size).lineWidth(0.7).strokeColor('#5f5b66').stroke(),
    newPage: () => void doc.addPage(),
    onPages(each) {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        each(page + 1, count)
      }
    },
    end() {
      doc.end()
      return ended
    },
  }
}

interface Run {
  text: string
  isCjk: boolean
}

/** From CJK radicals on: Han, kana, Hangul, their punctuation and full-width forms. */
const cjk = /[\u2E80-\u{3FFFF}]/u

function runsOf(text: string, fonts: ReceiptFonts): Run[] {
  const runs: Run[] = []
  for (const letter of printable(text, fonts)) {
    const isCjk = cjk.test(letter)
    const last = runs.at(-1)
    if (last?.isCjk === isCjk) last.text += letter
    else runs.push({ text: letter, isCjk })
  }
  return runs
}

/** Letters without a font become their plain form, or a question mark. */
function printable(text: string, { latin, cjk: han }: ReceiptFonts): string {
  const known = han === null ? text.replace(new RegExp(cjk, 'gu'), '?') : text
  if (latin !== null) return known
  // Helvetica has what Windows-1252 has.
  return [...known]
    .map((letter) => {
      if (cjk.test(letter) || /[\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€]/.test(letter)) return letter
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
      return /^[\u0020-\u007e]+$/.test(plain) ? plain : '?'
    })
    .join('')
}

/** Between words, and between any two Han characters, but never before closing punctuation. */
function breakLine(text: string, fits: (part: string) => boolean): string[] {
  const pieces = text.match(
    /[\u2E80-\u{3FFFF}][\p{Pe}\p{Pf}。，、：；！？]*|[^\s\u2E80-\u{3FFFF}]+\s*|\s+/gu,
  ) ?? ['']
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line === '' || fits((line + piece).trimEnd())) line += piece
    else {
      lines.push(line.trimEnd())
      line = piece
    }
    // A word that is longer than the line is broken anywhere.
    while (line.length > 1 && !fits(line.trimEnd())) {
      let end = line.length - 1
      while (end > 1 && !fits(line.slice(0, end))) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return [...lines, line.trimEnd()]
}
