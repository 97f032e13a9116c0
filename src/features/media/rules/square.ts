import type { Fields } from '#platform/server/form-fields.ts'

/**
 * A square of a picture that stands upright, in its pixels: `x` and `y` from its left and upper edge. `centre`: the
 * largest in its middle.
 */
export type Square = Readonly<{ x: number; y: number; size: number }> | 'centre'

/** The square that a form names in the fields `x`, `y` and `size`; the one in the middle where it names none. */
export function readSquare(fields: Fields): Square {
  const x = numberIn(fields['x'])
  const y = numberIn(fields['y'])
  const size = numberIn(fields['size'])
  return x === null || y === null || size === null || size === 0 ? 'centre' : { x, y, size }
}

function numberIn(values: readonly string[] | undefined): number | null {
  const text = values?.at(-1) ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Where a square lies in a picture of this size; one that does not lie within it is the one in the middle. */
export function squareIn(square: Square, width: number, height: number): Area {
  const most = Math.min(width, height)
  if (square !== 'centre' && square.x + square.size <= width && square.y + square.size <= height)
    return { left: square.x, top: square.y, width: square.size, height: square.size }
  return {
    left: Math.floor((width - most) / 2),
    top: Math.floor((height - most) / 2),
    width: most,
    height: most,
  }
}
