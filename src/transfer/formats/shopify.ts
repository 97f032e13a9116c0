import { isUtf8 } from 'node:buffer'
import { csvFaultText, csvRows, type CsvRow } from './csv.ts'
import { entryLimit, refused, type Note, type Reading, type ReadOptions, type Reason } from './reading.ts'
import { readHeader, type Column, type Header, type ShopifyRow } from './shopify-columns.ts'
import { shopifyProduct } from './shopify-product.ts'
import { unreadColumns, type UnreadColumns } from './shopify-unread.ts'
import type { CatalogSource } from './source.ts'
import { shown } from '#wire/shown-text.ts'
import { decodeStrictly, lineOfBrokenText } from './text.ts'

/*
 * The Shopify product CSV: the rows of one handle are one product. Rows of a handle are gathered until its last
 * one, wherever in the file that is, so that a product is never taken with a part of its variants.
 */

const limits = { row: entryLimit, columns: 500 }
/** The most rows of a product: 2,000 variants, and as many pictures. */
const mostRows = 4_000
/** Characters held for products whose rows are far apart. */
const mostHeld = 64 * 1024 * 1024

interface Group {
  handle: string
  line: number
  rows: ShopifyRow[]
  faults: Reason[]
  seen: number
  size: number
}

export async function* readShopify(source: CatalogSource, options: ReadOptions): AsyncGenerator<Reading> {
  const { rowsOf, notes } = await firstPass(source)
  const open = new Map<string, Group>()
  let header: Header | null = null
  let previous: Group | null = null
  let held = 0
  let any = false

  for await (const row of csvRows(source.open(), limits)) {
    if (header === null) {
      const read = headerOf(row)
      if (read.reasons.length > 0) {
        yield { what: 'refused', kind: null, name: null, reasons: read.reasons }
        return
      }
      header = read.header
      continue
    }
    if (row.fault === null && row.fields.every((field) => field.length === 0)) continue

    any = true
    const handle = handleOf(row, header)
    if (handle === null) {
      const loss = whyUnread(row, header) ?? `${header.called('handle')} is empty`
      yield refused('product', null, row.faultLine, loss)
      // Without a title it went on with the product above, which would lose a variant in silence.
      if (!beginsProduct(row, header))
        previous?.faults.push({
          line: row.line,
          reason: `a row that seems to belong to it was lost: ${loss}`,
        })
      continue
    }

    if (previous !== null && previous.handle !== handle && previous.seen === rowsOf.get(previous.handle)) {
      yield close(previous, header)
      held -= previous.size
      open.delete(previous.handle)
    }
    const group: Group = open.get(handle) ?? {
      handle,
      line: row.line,
      rows: [],
      faults: [],
      seen: 0,
      size: 0,
    }
    open.set(handle, group)
    group.seen++
    previous = group
    held += addRow(group, row, header, held)
  }

  if (header === null) yield refused(null, null, 1, 'the file is empty')
  else if (!any) yield refused(null, null, 1, 'the file has no products: nothing follows its first line')
  else for (const group of open.values()) yield close(group, header)
  if (any) yield* notes

  function close(group: Group, header: Header): Reading {
    if (group.faults.length > 0) {
      return { what: 'refused', kind: 'product', name: group.handle, reasons: group.faults.slice(0, 5) }
    }
    return shopifyProduct(group.handle, group.rows, header, options)
  }
}

/** How many rows each handle has: when the last has come, the product is whole. And what of them is not read. */
async function firstPass(
  source: CatalogSource,
): Promise<{ rowsOf: ReadonlyMap<string, number>; notes: Note[] }> {
  const counts = new Map<string, number>()
  let header: Header | null = null
  let unread: UnreadColumns | null = null
  for await (const row of csvRows(source.open(), limits)) {
    if (header === null) {
      const read = headerOf(row)
      if (read.reasons.length > 0) break
      header = read.header
      unread = unreadColumns(header, namesIn(row))
      continue
    }
    const handle = handleOf(row, header)
    if (handle !== null) counts.set(handle, (counts.get(handle) ?? 0) + 1)
    if (handle !== null && row.fault === null) unread?.see(row)
  }
  return { rowsOf: counts, notes: unread?.notes() ?? [] }
}

