import type { Tables } from './woff2.ts'

/*
 * How much wider or narrower a letter of a variable font is at a weight: the tables HVAR and avar of OpenType, with all
 * other axes where the font has them by itself.
 */

export interface WeightAxis {
  /** Which of the font's axes it is, of how many. */
  index: number
  count: number
  min: number
  usual: number
  max: number
}

/** In units of the font. 0 for a font that keeps this with its outlines alone. */
export function advanceChange(tables: Tables, glyph: number, axis: WeightAxis, weight: number): number {
  const hvar = tables.get('HVAR')?.data
  if (hvar === undefined) return 0
  const place = placeOnAxis(tables.get('avar')?.data, axis, weight)
  if (place === 0) return 0
  const mapping = hvar.readUInt32BE(8)
  const [outer, inner] = mapping === 0 ? [0, glyph] : mapped(hvar.subarray(mapping), glyph)
  return changeIn(hvar.subarray(hvar.readUInt32BE(4)), outer, inner, (regions, region) =>
    scalarOf(regions, region, axis, place),
  )
}

/** From -1, the lightest, over 0, as the font is by itself, to 1. */
function placeOnAxis(
  avar: Buffer | undefined,
  { index, min, usual, max }: WeightAxis,
  weight: number,
): number {
  const held = Math.min(max, Math.max(min, weight))
  const span = held < usual ? usual - min : max - usual
  const place = span === 0 ? 0 : (held - usual) / span
  if (avar === undefined) return place
  let at = 8
  for (let axis = 0; axis < index; axis += 1) at += 2 + avar.readUInt16BE(at) * 4
  const points = Array.from({ length: avar.readUInt16BE(at) }, (_, point) =>
    [0, 2].map((more) => fraction(avar, at + 2 + point * 4 + more)),
  )
  const next = points.findIndex(([from]) => from! >= place)
  if (next < 0) return place
  const [end, endTo] = points[next]!
  if (next === 0 || end === place) return endTo!
  const [begin, beginTo] = points[next - 1]!
  return beginTo! + ((place - begin!) / (end! - begin!)) * (endTo! - beginTo!)
}

function mapped(table: Buffer, glyph: number): [outer: number, inner: number] {
  const [format, entry] = [table.readUInt8(0), table.readUInt8(1)]
  const [count, start] = format === 0 ? [table.readUInt16BE(2), 4] : [table.readUInt32BE(2), 6]
  const size = ((entry >> 4) & 3) + 1
  const bits = (entry & 0xf) + 1
  // Glyphs past the end are as the last one.
  const value = table.readUIntBE(start + Math.min(glyph, count - 1) * size, size)
  return [Math.floor(value / 2 ** bits), value % 2 ** bits]
}

/** @param scalar how much of a region's change holds; given the list of regions and the region's number */
function changeIn(
  store: Buffer,
  outer: number,
  inner: number,
  scalar: (regions: Buffer, region: number) => number,
): number {
  const regions = store.subarray(store.readUInt32BE(2))
  if (outer >= store.readUInt16BE(6)) return 0
  const data = store.subarray(store.readUInt32BE(8 + outer * 4))
  const [rows, wide, count] = [data.readUInt16BE(0), data.readUInt16BE(2), data.readUInt16BE(4)]
  if (inner >= rows) return 0
  const isLong = (wide & 0x8000) !== 0
  const wideCount = wide & 0x7fff
  const [wideSize, narrowSize] = isLong ? [4, 2] : [2, 1]
  let at = 6 + count * 2 + inner * (wideCount * wideSize + (count - wideCount) * narrowSize)
  let sum = 0
  for (let column = 0; column < count; column += 1) {
    const size = column < wideCount ? wideSize : narrowSize
    sum += data.readIntBE(at, size) * scalar(regions, data.readUInt16BE(6 + column * 2))
    at += size
  }
  return sum
}

function scalarOf(regions: Buffer, region: number, { index, count }: WeightAxis, place: number): number {
  let scalar = 1
  for (let axis = 0; axis < count; axis += 1) {
    const at = 4 + (region * count + axis) * 6
    const [start, peak, end] = [0, 2, 4].map((more) => fraction(regions, at + more))
    const here = axis === index ? place : 0
    if (peak === 0 || here === peak) continue
    if (here <= start! || here >= end!) return 0
    scalar *= here < peak! ? (here - start!) / (peak! - start!) : (end! - here) / (end! - peak!)
  }
  return scalar
}

/** A number of two bytes, 1 in 16,384. */
function fraction(table: Buffer, at: number): number {
  return table.readInt16BE(at) / 16_384
}
