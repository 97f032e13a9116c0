import { weave } from './cloth.ts'
import { lit } from './color.ts'
import { ellipse, fill, linear, right, slab, soft, stroke, tube } from './ink.ts'
import { materials, type Studio } from './studio.ts'

/** A market bag that stands by itself. */
export function bag(s: Studio): void {
  s.shadow(600, 812, 400, 66, 0.75)
  s.shadow(506, 800, 260, 40, 1.2)
  const c = s.tint
  const hide = c.l < 0.5 ? { l: 0.6, c: 0.08, h: 58 } : { l: 0.46, c: 0.07, h: 50 }
  tube(s.ink, 'M396 440C390 190 610 190 604 440', 20, lit(hide, 0.5), 'butt')
  fill(
    s.ink,
    'M262 410Q500 384 738 410L730 470H270Z',
    linear(s.ink, [
      [0, lit(c, -0.4)],
      [1, lit(c, 0.2)],
    ]),
  )
  const d = 'M260 412Q380 436 500 436T740 412L782 760Q784 802 744 804Q500 818 256 804Q216 802 218 760Z'
  soft(s.ink, d, c, 24)
  weave(s, d, c, 10)
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0.7, lit(c, -0.4), 0],
        [0.86, lit(c, -0.4), 0.12],
        [1, lit(c, -0.4), 0.42],
      ],
      right,
    ),
  )
  stroke(s.ink, 'M266 440Q380 462 500 462T734 440', lit(c, -0.2), 3, { opacity: 0.7, dash: '11 8' })
  tube(s.ink, 'M370 520C356 170 644 170 630 520', 22, hide, 'butt')
  for (const x of [370, 630]) {
    fill(
      s.ink,
      slab(x - 18, 486, 36, 96, [6, 6, 16, 16]),
      linear(
        s.ink,
        [
          [0, lit(hide, 1.1)],
          [1, lit(hide, 0.5)],
        ],
        [0, 0, 1, 1],
      ),
    )
    stroke(s.ink, slab(x - 12, 494, 24, 80, [4, 4, 12, 12]), lit(materials.linen, 0.9), 2, {
      dash: '7 5',
      opacity: 0.8,
    })
    ellipse(s.ink, x, 512, 5.5, 5.5, lit(materials.brass, 1.1))
  }
  fill(
    s.ink,
    slab(452, 640, 96, 56, 4),
    linear(s.ink, [
      [0, lit(hide, 1.05)],
      [1, lit(hide, 0.65)],
    ]),
  )
  stroke(s.ink, 'M474 668H526', lit(materials.brass, 1.1), 4)
}
