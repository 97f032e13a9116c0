/*
 * Rows of a CSV file (RFC 4180), from bytes. A library's parser stops at the first fault. This one reports the fault
 * of a row by line, keeps the fields before it, and goes on, so that a damaged row costs one product.
 */

export type CsvFault = 'too_large' | 'too_many_columns' | 'stray_quote' | 'open_quote'

export interface CsvRow {
  /** Of the row's first byte, from 1. */
  line: number
  /** As far as they were read when there is a fault. Bytes, because each is decoded strictly by its reader. */
  fields: Buffer[]
  fault: CsvFault | null
  /** The line of the fault; `line` when there is none. */
  faultLine: number
  /** The file ends inside the last field, without a closing quote: its end may be missing. */
  open: boolean
}

export interface CsvLimits {
  /** Bytes of a row. */
  row: number
  columns: number
}

/** A fault of a row, for who has to mend the file. */
export function csvFaultText(fault: CsvFault, { row, columns }: CsvLimits): string {
  const kilobytes = row / 1024
  const size = kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`
  return {
    too_large: `the row is larger than ${size}`,
    too_many_columns: `the row has more than ${columns} columns`,
    stray_quote: 'there is text after a closing quote',
    open_quote: 'a quote is opened here and never closed: the file was cut, or a quote is missing',
  }[fault]
}

/** Why a first line is no header. @param wanted what it must name instead */
export function csvHeaderText(cells: readonly string[], wanted: string): string {
  const isSeparated = cells.length === 1 && /[;\t|]/.test(cells[0]!)
  return isSeparated
    ? 'the columns are not separated by commas: save the file as CSV with commas, in UTF-8'
    : `the first line must name ${wanted}`
}

const quote = 0x22
const comma = 0x2c
const lf = 0x0a
const cr = 0x0d

type State = 'start' | 'bare' | 'quoted' | 'after_quote'

/** Yields the rows without blank lines. Holds one row in memory at most, however long a field is. */
export async function* csvRows(chunks: AsyncIterable<Buffer>, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const scanner = csvScanner(limits)
  for await (const chunk of chunks) yield* scanner.push(chunk)
  yield* scanner.end()
}

/** The same of bytes that are all here. */
export async function* csvRowsOf(bytes: Buffer, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const scanner = csvScanner(limits)
  yield* scanner.push(bytes)
  yield* scanner.end()
}

function csvScanner(limits: CsvLimits) {
  let state: State = 'start'
  let line = 1
  let row = newRow(1)
  let size = 0
  let parts: Buffer[] = []
  let quotedField = false
  let openedAt = 1
  let afterCr = false
  let atStart = true
  let out: CsvRow[] = []

  function fault(kind: CsvFault, at: number): void {
    if (row.fault !== null) return
    row.fault = kind
    row.faultLine = at
    parts = []
  }

  function take(chunk: Buffer, from: number, to: number): void {
    if (to <= from || row.fault !== null) return
    parts.push(chunk.subarray(from, to))
  }

  function endField(): void {
    if (row.fault === null) {
      row.fields.push(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
      if (row.fields.length > limits.columns) fault('too_many_columns', row.line)
    }
    parts = []
    state = 'start'
  }

  function endRow(nextLine: number): void {
    endField()
    const blank = row.fault === null && row.fields.length === 1 && row.fields[0]!.length === 0 && !quotedField
    if (!blank) out.push(row)
    row = newRow(nextLine)
    size = 0
    quotedField = false
  }

  function push(chunk: Buffer): CsvRow[] {
    out = []
    let from = 0
    let at = 0
    if (atStart && chunk.length > 0) {
      atStart = false
      if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = from = 3
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === lf && afterCr) {
        afterCr = false
        from = at + 1
        continue
      }
      afterCr = false
      if (++size > limits.row) fault('too_large', line)

      if (state === 'quoted') {
        if (byte === quote) {
          take(chunk, from, at)
          state = 'after_quote'
        } else if (byte === lf) line++
      } else if (byte === comma) {
        if (state === 'bare') take(chunk, from, at)
        endField()
        from = at + 1
      } else if (byte === lf || byte === cr) {
        if (state === 'bare') take(chunk, from, at)
        line++
        endRow(line)
        afterCr = byte === cr
        from = at + 1
      } else if (state === 'start') {
        from = at
        state = 'bare'
        if (byte === quote) {
          state = 'quoted'
          quotedField = true
          openedAt = line
          from = at + 1
        }
      } else if (state === 'after_quote') {
        if (byte === quote) {
          // A doubled quote is one quote of the text: the range from here on begins with it.
          state = 'quoted'
          from = at
        } else {
          fault('stray_quote', line)
          state = 'bare'
          from = at
        }
      }
    }
    if (state === 'bare' || state === 'quoted') take(chunk, from, chunk.length)
    return out
  }

  function end(): CsvRow[] {
    out = []
    if (state === 'quoted') fault('open_quote', openedAt)
    row.open = state !== 'after_quote'
    if (size > 0) endRow(line)
    return out
  }

  return { push, end }
}

function newRow(line: number): CsvRow {
  return { line, fields: [], fault: null, faultLine: line, open: false }
}
