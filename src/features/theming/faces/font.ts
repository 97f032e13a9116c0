import { advanceChange, type WeightAxis } from './advance-change.ts'
import { NoFont, readWoff2, type Table, type Tables } from './woff2.ts'

/*
 * The measures of a font that a stylesheet needs: heights, widths, the letters that it has, and its weights.
 */

/** Lengths are parts of the em. */
export interface Font {
  ascent: number
  descent: number
  lineGap: number
  /** The lightest and the heaviest; the same twice for a file of one weight. */
  weights: readonly [number, number]
  isVariable: boolean
  has(codePoint: number): boolean
  /**
   * How far a letter moves the next one, at a weight; of a letter that it does not have: of the sign shown in its
   * place.
   */
  advance(codePoint: number, weight: number): number
}

/** Reads a WOFF2 file. Throws `NoFont`. */
export function readFont(file: Buffer): Font {
  const tables = readWoff2(file)
  try {
    const font = fontOf(tables)
    // Widths are looked up when a stylesheet is made, which is too late to refuse the file.
    for (const weight of font.weights) for (const letter of letters) font.advance(letter, weight)
    return font
  } catch (error) {
    if (error instanceof NoFont) throw error
    throw new NoFont('it is damaged: export it once more')
  }
}

/** The ASCII letters whose widths are asked for. */
const letters = Array.from({ length: 95 }, (_, index) => 32 + index)

function fontOf(tables: Tables): Font {
  const [head, hhea, os2] = ['head', 'hhea', 'OS/2'].map((tag) => needed(tables, tag).data)
  const em = head!.readUInt16BE(18)
  if (em === 0) throw new NoFont('it has no size: export it once more')
  const glyphOf = glyphMap(needed(tables, 'cmap').data)
  const widths = advanceWidths(needed(tables, 'hmtx'), hhea!.readUInt16BE(34))
  const axis = weightAxis(tables)
  const usual = os2!.readUInt16BE(4)
  return {
    ...heights(hhea!, os2!, em),
    weights: axis === null ? [usual, usual] : [axis.min, axis.max],
    isVariable: axis !== null,
    has: (codePoint) => glyphOf(codePoint) !== 0,
    advance(codePoint, weight) {
      const glyph = glyphOf(codePoint)
      const width = widths[Math.min(glyph, widths.length - 1)]!
      return (width + (axis === null ? 0 : advanceChange(tables, glyph, axis, weight))) / em
    },
  }
}

function needed(tables: Tables, tag: string): Table {
  const table = tables.get(tag)
  if (table === undefined) throw new NoFont(`it has no table ${tag.trim()}: export it once more`)
  return table
}

/** As browsers choose them: by OS/2 where that says so, else by hhea. */
function heights(hhea: Buffer, os2: Buffer, em: number): Pick<Font, 'ascent' | 'descent' | 'lineGap'> {
  const isTypographic = (os2.readUInt16BE(62) & 0x80) !== 0
  const [table, at] = isTypographic ? [os2, 68] : [hhea, 4]
  return {
    ascent: table.readInt16BE(at) / em,
    descent: -table.readInt16BE(at + 2) / em,
    lineGap: table.readInt16BE(at + 4) / em,
  }
}

function advanceWidths({ data, isPacked }: Table, count: number): number[] {
  // Packed, it is a byte of flags and then the widths alone; otherwise each has a side bearing after it.
  const [start, step] = isPacked ? [1, 2] : [0, 4]
  if (count === 0) throw new NoFont('it has no letters: export it once more')
  return Array.from({ length: count }, (_, index) => data.readUInt16BE(start + index * step))
}

function weightAxis(tables: Tables): WeightAxis | null {
  const fvar = tables.get('fvar')?.data
  if (fvar === undefined) return null
  const [offset, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  for (let index = 0; index < count; index += 1) {
    const at = offset + index * size
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    const [min, usual, max] = [4, 8, 12].map((more) => fvar.readInt32BE(at + more) / 65_536)
    return { index, count, min: min!, usual: usual!, max: max! }
  }
  return null
}

/** Code point → number of the glyph; 0 where the font has none. */
function glyphMap(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2)
  const found = Array.from({ length: count }, (_, index) => {
    const at = 4 + index * 8
    const [platform, encoding] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + 2)]
    const table = cmap.subarray(cmap.readUInt32BE(at + 4))
    return { isUnicode: platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10)), table }
  }).filter(({ isUnicode, table }) => isUnicode && [4, 12].includes(table.readUInt16BE(0)))
  // The one of all planes first.
  const [best] = found.toSorted((a, b) => b.table.readUInt16BE(0) - a.table.readUInt16BE(0))
  if (best === undefined) throw new NoFont('it does not say which letters it has: export it once more')
  return best.table.readUInt16BE(0) === 12 ? byGroups(best.table) : bySegments(best.table)
}

/** Format 12. */
function byGroups(table: Buffer): (codePoint: number) => number {
  const count = table.readUInt32BE(12)
  return (codePoint) => {
    for (let index = 0; index < count; index += 1) {
      const at = 16 + index * 12
      const [first, last] = [table.readUInt32BE(at), table.readUInt32BE(at + 4)]
      if (codePoint >= first && codePoint <= last) return table.readUInt32BE(at + 8) + codePoint - first
    }
    return 0
  }
}

/** Format 4. */
function bySegments(table: Buffer): (codePoint: number) => number {
  const size = table.readUInt16BE(6)
  const [ends, starts] = [14, 16 + size]
  return (codePoint) => {
    for (let at = 0; at < size; at += 2) {
      if (codePoint > table.readUInt16BE(ends + at)) continue
      const start = table.readUInt16BE(starts + at)
      if (codePoint < start) return 0
      const change = table.readInt16BE(starts + size + at)
      const where = starts + size * 2 + at
      const offset = table.readUInt16BE(where)
      if (offset === 0) return (codePoint + change) & 0xffff
      const glyph = table.readUInt16BE(where + offset + (codePoint - start) * 2)
      return glyph === 0 ? 0 : (glyph + change) & 0xffff
    }
    return 0
  }
}
