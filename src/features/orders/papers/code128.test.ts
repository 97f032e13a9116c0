import { expect, it } from 'vitest'
import { code128, drawBarcode, quietZone } from './code128.ts'

const text = (widths: readonly number[]): string => widths.join('')

it('writes the pattern that the standard gives for a known text', () => {
  // Start B, "A", "B", check (104 + 33 + 2 × 34) mod 103 = 102, stop.
  expect(text(code128('AB'))).toBe('211214' + '111323' + '131123' + '411131' + '2331112')
})

it('has for each character eleven modules, of which an even number is black, and none twice', () => {
  const seen = new Set<string>()
  for (let value = 0; value <= 94; value++) {
    const widths = code128(String.fromCharCode(32 + value)).slice(6, 12)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(11)
    expect((widths[0]! + widths[2]! + widths[4]!) % 2).toBe(0)
    expect(widths.every((width) => width >= 1 && width <= 4)).toBe(true)
    seen.add(text(widths))
  }
  expect(seen.size).toBe(95)
})

it('refuses a letter that scanners would read as another', () => {
  expect(() => code128('é')).toThrow('cannot be written in Code 128 B')
  expect(() => code128('\n')).toThrow(RangeError)
})

it('draws only bars, side by side within its place, with white on both sides', () => {
  const bars: { x: number; width: number }[] = []
  const paper = { bar: (x: number, _y: number, width: number) => void bars.push({ x, width }) }
  drawBarcode(paper, 'K7M2N-9QXD4', { x: 100, y: 0, width: 200, height: 40, most: 5 })
  // Start, eleven letters and the check have three bars each; the stop has four.
  expect(bars).toHaveLength(13 * 3 + 4)
  const modules = 14 * 11 + 2
  const module = 200 / (modules + 2 * quietZone)
  expect(bars[0]!.x).toBeCloseTo(100 + quietZone * module)
  expect(bars.at(-1)!.x + bars.at(-1)!.width).toBeCloseTo(300 - quietZone * module)
  for (const [index, bar] of bars.entries())
    if (index > 0) expect(bar.x).toBeGreaterThan(bars[index - 1]!.x + bars[index - 1]!.width)
})
