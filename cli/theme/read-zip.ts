import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl'
import { mostBytesOf, mostThemeBytes, mostThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { no, ok, type Result } from '#domain/result.ts'

/*
 * A theme in a ZIP file, read in memory: nothing is written anywhere. The library reads the format; what a theme may
 * have is decided here. A stranger may have made the file, so the sizes that it states are only believed as limits, and
 * what points out of a folder is refused.
 */

/** Bytes of the whole file: its content may not be more than a theme has, packed or not. */
export const mostZipBytes = mostThemeBytes + 10 * 1024 * 1024

/** Folders are entries, too. */
const mostEntries = 2 * mostThemeFiles

/** What is in a ZIP file. */
export interface ZipContent {
  /** The file that tells which folder is the theme's. */
  mark: string
  /** Null or 0: such a file is named, and not read. */
  mostBytesOf(path: string): number | null
}

const ofTheme: ZipContent = { mark: 'theme.json', mostBytesOf }

/** The files by their paths, without a folder around them all; or why it cannot be read. */
export async function readZip(
  zip: Buffer,
  content: ZipContent = ofTheme,
): Promise<Result<Map<string, Buffer>, string>> {
  try {
    const file = await fromBufferPromise(zip, { decodeStrings: false, validateEntrySizes: true })
    return ok(await filesIn(file, content))
  } catch (error) {
    if (error instanceof ZipFault) return no(error.message)
    const said = error instanceof Error ? error.message : String(error)
    return no(said.startsWith('End of central directory') ? 'it is no ZIP file' : `it is damaged: ${said}`)
  }
}

class ZipFault extends Error {}

/** An entry of the list, with its name in letters. */
interface Listed {
  path: string
  entry: Entry
}

async function filesIn(
  zip: ZipFile,
  { mark, mostBytesOf: mostOf }: ZipContent,
): Promise<Map<string, Buffer>> {
  const entries = (await entriesOf(zip)).filter(isOfTheme)
  const around = folderAround(
    entries.map(({ path }) => path),
    mark,
  )
  const files = new Map<string, Buffer>()
  let left = mostThemeBytes
  for (const listed of entries) {
    const path = listed.path.slice(around.length)
    if (files.has(path)) throw new ZipFault(`${listed.path} is in it twice`)
    if (files.size >= mostThemeFiles) throw new ZipFault(`it has more than ${mostThemeFiles} files`)
    const content = await contentOf(zip, listed, mostOf(path) ?? 0)
    left -= content.byteLength
    if (left < 0) throw new ZipFault(`it has more than ${mostThemeBytes / 1024 / 1024} MB unpacked`)
    files.set(path, content)
  }
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function entriesOf(zip: ZipFile): Promise<Listed[]> {
  if (zip.entryCount > mostEntries)
    throw new ZipFault(`it has ${zip.entryCount} entries; a theme has at most ${mostThemeFiles} files`)
  const entries: Listed[] = []
  for await (const entry of zip.eachEntry()) entries.push({ path: nameOf(entry), entry })
  return entries
}

/** Some systems write UTF-8 without saying so: a name that is valid UTF-8 is read as UTF-8. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  return isUtf8(fileNameRaw)
    ? fileNameRaw.toString('utf8')
    : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
}

/** Whether it is a file of the theme: folders are none, nor what systems and editors leave. Throws for what may not be. */
function isOfTheme({ path, entry }: Listed): boolean {
  const steps = path.split('/')
  if (path.startsWith('/') || /[\\:\0]/.test(path) || steps.includes('..') || steps.includes('.'))
    throw new ZipFault(`${JSON.stringify(path)} leads out of the folder of the theme`)
  // Of the file in Unix; 0 where another system made it.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    throw new ZipFault(`${path} is a link or a device: a theme has files alone`)
  const isLeft = steps.some((step) => step.startsWith('.')) || steps[0] === '__MACOSX' || path.endsWith('~')
  return !path.endsWith('/') && !isLeft
}

/** `my-theme/`, where all files are in that; `` where they are in none. */
function folderAround(paths: readonly string[], mark: string): string {
  if (paths.includes(mark)) return ''
  const themes = paths.filter(
    (path) => path.endsWith(`/${mark}`) && path.indexOf('/') === path.length - mark.length - 1,
  )
  const folder = themes.length === 1 ? themes[0]!.slice(0, -mark.length) : ''
  return paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/** @param most bytes; a file of more is read to one more, which is enough to refuse it */
async function contentOf(zip: ZipFile, { path, entry }: Listed, most: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ZipFault(`${path} is encrypted`)
  if (!entry.canDecodeFileData())
    throw new ZipFault(`${path} is packed in a way that is not known here: use the usual one`)
  if (entry.uncompressedSize > most) return Buffer.alloc(most + 1)
  const content = await unpacked(zip, entry).catch(() => null)
  if (content === null) throw new ZipFault(`${path} is damaged, or larger than it says`)
  if (crc32(content) !== entry.crc32) throw new ZipFault(`${path} is damaged: its content is not what it was`)
  return content
}

/** It ends with an error at the size that the list stated, whatever there is. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  // A later error has no listener, and would end the program.
  stream.on('error', () => {})
  return buffer(stream)
}
