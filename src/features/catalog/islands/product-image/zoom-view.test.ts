import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contained, held, largest, moved, whole, zoomAt } from './zoom-view.ts'

const phone = { width: 400, height: 800 }
const square = { width: 400, height: 400 }

describe('enlarging', () => {
  it('keeps what lies under the finger under the finger', () => {
    expect(zoomAt(whole, { x: 100, y: -50 }, 2)).toEqual({ scale: 2, x: -100, y: 50 })
    const point = fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -400, max: 400 }),
    })
    const view = fc.record({
      scale: fc.double({ min: 1, max: largest, noNaN: true }),
      x: fc.integer({ min: -900, max: 900 }),
      y: fc.integer({ min: -900, max: 900 }),
    })
    fc.assert(
      fc.property(view, point, fc.double({ min: 0.2, max: 5, noNaN: true }), (before, at, factor) => {
        const after = zoomAt(before, at, factor)
        // The place on the picture that was under the point, in units of the whole picture.
        expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 6)
        expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 6)
      }),
    )
  })

  it('ends at the whole picture and where its pixels would show', () => {
    expect(zoomAt(whole, { x: 0, y: 0 }, 0.1).scale).toBe(1)
    expect(zoomAt({ scale: 4, x: 0, y: 0 }, { x: 0, y: 0 }, 9).scale).toBe(largest)
  })
})

describe('the picture in its window', () => {
  it('cannot be pushed out of it', () => {
    const pushed = moved({ scale: 2, x: 0, y: 0 }, { x: 900, y: -900 })
    // 800 wide in 400: 200 to each side. 800 high in 800: no way to go.
    expect(held(pushed, square, phone)).toEqual({ scale: 2, x: 200, y: 0 })
  })

  it('lies in the middle when it is whole', () => {
    expect(held({ scale: 1, x: 33, y: -12 }, square, phone)).toEqual(whole)
  })

  it('is as large as the window lets it be', () => {
    expect(contained({ width: 1600, height: 1600 }, phone)).toEqual({ width: 400, height: 400 })
    expect(contained({ width: 100, height: 400 }, phone)).toEqual({ width: 200, height: 800 })
    expect(contained({ width: 0, height: 0 }, phone)).toEqual(phone)
  })
})
