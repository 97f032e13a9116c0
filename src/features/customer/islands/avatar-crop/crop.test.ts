import { expect, it } from 'vitest'
import { middle, mostZoom, pushed, squareOf } from './crop.ts'

const wide = { width: 300, height: 200 }

it('is the largest square in the middle at first', () => {
  expect(squareOf(middle, wide)).toEqual({ x: 50, y: 0, size: 200 })
  expect(squareOf(middle, { width: 3, height: 1 })).toEqual({ x: 1, y: 0, size: 1 })
})

it('never lies beyond the edges', () => {
  for (const zoom of [1, 1.7, mostZoom])
    for (const across of [0, 0.33, 1])
      for (const down of [0, 0.77, 1]) {
        const { x, y, size } = squareOf({ across, down, zoom }, wide)
        expect([x >= 0, y >= 0, x + size <= 300, y + size <= 200]).toEqual([true, true, true, true])
      }
})

it('follows a push, up to the edge', () => {
  const right = pushed(middle, wide, { x: 0.1, y: 0.5 })
  expect(squareOf(right, wide)).toEqual({ x: 30, y: 0, size: 200 })
  expect(squareOf(pushed(right, wide, { x: 1, y: 0 }), wide)).toEqual({ x: 0, y: 0, size: 200 })
  expect(squareOf(pushed(right, wide, { x: -9, y: 0 }), wide)).toEqual({ x: 100, y: 0, size: 200 })
})
