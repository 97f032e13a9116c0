import { isUtf8 } from 'node:buffer'
import type { WantedRedirect } from '#features/redirects/shop.ts'
import { csvFaultText, csvHeaderText, csvRows, csvRowsOf } from '../formats/csv.ts'
import { decodeStrictly } from '../formats/text.ts'
import type { CatalogSource } from '../formats/source.ts'

/** Our own columns first, then those of Shopify, WordPress' Redirection, Magento, and others. */
const columnNames = {
  from: ['from', 'redirect from', 'source url', 'source', 'request_path', 'path'],
  to: ['to', 'redirect to', 'target url', 'target', 'target_path'],
  status: ['status', 'action code', 'code'],
} as const
type Column = keyof typeof columnNames

const wantedColumns = 'the columns "from" and "to", or Shopify\'s "Redirect from" and "Redirect to"'

const limits = { row: 64 * 1024, columns: 50 }

export type RedirectReading =
  | { what: 'redirect'; redirect: WantedRedirect }
  | { what: 'refused'; line: number; reason: string }

/** Whether a file is a list of redirects, by its first line. */
export async function isRedirectsFile(source: CatalogSource): Promise<boolean> {
  for await (const chunk of source.open()) {
    const head = chunk.subarray(0, limits.row)
    // A catalogue in JSON may be one line of hundreds of megabytes.
    if (/^(?:\xef\xbb\xbf)?\s*[{[]/.test(head.toString('latin1'))) return false
    for await (const { fields } of csvRowsOf(head, limits)) return columnsOf(fields.map(textOf)) !== null
    return false
  }
  return false
}

/** The redirects of a CSV file, row by row. A file whose first row begins with a path has no line of names. */
export async function* readRedirects(chunks: AsyncIterable<Buffer>): AsyncGenerator<RedirectReading> {
  let columns: ReadonlyMap<Column, number> | null = null
  let any = false
  for await (const row of csvRows(chunks, limits)) {
    const cells = row.fields.map(textOf)
    if (columns === null) {
      columns = columnsOf(cells) ?? (cells[0]?.startsWith('/') === true ? inOrder : null)
      if (columns === null) return yield refused(row.line, csvHeaderText(cells, wantedColumns))
      if (columns !== inOrder) continue
    }
    if (row.fault !== null) yield refused(row.faultLine, csvFaultText(row.fault, limits))
    else if (!row.fields.every(isUtf8)) yield refused(row.line, 'is not UTF-8 text')
    else if (cells.some((cell) => cell !== '')) {
      const at = (column: Column): string => cells[columns?.get(column) ?? -1] ?? ''
      yield {
        what: 'redirect',
        redirect: { from: at('from'), to: at('to'), status: at('status') || '301', line: row.line },
      }
    } else continue
    any = true
  }
  if (columns === null) yield refused(1, 'the file is empty')
  else if (!any) yield refused(1, 'nothing follows the first line of the file')
}

const inOrder: ReadonlyMap<Column, number> = new Map([
  ['from', 0],
  ['to', 1],
  ['status', 2],
])

/** Where the columns stand; null for a row that does not name both ends. */
function columnsOf(cells: readonly string[]): ReadonlyMap<Column, number> | null {
  const names = cells.map((cell) => cell.toLowerCase())
  const found = new Map<Column, number>()
  for (const column of Object.keys(columnNames) as Column[]) {
    const name = columnNames[column].find((candidate) => names.includes(candidate))
    if (name !== undefined) found.set(column, names.indexOf(name))
  }
  return found.has('from') && found.has('to') ? found : null
}

function refused(line: number, reason: string): RedirectReading {
  return { what: 'refused', line, reason }
}

function textOf(field: Buffer): string {
  return (decodeStrictly(field) ?? '').trim()
}
