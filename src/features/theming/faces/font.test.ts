import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readFont } from './font.ts'
import { usualWidth } from './stand-ins.ts'
import { NoFont } from './woff2.ts'

const fileOf = (path: string): Buffer => readFileSync(`faces/${path}/latin.woff2`)
const advances = (path: string, weight: number): number[] => {
  const font = readFont(fileOf(path))
  return [...'aegmw'].map((letter) => Math.round(font.advance(letter.codePointAt(0)!, weight) * 1000))
}

describe('a font file', () => {
  it('says how high its lines are, which weights it has, and which letters', () => {
    const variable = readFont(fileOf('hanken-grotesk'))
    expect(variable).toMatchObject({
      ascent: 1,
      descent: 0.303,
      lineGap: 0,
      weights: [400, 600],
      isVariable: true,
    })
    expect([...'aÅß€“1'].map((letter) => variable.has(letter.codePointAt(0)!))).not.toContain(false)
    expect([...'ęế的'].map((letter) => variable.has(letter.codePointAt(0)!))).not.toContain(true)
    expect(readFont(fileOf('newsreader'))).toMatchObject({
      ascent: 0.92,
      descent: 0.25,
      weights: [400, 400],
      isVariable: false,
    })
  })

  it('says how wide a letter is at a weight, as HarfBuzz does of the same file cut to that weight', () => {
    expect(advances('hanken-grotesk', 450)).toEqual([541, 540, 516, 831, 749])
    expect(advances('hanken-grotesk', 600)).toEqual([544, 541, 520, 838, 752])
    expect(advances('ysabeau-office', 400)).toEqual([454, 456, 483, 795, 727])
    expect(advances('figtree', 700)).toEqual([533, 554, 601, 872, 836])
    expect(advances('figtree', 900)).toEqual(advances('figtree', 700))
  })

  const good = fileOf('gabarito')
  const changed = (at: number, bytes: Buffer): Buffer => {
    const copy = Buffer.from(good)
    bytes.copy(copy, at)
    return copy
  }
  // The length of the first table, in seven bits a byte: it would fill the memory.
  const huge = changed(49, Buffer.from([0x8f, 0xff, 0xff, 0xff, 0x7f]))

  it.each([
    ['of the older format', Buffer.from('wOFF and more'), 'it is WOFF 1: a face is a WOFF2 file'],
    ['as designers have it', Buffer.from('OTTO and more'), 'it is OpenType: a face is a WOFF2 file'],
    [
      'as systems have it',
      Buffer.from('\0\u0001\0\0more', 'latin1'),
      'it is TrueType: a face is a WOFF2 file',
    ],
    ['that is a picture', Buffer.from('GIF89a'), 'it is no font: a face is a WOFF2 file'],
    ['that is empty', Buffer.alloc(0), 'it is no font: a face is a WOFF2 file'],
    [
      'of several fonts',
      changed(4, Buffer.from('ttcf')),
      'it is a collection of fonts: a face is a file with one',
    ],
    ['that was cut off', good.subarray(0, 9_000), 'it is damaged: export it once more'],
    ['that ends in its head', good.subarray(0, 20), 'it is damaged: export it once more'],
    [
      'whose letters were overwritten',
      changed(4_000, Buffer.alloc(400, 7)),
      'it is damaged: export it once more',
    ],
    ['that unpacks to gigabytes', huge, 'it unpacks to more than 8 MB: leave letters out'],
  ])('%s is refused, and says why', (_, content, reason) => {
    expect(() => readFont(content)).toThrow(new NoFont(reason))
  })

  it('with any byte turned round is refused, or says widths', () => {
    const variable = fileOf('hanken-grotesk')
    const outcomes = { refused: 0, read: 0 }
    for (let at = 48; at < variable.length; at += 61) {
      const copy = Buffer.from(variable)
      copy[at] = copy[at]! ^ 0xff
      try {
        const font = readFont(copy)
        for (const weight of [400, 500, 600])
          expect(Number.isFinite(usualWidth(font, weight)), `byte ${at}`).toBe(true)
        outcomes.read += 1
      } catch (error) {
        if (!(error instanceof NoFont)) throw error
        outcomes.refused += 1
      }
    }
    expect(outcomes.refused).toBeGreaterThan(100)
    expect(outcomes.read).toBeGreaterThan(0)
  })
})
