import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { colorOf, css, hexOf, namedTints } from './made/color.ts'
import { drawMade, drawShared, motifs, recipeKey } from './made.ts'

describe('a made picture', () => {
  it.each(motifs)('of a %s is a plain, bounded SVG with the thing in the middle', async (motif) => {
    const svg = drawMade({ motif, color: '#8268b0', seed: 3 }, 120)
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<filter|<image|<text|<style|<script|href|&/)
    expect(svg.length).toBeLessThan(140_000)
    const { data, info } = await sharp(Buffer.from(svg))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([120, 120])
    // The corners show the backdrop; somewhere in the middle there is something else.
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * 120 + x) * 3, (y * 120 + x) * 3 + 3),
    ]
    const backdrop = at(2, 2)
    let different = 0
    for (let y = 24; y < 96; y++) {
      for (let x = 24; x < 96; x++) {
        if (at(x, y).some((value, i) => Math.abs(value - (backdrop[i] ?? 0)) > 40)) different++
      }
    }
    expect(different).toBeGreaterThan(120)
  })

  it('is the same for the same recipe and another for another', () => {
    const recipe = { motif: 'vase', color: '#b98468', seed: 5 } as const
    expect(drawMade(recipe)).toBe(drawMade({ ...recipe }))
    const others = [
      { ...recipe, seed: 6 },
      { ...recipe, color: '#b98469' },
      { ...recipe, motif: 'mug' as const },
    ]
    for (const other of others) {
      expect(drawMade(other)).not.toBe(drawMade(recipe))
      expect(recipeKey(other)).not.toBe(recipeKey(recipe))
    }
    expect(recipeKey(recipe)).toMatch(/^[0-9a-f]{16}$/)
  })

  it('has not changed: if this fails you changed a drawing, so raise `drawing` in made.ts and put the new hash here', () => {
    const all = createHash('sha256')
    for (const motif of motifs)
      for (const seed of [0, 1, 2, 3, 5]) all.update(drawMade({ motif, color: '#a3b096', seed }))
    expect(recipeKey({ motif: 'vase', color: '#a3b096', seed: 0 })).toBe('0417a69feeab2286')
    expect(all.digest('hex')).toBe('1b512a8593f1d6d1c010ce0d2bf9a8d6bb7e0c114a7c2fb2a3112ca8c89bcbba')
  })

  it('shows its own colour', async () => {
    for (const color of ['#8268b0', '#b54a44', '#2f3f5c', '#efe4ce', '#6d8f66']) {
      const { data } = await sharp(Buffer.from(drawMade({ motif: 'ball', color, seed: 0 }, 100)))
        .extract({ left: 36, top: 42, width: 28, height: 28 })
        .resize(1, 1)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const seen = colorOf(`#${data.toString('hex')}`)
      const meant = colorOf(color)
      expect(Math.abs(seen.l - meant.l)).toBeLessThan(0.09)
      if (meant.c > 0.04) expect(Math.abs(seen.h - meant.h)).toBeLessThan(12)
    }
  })

  it('is turned round by some seeds, but never a dial', () => {
    const turned = (motif: 'mug' | 'clock', seed: number): boolean =>
      drawMade({ motif, color: '#8268b0', seed }).includes('matrix(-1 0 0 1 1000 0)')
    expect([turned('mug', 0), turned('mug', 4), turned('clock', 4)]).toEqual([false, true, false])
  })

  it('has a wide view whose edges are covered', async () => {
    const svg = drawShared({ motif: 'sofa', color: '#b98468', seed: 2 }, 240, 126)
    const { data, info } = await sharp(Buffer.from(svg))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([240, 126])
    const opacity = [0, 239, 125 * 240, 126 * 240 - 1].map((at) => data[at * 4 + 3])
    expect(opacity).toEqual([255, 255, 255, 255])
  })
})

describe('colours', () => {
  it('come back from OKLCH as they went in', () => {
    for (const hex of [
      '#000000',
      '#ffffff',
      '#8268b0',
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#123456',
      '#efe4ce',
    ]) {
      expect(css(colorOf(hex))).toBe(hex)
    }
  })

  it('that no screen can show keep their lightness', () => {
    const shown = colorOf(css({ l: 0.6, c: 0.4, h: 200 }))
    expect(shown.l).toBeCloseTo(0.6, 1)
    expect(shown.c).toBeLessThan(0.2)
  })

  it('are read from hex and names, and nothing else', () => {
    expect(hexOf('#ABC')).toBe('#aabbcc')
    expect(hexOf(' Sage ')).toBe('#a3b096')
    for (const bad of [
      '',
      '#12',
      '#12345',
      '#1234567',
      'url(#d0)',
      '#fff"/><script>',
      'rgb(0,0,0)',
      '__proto__',
      'constructor',
      'sage;',
    ]) {
      expect(hexOf(bad)).toBeNull()
    }
    for (const hex of namedTints.values()) expect(hexOf(hex)).toBe(hex)
  })
})
