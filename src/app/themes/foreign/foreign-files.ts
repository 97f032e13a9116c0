import type { ImportReport } from './report.ts'

/* The files of a theme that was written for another platform, by the paths that this platform gives them. */

export type ForeignFiles = ReadonlyMap<string, Buffer>

/** A JSON object that came from outside. */
export type Plain = Readonly<Record<string, unknown>>

/** The file by which such a theme is known, and its folder in a ZIP file found. */
export const foreignMark = 'config/settings_data.json'

const megabyte = 1024 * 1024

/** The most bytes of a file that are read; 0: its name is enough. */
export function mostForeignBytes(path: string): number {
  if (path.endsWith('.json')) return 2 * megabyte
  if (/\.(avif|gif|jpe?g|png|webp|svg|woff2)$/i.test(path)) return 20 * megabyte
  return 0
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is an object itself; empty for any other. */
export function plainIn(value: Plain, name: string): Plain {
  const found = Object.hasOwn(value, name) ? value[name] : undefined
  return isPlain(found) ? found : {}
}

/** Null: it is not there, or cannot be read, which is then in the report. */
export function readPlain(files: ForeignFiles, path: string, report: ImportReport): Plain | null {
  const read = readJson(files, path, report)
  if (read === undefined || isPlain(read)) return read ?? null
  report.left(path, '', 'it is no JSON object')
  return null
}

/** Undefined: it is not there, or cannot be read. */
export function readJson(files: ForeignFiles, path: string, report: ImportReport): unknown {
  const content = files.get(path)
  if (content === undefined) return undefined
  // Such files may begin with a comment that says who wrote them.
  const text = content
    .toString('utf8')
    .replace(/^\uFEFF?\s*\/\*[^]*?\*\//, '')
    .replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    report.left(path, '', `it cannot be read as JSON: ${said}`)
    return undefined
  }
}
