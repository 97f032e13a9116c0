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

/** Why a file cannot be read for its size; null: it can, or is not read at all. */
export function whyTooLarge(path: string, { byteLength }: Buffer): string | null {
  const most = mostForeignBytes(path)
  return most > 0 && byteLength > most
    ? `it is too large: such a file is read up to ${most / megabyte} MB`
    : null
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is an object itself; empty for any other. */
export function plainIn(value: Plain, name: string): Plain {
  const found = Object.hasOwn(value, name) ? value[name] : undefined
  return isPlain(found) ? found : {}
}

/** The most characters of a name: each line about what is in it repeats the name. */
const mostNameLength = 200

/**
 * The names that an order lists, each once, or all where there is no order. `others` counts entries of the order that
 * are no names, or repeat one.
 */
export function namesIn(order: unknown, all: Plain): { names: string[]; others: number } {
  const listed: unknown[] = Array.isArray(order) ? order : Object.keys(all)
  const isName = (one: unknown): one is string => typeof one === 'string' && one.length <= mostNameLength
  const names = [...new Set(listed.filter(isName))]
  return { names, others: listed.length - names.length }
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
  const tooLarge = whyTooLarge(path, content)
  if (tooLarge !== null) {
    report.left(path, '', tooLarge)
    return undefined
  }
  // Such files may begin with a comment that says who wrote them.
  const text = content
    .toString('utf8')
    .replace(/^\uFEFF?\s*\/\*[^]*?\*\//, '')
    .replace(/^\uFEFF/, '')
  try {
    const read = JSON.parse(text) as unknown
    if (!isDeeper(read, deepest)) return read
    report.left(path, '', `it is nested more than ${deepest} levels deep`)
    return undefined
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    report.left(path, '', `it cannot be read as JSON: ${said}`)
    return undefined
  }
}

/** Levels of a file. Blocks in blocks need about twenty; readers that call themselves have room on the stack for these. */
const deepest = 64

/** By levels, and not by calls: the stack has no room for as many calls as a file can have levels. */
function isDeeper(value: unknown, most: number): boolean {
  const isNested = (one: unknown): one is object => typeof one === 'object' && one !== null
  let level = [value].filter(isNested)
  for (let depth = 0; depth < most && level.length > 0; depth += 1)
    level = level.flatMap((one) => Object.values(one).filter(isNested))
  return level.length > 0
}
