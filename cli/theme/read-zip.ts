import { crc32, inflateRawSync } from 'node:zlib'
import { mostBytesOf, mostThemeBytes, mostThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { no, ok, type Result } from '#domain/result.ts'

/*
 * A theme in a ZIP file, read in memory: nothing is written anywhere. A stranger may have made it, so the sizes that it
 * states are only believed as limits, and what points out of a folder is refused.
 */

/** Bytes of the whole file: its content may not be more than a theme has, packed or not. */
export const mostZipBytes = mostThemeBytes + 10 * 1024 * 1024

/** Folders are entries, too. */
const mostEntries = 2 * mostThemeFiles

interface Entry {
  path: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  /** Of the file in Unix; 0 where another system made it. */
  mode: number
  /** Where its local header begins. */
  at: number
}

/** The files by their paths, without a folder around them all; or why it cannot be read. */
export function readZip(zip: Buffer): Result<Map<string, Buffer>, string> {
  try {
    return ok(filesIn(zip))
  } catch (error) {
    if (error instanceof ZipFault) return no(error.message)
    // Offsets that lead out of the file.
    if (error instanceof RangeError) return no('it is damaged: it ends too early')
    throw error
  }
}

class ZipFault extends Error {}

function filesIn(zip: Buffer): Map<string, Buffer> {
  const entries = entriesOf(zip).filter(isOfTheme)
  const around = folderAround(entries.map(({ path }) => path))
  const files = new Map<string, Buffer>()
  let left = mostThemeBytes
  for (const entry of entries) {
    const path = entry.path.slice(around.length)
    if (files.has(path)) throw new ZipFault(`${entry.path} is in it twice`)
    if (files.size >= mostThemeFiles) throw new ZipFault(`it has more than ${mostThemeFiles} files`)
    const content = contentOf(zip, entry, mostBytesOf(path) ?? 0)
    left -= content.byteLength
    if (left < 0) throw new ZipFault(`it has more than ${mostThemeBytes / 1024 / 1024} MB unpacked`)
    files.set(path, content)
  }
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const endSignature = 0x06054b50
const endLength = 22
const longestComment = 65_535

function entriesOf(zip: Buffer): Entry[] {
  const end = endOf(zip)
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) throw new ZipFault('it is in the format for very large files')
  if (count > mostEntries)
    throw new ZipFault(`it has ${count} entries; a theme has at most ${mostThemeFiles} files`)
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50)
      throw new ZipFault('it is damaged: its list of files is not there')
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.subarray(at + 46, at + 46 + nameLength)
    entries.push({
      path: name.toString('utf8'),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      mode: zip.readUInt16LE(at + 40),
      at: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(zip: Buffer): number {
  const last = zip.byteLength - endLength
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (zip.readUInt32LE(at) === endSignature) return at
  throw new ZipFault('it is no ZIP file')
}

/** Whether it is a file of the theme: folders are none, nor what systems and editors leave. Throws for what may not be. */
function isOfTheme({ path, mode }: Entry): boolean {
  const steps = path.split('/')
  if (path.startsWith('/') || /[\\:\0]/.test(path) || steps.includes('..') || steps.includes('.'))
    throw new ZipFault(`${JSON.stringify(path)} leads out of the folder of the theme`)
  const kind = mode & 0o170000
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    throw new ZipFault(`${path} is a link or a device: a theme has files alone`)
  const isLeft = steps.some((step) => step.startsWith('.')) || steps[0] === '__MACOSX' || path.endsWith('~')
  return !path.endsWith('/') && !isLeft
}

/** `my-theme/`, where all files are in that; `` where they are in none. */
function folderAround(paths: readonly string[]): string {
  if (paths.includes('theme.json')) return ''
  const themes = paths.filter((path) => /^[^/]+\/theme\.json$/.test(path))
  const folder = themes.length === 1 ? themes[0]!.slice(0, -'theme.json'.length) : ''
  return paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/** @param most bytes; a file of more is read to one more, which is enough to refuse it */
function contentOf(zip: Buffer, { path, flags, method, crc, packed, size, at }: Entry, most: number): Buffer {
  if ((flags & 1) === 1) throw new ZipFault(`${path} is encrypted`)
  if (size > most) return Buffer.alloc(most + 1)
  if (zip.readUInt32LE(at) !== 0x04034b50) throw new ZipFault(`${path} is damaged`)
  const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const stored = zip.subarray(begin, begin + packed)
  if (stored.byteLength !== packed) throw new ZipFault(`${path} is damaged: it ends too early`)
  const content = unpacked(stored, method, size, path)
  if (content.byteLength !== size || crc32(content) !== crc)
    throw new ZipFault(`${path} is damaged: its content is not what it was`)
  return content
}

function unpacked(stored: Buffer, method: number, size: number, path: string): Buffer {
  if (method === 0) return Buffer.from(stored)
  if (method !== 8) throw new ZipFault(`${path} is packed in a way that is not known here: use the usual one`)
  try {
    // It ends at the size that the list stated, whatever there is.
    return inflateRawSync(stored, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new ZipFault(`${path} is damaged, or larger than it says`)
  }
}