function namesIn(row: CsvRow): string[] {
  return row.fields.map((field) => decodeStrictly(field) ?? '')
}

function headerOf(row: CsvRow): { header: Header; reasons: Reason[] } {
  const header = readHeader(namesIn(row))
  const faults = row.fault === null ? header.faults : [...header.faults, csvFaultText(row.fault, limits)]
  return { header, reasons: faults.map((reason) => ({ line: row.line, reason })) }
}

/** Null if the row's product is unknown. */
function handleOf(row: CsvRow, header: Header): string | null {
  // A row without a comma may be cut in the middle of its handle.
  if (row.fields.length === 1 && header.width > 1) return null
  const field = row.fields[header.at.get('handle')!]
  const handle = field === undefined ? null : decodeStrictly(field)?.trim()
  return handle === undefined || handle === null || handle === '' || handle.length > 300 ? null : handle
}

function beginsProduct(row: CsvRow, header: Header): boolean {
  return (row.fields[header.at.get('title')!]?.length ?? 0) > 0
}

/** Adds the row, or why it could not be read. Returns by how many characters the group has grown. */
function addRow(group: Group, row: CsvRow, header: Header, held: number): number {
  const fault = whyUnread(row, header)
  if (fault !== null) {
    group.faults.push({ line: lineOfFault(row), reason: fault })
    return 0
  }
  if (group.seen > mostRows) {
    group.faults.push({ line: row.line, reason: `${shown(group.handle)} has more than ${mostRows} rows` })
    return 0
  }
  if (held > mostHeld) {
    group.faults.push({
      line: row.line,
      reason: 'the rows of the products are too far apart: sort the file by handle',
    })
    return 0
  }
  const cells = new Map<Column, string>()
  let size = 0
  for (const [column, index] of header.at) {
    const text = row.fields[index]!.toString('utf8')
    if (text === '') continue
    cells.set(column, text)
    size += text.length + 32
  }
  group.rows.push({ line: row.line, cell: (column) => cells.get(column) ?? '' })
  group.size += size
  return size
}

function whyUnread(row: CsvRow, header: Header): string | null {
  if (row.fault !== null) return csvFaultText(row.fault, limits)
  if (!row.fields.every(isUtf8)) return 'is not UTF-8 text'
  if (row.fields.length !== header.width) {
    return `has ${row.fields.length} columns where the first line has ${header.width}`
  }
  if (row.open && !endsWhole(row, header))
    return `the file ends in ${lastColumn(header)} without a line break: it may have been cut`
  return null
}

/** About the last cell of a file that ends without line break or quote: half a price looks like a price. */
function endsWhole(row: CsvRow, header: Header): boolean {
  const column = [...header.at].find(([, index]) => index === header.width - 1)?.[0]
  const isWord = column === 'status' || column === 'published' || column === 'policy'
  // Words are checked by their reader; unused columns may end anywhere.
  return column === undefined || (isWord && (row.fields.at(-1)?.length ?? 0) > 0)
}

function lastColumn(header: Header): string {
  return (
    [...header.at].flatMap(([column, index]) =>
      index === header.width - 1 ? [header.called(column)] : [],
    )[0] ?? ''
  )
}

function lineOfFault(row: CsvRow): number {
  if (row.fault !== null) return row.faultLine
  let line = row.line
  for (const field of row.fields) {
    if (!isUtf8(field)) return lineOfBrokenText(field, line)
    line += field.reduce((lines, byte) => (byte === 0x0a ? lines + 1 : lines), 0)
  }
  return row.line
}
