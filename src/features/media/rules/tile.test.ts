import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawTile, readTile, tileGround, tileKey, tintOf, type Tile } from './tile.ts'

const tile: Tile = { tint: '#b98468', icon: 'product' }

async function pixelsOf(
  svg: string,
): Promise<{ width: number; height: number; at: (x: number, y: number) => string }> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return {
    width,
    height,
    at: (x, y) => `#${data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex')}`,
  }
}

/** How far apart two colours of a tile are: the greatest difference of a channel. */
function difference(one: string, other: string): number {
  const channels = (color: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const [a, b] = [channels(one), channels(other)]
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]!)))
}

describe('a tile', () => {
  it.each([
    [120, 120],
    [240, 126],
  ])('of %d × %d pixels is one ground to its edges, with a sign in the middle', async (width, height) => {
    const svg = drawTile(tile, width, height)
    expect(svg).not.toMatch(/NaN|undefined|<filter|<image|<text|<style|<script|href|&/)
    const pixels = await pixelsOf(svg)
    expect([pixels.width, pixels.height]).toEqual([width, height])
    const ground = tileGround(tile)
    for (const [x, y] of [
      [0, 0],
      [width - 1, 0],
      [0, height - 1],
      [width - 1, height - 1],
    ] as const)
      expect(pixels.at(x, y)).toBe(ground)
    const inked: [number, number][] = []
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (pixels.at(x, y) !== ground) inked.push([x, y])
    expect(inked.length).toBeGreaterThan(40)
    for (const [x, y] of inked) {
      expect(Math.abs(x - width / 2)).toBeLessThan(height * 0.12)
      expect(Math.abs(y - height / 2)).toBeLessThan(height * 0.12)
    }
  })

  it('is pale in any tint, and neutral without one', () => {
    for (const tint of ['#000000', '#ff0000', '#0000ff', '#2d323d', null])
      expect(difference(tileGround({ tint, icon: 'page' }), '#f3f2ef')).toBeLessThan(75)
    expect(
      difference(tileGround({ tint: '#8268b0', icon: 'page' }), tileGround({ tint: null, icon: 'page' })),
    ).toBeGreaterThan(8)
  })

  it('has an address of its own for each tint and sign', () => {
    const others: Tile[] = [
      tile,
      { ...tile, tint: null },
      { ...tile, tint: '#b98469' },
      { ...tile, icon: 'category' },
    ]
    expect(new Set(others.map(tileKey)).size).toBe(4)
    expect(tileKey({ ...tile })).toBe(tileKey(tile))
  })

  it('has not changed: if this fails you changed the drawing, so raise `drawing` in tile.ts and put the new hash here', () => {
    const all = createHash('sha256')
    for (const icon of ['product', 'category', 'page'] as const)
      all.update(drawTile({ ...tile, icon }, 24, 24))
    expect(tileKey(tile)).toBe('9c81627cb089fa0e')
    expect(all.digest('hex')).toBe('4d3bb826c4717031f18cfac4f57c46b4cc3b91f32830e8a321ecf1956912e8c5')
  })
})

describe('a tint', () => {
  it.each([
    ['#ABC', '#aabbcc'],
    [' Tan ', '#d2b48c'],
    ['rgb(91 63 163)', '#5b3fa3'],
    ['oat', null],
    ['', null],
    ['#12345', null],
    ['url(#d0)', null],
    ['#fff"/><script>', null],
    ['__proto__', null],
    ['constructor', null],
  ])('written %j is %j', (given, tint) => {
    expect(tintOf(given)).toBe(tint)
  })

  it('is read from a row as it was written, also from one that described a drawing', () => {
    expect(readTile(tile)).toEqual(tile)
    expect(readTile({ tint: null, icon: 'category' })).toEqual({ tint: null, icon: 'category' })
    expect(readTile({ motif: 'vase', color: '#a3b096', seed: 4 })).toEqual({
      tint: '#a3b096',
      icon: 'product',
    })
    expect(readTile({ tint: 'red"/><script>', icon: 'constructor' })).toEqual({ tint: null, icon: 'product' })
  })
})
