import { lit, pale, type Color } from './color.ts'
import { disc, ellipse, face, fill, inside, linear, n, polygon, radial, stroke } from './ink.ts'
import { lathe, top, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** Ball, cone, arch and block: a still life for whatever has no picture and no name that we know. */
export function generic(s: Studio): void {
  const c = s.tint
  const plaster = pale(c, c.l > 0.8 ? 0.95 : 0.9)
  const deep =
    c.l > 0.75 ? { l: 0.62, c: 0.075, h: 48 } : { l: Math.min(0.74, c.l + 0.2), c: c.c * 0.75, h: c.h }
  s.shadow(560, 800, 470, 76, 0.8)
  fill(
    s.ink,
    'M284 770V480A136 136 0 0 1 556 480V770H488V480A68 68 0 0 0 352 480V770Z',
    linear(
      s.ink,
      [
        [0, lit(plaster, 1.05)],
        [1, lit(plaster, 0.62)],
      ],
      [0, 0, 1, 0.5],
    ),
  )
  fill(s.ink, 'M352 480A68 68 0 0 1 488 480V770H470V486A60 60 0 0 0 352 486Z', lit(plaster, 0.2), 0.75)
  face(
    s.ink,
    [
      [560, 596],
      [754, 596],
      [754, 790],
      [560, 790],
    ],
    deep,
    0.92,
    0.2,
  )
  fill(
    s.ink,
    polygon([
      [584, 570],
      [736, 570],
      [754, 596],
      [560, 596],
    ]),
    lit(deep, 1.15),
  )
  const cone: Turned = {
    cx: 658,
    rings: [
      [1, 356, 'sharp'],
      [84, 582, 'sharp'],
    ],
    tilt: 0.16,
    color: plaster,
  }
  s.shadow(690, 588, 100, 16, 1)
  lathe(s.ink, cone)
  s.shadow(470, 806, 200, 34, 1.2)
  ellipse(
    s.ink,
    424,
    690,
    122,
    122,
    radial(
      s.ink,
      [
        [0, lit({ ...c, l: Math.min(0.98, c.l + 0.07) }, 1.2)],
        [0.35, lit(c, 1)],
        [0.75, lit(c, 0.45)],
        [0.95, lit(c, 0.05)],
        [1, lit(c, 0.2)],
      ],
      0.34,
      0.3,
      0.78,
    ),
  )
  const puck: Turned = {
    cx: 606,
    rings: [
      [58, 786, 'sharp'],
      [58, 822],
    ],
    tilt: 0.26,
    color: materials.brass,
    gloss: 0.4,
  }
  s.shadow(640, 836, 100, 18, 1)
  lathe(s.ink, puck)
  top(s.ink, puck)
}

export function ball(s: Studio): void {
  const c = s.tint
  s.shadow(600, 800, 360, 58, 0.75)
  s.shadow(506, 790, 170, 34, 1.3)
  ellipse(
    s.ink,
    500,
    570,
    226,
    226,
    radial(
      s.ink,
      [
        [0, lit({ ...c, l: Math.min(0.98, c.l + 0.06) }, 1.2)],
        [0.35, lit(c, 1)],
        [0.75, lit(c, 0.5)],
        [0.95, lit(c, 0.08)],
        [1, lit(c, 0.25)],
      ],
      0.35,
      0.3,
      0.76,
    ),
  )
  const seam = c.l > 0.55 ? { l: 0.34, c: c.c * 0.6, h: c.h } : { l: 0.86, c: 0.03, h: c.h }
  inside(s.ink, disc(500, 570, 226), () => {
    for (const d of [
      'M274 560C380 500 620 500 726 590',
      'M470 344C420 440 430 700 520 796',
      'M330 400C420 470 430 660 318 720',
      'M660 408C590 480 590 660 690 700',
    ]) {
      stroke(s.ink, d, lit(c, -1), 11, { opacity: 0.16 })
      stroke(s.ink, d, seam, 5, { opacity: 0.85 })
    }
  })
}

/** Three pieces of fruit on the table. */
export function fruit(s: Studio): void {
  s.shadow(560, 800, 420, 60, 0.75)
  const piece = (x: number, y: number, r: number, color: Color, squash: number): void => {
    s.shadow(x + r * 0.3, y + r * 0.86, r * 1.2, r * 0.22, 1.1)
    const d = `M${x} ${n(y - r * 0.72)}C${n(x + r * 0.5)} ${n(y - r * 1.06 * squash)} ${n(x + r * 1.08)} ${n(y - r * 0.6)} ${n(x + r)} ${n(y + r * 0.1)}C${n(x + r * 0.9)} ${n(y + r * 0.8)} ${n(x + r * 0.4)} ${n(y + r)} ${x} ${n(y + r * 0.88)}C${n(x - r * 0.4)} ${n(y + r)} ${n(x - r * 0.9)} ${n(y + r * 0.8)} ${n(x - r)} ${n(y + r * 0.1)}C${n(x - r * 1.08)} ${n(y - r * 0.6)} ${n(x - r * 0.5)} ${n(y - r * 1.06 * squash)} ${x} ${n(y - r * 0.72)}Z`
    fill(
      s.ink,
      d,
      radial(
        s.ink,
        [
          [0, lit({ ...color, l: Math.min(0.97, color.l + 0.1) }, 1.2)],
          [0.35, lit(color, 1)],
          [0.8, lit(color, 0.4)],
          [1, lit(color, 0.15)],
        ],
        0.34,
        0.32,
        0.76,
      ),
    )
    ellipse(s.ink, x, y - r * 0.7, r * 0.3, r * 0.09, lit(color, -0.4), 0.4)
    stroke(
      s.ink,
      `M${x} ${n(y - r * 0.68)}Q${n(x + 4)} ${n(y - r * 0.95)} ${n(x + r * 0.14)} ${n(y - r * 1.12)}`,
      materials.walnut,
      r * 0.07,
    )
  }
  const near = { l: s.tint.l * 0.5 + 0.34, c: Math.max(0.09, s.tint.c), h: s.tint.h }
  piece(620, 620, 128, { ...near, h: near.h + 34, l: 0.74 }, 1)
  piece(400, 600, 150, near, 1)
  piece(536, 700, 108, { l: 0.8, c: 0.12, h: 92 }, 0.9)
}
