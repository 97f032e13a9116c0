import { weave } from './cloth.ts'
import { lit, mix } from './color.ts'
import { down, fill, inside, linear, n, slab, soft, stroke, turned } from './ink.ts'
import { glow } from './lathe.ts'
import { leg } from './leg.ts'
import { materials, type Studio } from './studio.ts'

export function bed(s: Studio): void {
  s.shadow(530, 812, 540, 66, 0.85)
  const wood = s.tint.l > 0.72 ? materials.oak : materials.walnut
  fill(
    s.ink,
    slab(110, 330, 780, 420, [90, 90, 8, 8]),
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1)],
        [1, lit(s.tint, 0.6)],
      ],
      [0, 0, 0.7, 1],
    ),
  )
  for (const x of [305, 500, 695]) stroke(s.ink, `M${x} 336V600`, lit(s.tint, -0.2), 4, { opacity: 0.4 })
  for (const x of [150, 850]) leg(s, x, 760, x, 810, wood, 26, 18)
  fill(
    s.ink,
    slab(96, 722, 808, 56, 12),
    linear(s.ink, [
      [0, lit(wood, 1)],
      [1, lit(wood, 0.4)],
    ]),
  )
  const sheet = { l: 0.965, c: 0.008, h: 80 }
  soft(s.ink, slab(130, 600, 740, 134, [40, 40, 16, 16]), sheet, 22)
  soft(s.ink, 'M176 470Q310 452 446 470Q462 540 448 606Q310 622 174 606Q160 540 176 470Z', sheet, 30)
  soft(s.ink, 'M554 470Q690 452 824 470Q840 540 826 606Q690 622 552 606Q538 540 554 470Z', sheet, 30)
  const cover = mix(s.tint, materials.linen, s.tint.l > 0.8 ? 0.1 : 0.4)
  soft(
    s.ink,
    'M118 640Q310 606 500 622T882 640Q902 700 888 776Q700 790 500 780T112 776Q98 700 118 640Z',
    cover,
    30,
  )
  for (const [x, bend] of [
    [240, 20],
    [420, -16],
    [610, 18],
    [770, -14],
  ] as const)
    stroke(s.ink, `M${x} 652Q${x + bend} 710 ${x + bend / 2} 776`, lit(cover, -0.2), 7, { opacity: 0.12 })
  fill(
    s.ink,
    'M118 640Q310 606 500 622T882 640L884 664Q690 640 500 648T116 664Z',
    linear(
      s.ink,
      [
        [0, lit(sheet, 1)],
        [1, lit(sheet, 0.7)],
      ],
      down,
    ),
  )
}

/** A pillow that leans back: four drawn-out corners, piping, a zip nobody sees. */
export function cushion(s: Studio): void {
  s.shadow(590, 792, 400, 62, 0.75)
  s.shadow(504, 784, 270, 36, 1.1)
  turned(s.ink, 'rotate(-4 500 560)', () => {
    const d = 'M258 326Q500 356 742 322Q714 552 746 780Q500 756 254 784Q286 552 258 326Z'
    soft(s.ink, d, s.tint, 74, 0.8)
    inside(s.ink, d, () => {
      glow(s.ink, 420, 470, 300, 290, lit({ ...s.tint, l: Math.min(0.98, s.tint.l + 0.07) }, 1.2), 0.5)
      glow(s.ink, 700, 760, 260, 260, lit(s.tint, -0.2), 0.35)
    })
    weave(s, d, s.tint, 9)
    creases(s)
    stroke(s.ink, d, lit(s.tint, 0.25), 7)
    stroke(s.ink, d, lit({ ...s.tint, l: Math.min(0.97, s.tint.l + 0.05) }, 1.15), 3)
  })
}

function creases(s: Studio): void {
  for (const [x, y, dx, dy] of [
    [276, 346, 92, 74],
    [726, 342, -94, 78],
    [728, 758, -88, -82],
    [274, 762, 90, -80],
  ] as const) {
    for (const bend of [-0.5, 0.1, 0.7]) {
      const d = `M${x} ${y}q${n(dx * (0.5 + bend * 0.4))} ${n(dy * (0.4 - bend * 0.4))} ${n(dx * (0.9 + bend * 0.3))} ${n(dy * (1 - bend * 0.5))}`
      for (const width of [16, 10, 5]) stroke(s.ink, d, lit(s.tint, -0.4), width, { opacity: 0.04 })
    }
  }
}
