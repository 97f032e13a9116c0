import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, fromOklch, hex, mix, over, parseColor, toOklch } from './color.ts'

const read = (text: string): string | null => {
  const color = parseColor(text)
  return color && hex(color)
}

describe('reading', () => {
  // Reference values: the examples of CSS Color 4 and what Chromium computes.
  it.each([
    ['#5b3fa3', '#5b3fa3'],
    ['#FFF', '#ffffff'],
    ['#abcd', '#aabbcc'],
    ['#11223380', '#112233'],
    ['rgb(91, 63, 163)', '#5b3fa3'],
    ['rgb(91 63 163 / 50%)', '#5b3fa3'],
    ['rgb(100% 0% 0%)', '#ff0000'],
    ['rgba(0,0,0,.5)', '#000000'],
    ['hsl(120 100% 25%)', '#008000'],
    ['hsl(0.5turn, 100%, 50%)', '#00ffff'],
    ['hsl(-120deg 100% 50%)', '#0000ff'],
    ['lab(29.2345% 39.3825 20.0664)', '#7d2329'],
    ['lch(52.2345% 72.2 56.2)', '#c65d06'],
    ['oklab(0.59686 0.1009 0.1192)', '#c65d07'],
    ['oklch(59.69% 0.156 49.77)', '#c65d07'],
    ['RebeccaPurple', '#663399'],
    ['white', '#ffffff'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('keeps opacity apart', () => {
    expect(parseColor('#00000080')!.a).toBeCloseTo(0.502, 3)
    expect(parseColor('rgb(0 0 0 / 25%)')!.a).toBe(0.25)
    expect(parseColor('transparent')!.a).toBe(0)
  })

  it.each([
    '',
    '#12345',
    '#ggg',
    'currentcolor',
    'nope',
    'rgb(1 2)',
    'rgb(a b c)',
    'rgb(1 2 3 4 5)',
    'url(x)',
    'constructor',
    'toString(1 2 3)',
  ])('%j is no colour', (text) => {
    expect(parseColor(text)).toBeNull()
  })
})

describe('reckoning', () => {
  it('agrees with the WCAG examples', () => {
    expect(contrast(parseColor('#000')!, parseColor('#fff')!)).toBeCloseTo(21, 10)
    expect(contrast(parseColor('#777')!, parseColor('#fff')!)).toBeCloseTo(4.478, 3)
    expect(contrast(parseColor('#fff')!, parseColor('#777')!)).toBeCloseTo(4.478, 3)
  })

  it('mixes from one end to the other', () => {
    const [violet, paper] = [parseColor('#5b3fa3')!, parseColor('#fbfaf7')!]
    expect(hex(mix(violet, paper, 0))).toBe('#5b3fa3')
    expect(hex(mix(violet, paper, 1))).toBe('#fbfaf7')
    expect(hex(over({ ...violet, a: 0.5 }, paper))).toBe('#ab9dcd')
  })

  it('goes to OKLCH and back without loss, and never leaves what a screen can show', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255)
    fc.assert(
      fc.property(channel, channel, channel, (r, g, b) => {
        const color = { r, g, b, a: 1 }
        expect(hex(fromOklch(toOklch(color)))).toBe(hex(color))
      }),
    )
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (l, h) => {
          const { r, g, b } = fromOklch({ l, c: 0.4, h })
          expect([r, g, b].every((value) => value >= 0 && value <= 1)).toBe(true)
        },
      ),
    )
  })
})
