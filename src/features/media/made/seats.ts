import { lit, mix } from './color.ts'
import { ellipse, face, fill, linear, n, polygon, slab, soft, stroke, tube } from './ink.ts'
import { lathe, top, type Turned } from './lathe.ts'
import { leg } from './leg.ts'
import { materials, type Studio } from './studio.ts'

export function stool(s: Studio): void {
  s.shadow(560, 818, 300, 60, 0.7)
  for (const [x, y] of [
    [352, 808],
    [648, 808],
    [440, 764],
    [578, 766],
  ] as const)
    s.shadow(x + 12, y + 4, 54, 14, 0.9)
  const wood = mix(materials.oak, s.tint, 0.12)
  leg(s, 455, 470, 438, 762, lit(wood, 0.5), 24, 15)
  leg(s, 550, 470, 570, 762, lit(wood, 0.5), 24, 15)
  stroke(s.ink, 'M398 640L604 640', lit(wood, 0.2), 13)
  leg(s, 398, 470, 346, 806, wood, 30, 18)
  leg(s, 602, 470, 654, 806, wood, 30, 18)
  tube(s.ink, 'M374 672H628', 14, wood)
  const seat: Turned = {
    cx: 500,
    rings: [
      [178, 430],
      [184, 440],
      [182, 462],
      [164, 478],
    ],
    tilt: 0.2,
    color: s.tint,
    gloss: 0.15,
  }
  lathe(s.ink, seat)
  top(s.ink, seat)
  ellipse(
    s.ink,
    505,
    434,
    140,
    25,
    linear(s.ink, [
      [0, lit(s.tint, 0.55)],
      [1, lit(s.tint, 1.05)],
    ]),
    0.5,
  )
}

export function chair(s: Studio): void {
  s.shadow(570, 826, 330, 64, 0.7)
  for (const [x, y] of [
    [340, 822],
    [668, 822],
    [398, 752],
    [610, 752],
  ] as const)
    s.shadow(x + 14, y + 2, 58, 14, 0.9)
  const c = s.tint
  leg(s, 398, 540, 392, 750, lit(c, 0.45), 24, 16)
  leg(s, 602, 540, 608, 750, lit(c, 0.45), 24, 16)
  tube(s.ink, 'M392 560C388 440 372 340 362 250', 25, c)
  tube(s.ink, 'M608 560C612 440 628 340 638 250', 25, c)
  const rail =
    'M344 226C430 252 570 252 656 226C664 262 664 300 656 330C570 356 430 356 344 330C336 300 336 262 344 226Z'
  soft(s.ink, rail, c, 14)
  tube(s.ink, 'M380 446C450 466 550 466 620 446', 20, c)
  stroke(s.ink, 'M368 680H632', lit(c, 0.3), 14)
  leg(s, 340, 600, 330, 820, c, 30, 18)
  leg(s, 660, 600, 670, 820, c, 30, 18)
  // The seat is woven of paper cord: four triangles that meet in the middle.
  const cord = { l: 0.84, c: 0.045, h: 82 }
  face(
    s.ink,
    [
      [318, 600],
      [682, 600],
      [678, 634],
      [322, 634],
    ],
    cord,
    0.55,
    0.25,
  )
  const corners = [
    [368, 530],
    [632, 530],
    [682, 602],
    [318, 602],
  ] as const
  fill(s.ink, polygon(corners), cord)
  const middle = [500, 566] as const
  for (const [i, light] of [0.7, 0.85, 1.05, 0.95].entries()) {
    const a = corners[i] ?? middle
    const b = corners[(i + 1) % 4] ?? middle
    fill(s.ink, polygon([a, b, middle]), lit(cord, light))
    for (let t = 0.08; t < 1; t += 0.105) {
      const at = (p: readonly [number, number]): string =>
        `${n(p[0] + (middle[0] - p[0]) * t)} ${n(p[1] + (middle[1] - p[1]) * t)}`
      stroke(s.ink, `M${at(a)}L${at(b)}`, lit(cord, -0.2), 1.8, { opacity: 0.34 })
    }
  }
  for (let x = 330; x < 680; x += 11) stroke(s.ink, `M${x} 606V632`, lit(cord, -0.2), 1.8, { opacity: 0.28 })
}

export function sofa(s: Studio): void {
  s.shadow(530, 806, 520, 66, 0.85)
  s.shadow(500, 792, 420, 34, 1)
  const c = s.tint
  for (const x of [176, 824]) leg(s, x, 740, x, 796, materials.oak, 22, 14)
  soft(s.ink, slab(150, 380, 700, 330, [70, 70, 20, 20]), lit(c, 0.72), 26)
  soft(s.ink, slab(168, 402, 334, 250, [56, 34, 30, 30]), c, 34)
  soft(s.ink, slab(498, 402, 334, 250, [34, 56, 30, 30]), c, 34)
  soft(s.ink, slab(150, 690, 700, 70, 18), lit(c, 0.45), 16)
  soft(s.ink, slab(176, 600, 328, 110, [34, 26, 22, 22]), { ...c, l: Math.min(0.97, c.l * 1.03) }, 26)
  soft(s.ink, slab(496, 600, 328, 110, [26, 34, 22, 22]), { ...c, l: Math.min(0.97, c.l * 1.03) }, 26)
  soft(s.ink, slab(88, 500, 116, 262, [56, 50, 26, 30]), c, 26)
  soft(s.ink, slab(796, 500, 116, 262, [50, 56, 30, 26]), lit(c, 0.86), 26)
  const pillow = mix(c, c.l > 0.7 ? materials.walnut : materials.linen, 0.62)
  s.ink.body.push('<g transform="rotate(9 700 530)">')
  soft(s.ink, 'M630 462Q700 476 772 460Q764 530 774 606Q700 594 628 608Q638 530 630 462Z', pillow, 22)
  s.ink.body.push('</g>')
}
