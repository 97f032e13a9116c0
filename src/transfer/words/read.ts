import { isUtf8 } from 'node:buffer'
import { no, ok, type Result } from '#domain/result.ts'
import type { TextFault, WrittenText } from '#features/words/rules/check-texts.ts'
import { csvFaultText, csvHeaderText, csvRowsOf } from '../formats/csv.ts'

/*
 * Files of interface texts: CSV with the columns `key` and `message`, or JSON, `{"cart.title": "Cart"}`. A pack may say
 * what it is written in by the member, or the row, `$lang`.
 */

export interface TextsFile {
  /** BCP 47, as the file says it; null where it does not. */
  lang: string | null
  texts: WrittenText[]
}

/** Bytes of a file: some ten times what a whole language takes. */
const largestFile = 5 * 1024 * 1024
const limits = { row: 64 * 1024, columns: 50 }

export async function readTexts(bytes: Buffer): Promise<Result<TextsFile, TextFault[]>> {
  if (bytes.length > largestFile)
    return no([faultAt(null, `the file is larger than ${largestFile / 1024 / 1024} MB`)])
  if (!isUtf8(bytes)) return no([faultAt(null, 'the file is not UTF-8 text')])
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.trim() === '') return no([faultAt(null, 'the file is empty')])
  return /^\s*[{[]/.test(text) ? readJson(text) : readCsv(bytes)
}

function readJson(text: string): Result<TextsFile, TextFault[]> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return no([faultAt(null, `it is no JSON: ${error instanceof Error ? error.message : String(error)}`)])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return no([faultAt(null, 'it must be one JSON object: {"cart.title": "Cart"}')])
  const faults: TextFault[] = []
  const written = Object.entries(value).flatMap(([key, message]): WrittenText[] => {
    if (typeof message === 'string') return [{ line: null, key, message }]
    faults.push({ line: null, key: key.slice(0, 200), reason: 'is no text in quotes' })
    return []
  })
  return faults.length > 0 ? no(faults.slice(0, mostFaults)) : ok(withLang(written))
}

/** Faults of one file that are listed. */
const mostFaults = 1_000

async function readCsv(bytes: Buffer): Promise<Result<TextsFile, TextFault[]>> {
  const faults: TextFault[] = []
  const written: WrittenText[] = []
  let columns: { key: number; message: number } | null = null
  for await (const row of csvRowsOf(bytes, limits)) {
    const cells = row.fields.map((field) => field.toString('utf8'))
    if (columns === null) {
      columns = columnsOf(cells)
      if (columns === null)
        return no([faultAt(row.line, csvHeaderText(cells, 'the columns key and message'))])
    } else if (row.fault !== null) {
      if (faults.length < mostFaults) faults.push(faultAt(row.faultLine, csvFaultText(row.fault, limits)))
    } else if (cells.some((cell) => cell !== '')) {
      const key = (cells[columns.key] ?? '').trim()
      written.push({ line: row.line, key, message: unguarded(cells[columns.message] ?? '') })
    }
  }
  return faults.length > 0 ? no(faults) : ok(withLang(written))
}

function columnsOf(cells: readonly string[]): { key: number; message: number } | null {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const [key, message] = [names.indexOf('key'), names.indexOf('message')]
  return key === -1 || message === -1 ? null : { key, message }
}

function faultAt(line: number | null, reason: string): TextFault {
  return { line, key: '', reason }
}

function withLang(written: readonly WrittenText[]): TextsFile {
  const lang = written.find(({ key }) => key === langKey)?.message.trim() ?? null
  return { lang: lang === '' ? null : lang, texts: written.filter(({ key }) => key !== langKey) }
}

/** No text has such a key. */
export const langKey = '$lang'

/** The text without the sign by which `write.ts` keeps it from being a formula, and with line breaks as ours are. */
function unguarded(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /^'+[=+\-@\t]/.test(text) ? text.slice(1) : text
}
