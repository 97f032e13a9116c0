import { lit, type Color } from './color.ts'
import { ellipse, fill, linear, polygon, right } from './ink.ts'
import type { Studio } from './studio.ts'

/** A tapering leg from its top middle to its foot. */
export function leg(
  s: Studio,
  x: number,
  y: number,
  footX: number,
  footY: number,
  color: Color,
  wide = 26,
  thin = 16,
): void {
  const d = polygon([
    [x - wide / 2, y],
    [x + wide / 2, y],
    [footX + thin / 2, footY],
    [footX - thin / 2, footY],
  ])
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, lit(color, 0.85)],
        [0.3, lit(color, 1.08)],
        [0.65, lit(color, 0.72)],
        [1, lit(color, 0.3)],
      ],
      right,
    ),
  )
  ellipse(s.ink, footX, footY, thin / 2, thin / 6, lit(color, 0.3))
}
