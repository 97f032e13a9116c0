import { brotliDecompressSync } from 'node:zlib'

/*
 * The container of a WOFF2 file (W3C, WOFF File Format 2.0): which tables are in it, and their bytes. Glyphs stay as
 * they are packed: nothing here draws.
 */

/** Why a file is no font that a page could use, for whoever gave it. */
export class NoFont extends Error {}

export interface Table {
  data: Buffer
  /** It is packed in a way of its own that WOFF2 has for this table. */
  isPacked: boolean
}

export type Tables = ReadonlyMap<string, Table>

/** Bytes of all tables: a file of 100 KB that unpacks to more is made to fill the memory. */
const mostUnpacked = 8 * 1024 * 1024
const headerSize = 48

/** In the order of their numbers in the file. */
const knownTags =
  `cmap head hhea hmtx maxp name OS/2 post cvt\u0020 fpgm glyf loca prep CFF\u0020 VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG\u0020 sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill`.match(
    /\S{4}|\S{3} /g,
  )!

/** Throws {@link NoFont}. */
export function readWoff2(file: Buffer): Tables {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new NoFont(otherFormat(file))
  try {
    return unpack(file)
  } catch (error) {
    if (error instanceof NoFont) throw error
    // Offsets beyond the end, packed data that is none: read errors of Node.
    throw new NoFont('it is damaged: export it once more')
  }
}

function otherFormat(file: Buffer): string {
  const name = otherFormats.get(file.toString('latin1', 0, 4)) ?? 'no font'
  return `it is ${name}: a face is a WOFF2 file`
}

/** By the first four bytes. */
const otherFormats: ReadonlyMap<string, string> = new Map([
  ['wOFF', 'WOFF 1'],
  ['OTTO', 'OpenType'],
  ['\0\u0001\0\0', 'TrueType'],
  ['true', 'TrueType'],
  ['ttcf', 'a collection of fonts'],
])

function unpack(file: Buffer): Tables {
  if (file.toString('latin1', 4, 8) === 'ttcf')
    throw new NoFont('it is a collection of fonts: a face is a file with one')
  const count = file.readUInt16BE(12)
  const packedSize = file.readUInt32BE(20)
  const directory = readDirectory(file, count)
  const size = directory.entries.reduce((sum, { length }) => sum + length, 0)
  if (size > mostUnpacked) throw new NoFont('it unpacks to more than 8 MB: leave letters out')
  const packed = file.subarray(directory.end, directory.end + packedSize)
  const data = brotliDecompressSync(packed, { maxOutputLength: Math.max(1, size) })
  if (data.length !== size) throw new NoFont('it is damaged: export it once more')
  let offset = 0
  const tables = new Map<string, Table>()
  for (const { tag, length, isPacked } of directory.entries) {
    tables.set(tag, { data: data.subarray(offset, offset + length), isPacked })
    offset += length
  }
  return tables
}

interface Entry {
  tag: string
  length: number
  isPacked: boolean
}

function readDirectory(file: Buffer, count: number): { entries: Entry[]; end: number } {
  let at = headerSize
  const number = (): number => {
    let value = 0
    for (let index = 0; index < 5; index += 1) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new NoFont('it is damaged: export it once more')
  }
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    const flags = file.readUInt8(at++)
    const isNamed = (flags & 0x3f) === 0x3f
    const tag = isNamed ? file.toString('latin1', at, at + 4) : knownTags[flags & 0x3f]!
    if (isNamed) at += 4
    const length = number()
    // For outlines the number 3 means as they are, for all other tables 0 does.
    const way = flags >> 6
    const isPacked = tag === 'glyf' || tag === 'loca' ? way !== 3 : way !== 0
    entries.push({ tag, length: isPacked ? number() : length, isPacked })
  }
  return { entries, end: at }
}
