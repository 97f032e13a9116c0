import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { operatorPath } from '../shop.ts'
import { Failure } from '../terminal.ts'

/** A row of a file that the operator gives: column → text. */
export interface FileRow {
  /** Of the file, from 1. */
  line: number
  cells: ReadonlyMap<string, string>
}

/**
 * Rows of a CSV file, or of JSON objects in an array or in a line each. A CSV without a header has the columns in
 * their order.
 * @param file a path, or `-` for standard input
 * @param nameListed the name that stands in an object which a list printed with `--json`; null for any other object.
 *   Nothing else is taken from it: its members say how the entry is, and not what shall be done.
 */
export async function readRows(
  file: string,
  columns: readonly string[],
  nameListed: (cells: ReadonlyMap<string, string>) => string | null = () => null,
): Promise<FileRow[]> {
  const text = (await readText(file)).replace(/^\uFEFF/, '')
  const rows = /^\s*[[{]/.test(text)
    ? jsonRows(text, file, columns[0]!).map(({ line, cells }) => {
        const name = nameListed(cells)
        return { line, cells: name === null ? cells : new Map([[columns[0]!, name]]) }
      })
    : csvRows(text, columns, nameOf(file))
  for (const { line, cells } of rows)
    for (const name of cells.keys())
      if (!columns.includes(name))
        throw new Failure(
          `${nameOf(file)}:${line}: there is no column ${JSON.stringify(name)}; there are ${columns.join(', ')}`,
        )
  if (rows.length === 0) throw new Failure(`${nameOf(file)} has no rows`)
  return rows
}

/** The text of a file, or of standard input for `-`. */
export async function readText(file: string): Promise<string> {
  if (file === '-') return textOf(process.stdin)
  return readFile(operatorPath(file), 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
}

export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}

/** @param column of a row that is a text alone */
export function jsonRows(text: string, file: string, column: string): FileRow[] {
  const found: { line: number; value: unknown }[] = text.trimStart().startsWith('[')
    ? listOf(parse(text, file, 1), file).map((value) => ({ line: 1, value }))
    : text
        .split('\n')
        .map((line, index) => ({ line: index + 1, text: line.trim() }))
        .filter((one) => one.text !== '')
        .map((one) => ({ line: one.line, value: parse(one.text, file, one.line) }))
  return found.map(({ line, value }) => ({ line, cells: cellsOf(value, file, line, column) }))
}

function parse(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(
      `${nameOf(file)}:${line}: not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function listOf(value: unknown, file: string): unknown[] {
  if (!Array.isArray(value)) throw new Failure(`${nameOf(file)} is no list`)
  return value
}

function cellsOf(value: unknown, file: string, line: number, column: string): Map<string, string> {
  if (typeof value === 'string') return new Map([[column, value]])
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(`${nameOf(file)}:${line}: neither an object nor a text`)
  return new Map(
    Object.entries(value).flatMap(([name, cell]): [string, string][] =>
      cell === null ? [] : [[name, typeof cell === 'object' ? unitsText(cell) : String(cell)]],
    ),
  )
}

/** {"stool-sage": 2} as `stool-sage=2`. */
function unitsText(cell: object): string {
  return Object.entries(cell)
    .map(([name, count]) => `${name}=${String(count)}`)
    .join(' ')
}

function csvRows(text: string, columns: readonly string[], name: string): FileRow[] {
  if (isPrinted(text)) return printedRows(text, columns[0]!)
  const lines = csvLines(text)
  const first = lines[0]
  if (first === undefined) return []
  // As spreadsheets save it where the comma is in numbers. Numbers of orders have no semicolon.
  if (first.cells[0]!.includes(';'))
    throw new Failure(`${name} is separated by semicolons: save it separated by commas`)
  const head = first.cells.map((cell) => cell.trim().toLowerCase())
  const hasHead = head.includes(columns[0]!)
  const names = hasHead ? head : columns
  return lines.slice(hasHead ? 1 : 0).map(({ line, cells }) => ({
    line,
    cells: new Map(
      cells.flatMap((cell, index): [string, string][] =>
        cell.trim() === '' ? [] : [[names[index] ?? `column ${index + 1}`, cell.trim()]],
      ),
    ),
  }))
}

/** What a command's list prints: its head is in capitals, and columns are two spaces apart. */
function isPrinted(text: string): boolean {
  return /^[A-Z]+ {2,}[A-Z]/.test(text)
}

function printedRows(text: string, column: string): FileRow[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const [first = ''] = content.trim().split(/\s+/)
    return index === 0 || first === '' ? [] : [{ line: index + 1, cells: new Map([[column, first]]) }]
  })
}

/** Cells of each line that has some; in quotes a cell may have commas, doubled quotes and line breaks. */
export function csvLines(text: string): { line: number; cells: string[] }[] {
  const lines: { line: number; cells: string[] }[] = []
  let line = 1
  let begun = 1
  let cells: string[] = []
  const end = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: begun, cells })
    cells = []
    begun = line
  }
  for (const [, quoted, plain, stop = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/g,
  )) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    line += (quoted?.match(/\n/g) ?? []).length
    if (stop === ',') continue
    line += 1
    end()
  }
  return lines
}
