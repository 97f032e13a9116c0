import { lit, mix } from './color.ts'
import { ellipse, fill, linear, right, slab, soft, stroke, tube } from './ink.ts'
import { materials, type Studio } from './studio.ts'

export function headphones(s: Studio): void {
  const c = s.tint
  s.shadow(560, 800, 400, 56, 0.75)
  for (const x of [282, 718]) s.shadow(x + 20, 792, 120, 24, 1)
  tube(s.ink, 'M288 560C270 130 730 130 712 560', 34, lit(c, 0.8))
  stroke(s.ink, 'M350 300C420 200 580 200 650 300', lit(mix(c, materials.iron, 0.4), 0.3), 30)
  stroke(s.ink, 'M352 294C422 196 578 196 648 294', lit(mix(c, materials.iron, 0.3), 0.75), 22)
  for (const [x, side] of [
    [292, 1],
    [708, -1],
  ] as const) {
    tube(s.ink, `M${x - side * 8} 470V600`, 15, materials.steel)
    fill(
      s.ink,
      slab(x + (side > 0 ? 8 : -62), 508, 54, 236, 27),
      linear(
        s.ink,
        [
          [0, lit({ l: 0.3, c: 0.012, h: c.h }, 1.1)],
          [1, lit({ l: 0.3, c: 0.012, h: c.h }, 0.1)],
        ],
        side > 0 ? right : [1, 0, 0, 0],
      ),
    )
    soft(
      s.ink,
      slab(x - (side > 0 ? 72 : 20), 500, 92, 256, side > 0 ? [60, 26, 26, 60] : [26, 60, 60, 26]),
      c,
      22,
    )
    ellipse(s.ink, x - side * 42, 628, 7, 44, lit(c, -0.2), 0.4)
  }
}
