import { lit } from './color.ts'
import { ellipse, fill, inside, linear, n, radial, right, stroke } from './ink.ts'
import { between, glow, lathe, mouth, strip, top, type Ring, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** Where things on the table stand. */
const base = 772

export function candle(s: Studio): void {
  const body: Turned = {
    cx: 500,
    rings: [
      [136, 500],
      [136, 510],
      [134, 640],
      [132, 735],
      [120, base - 6, 'sharp'],
      [112, base],
    ],
    tilt: 0.2,
    color: s.tint,
    gloss: 0.45,
  }
  s.shadow(600, base + 16, 340, 62, 0.7)
  s.shadow(508, base + 12, 160, 38, 1.2)
  glow(s.ink, 500, 400, 360, 330, materials.lamplight, 0.75)
  lathe(s.ink, body)
  mouth(s.ink, body, 8, materials.wax)
  inside(s.ink, 'M366 476H634V500A134 26 0 0 1 366 500Z', () => {
    ellipse(
      s.ink,
      500,
      512,
      126,
      24,
      radial(s.ink, [
        [0, { l: 0.985, c: 0.05, h: 88 }],
        [0.5, { l: 0.95, c: 0.05, h: 82 }],
        [1, { l: 0.84, c: 0.045, h: 75 }],
      ]),
    )
  })
  const label = between({ ...body, rings: body.rings.slice(0, 4) }, 596, 700)
  fill(
    s.ink,
    strip(label, -38, 38),
    linear(
      s.ink,
      [
        [0, lit(materials.paper, 1)],
        [1, lit(materials.paper, 0.78)],
      ],
      right,
    ),
  )
  for (const [y, w] of [
    [632, 60],
    [652, 34],
  ] as const)
    stroke(s.ink, `M${500 - w / 2} ${y + 26}q${w / 2} 2 ${w} 0`, lit(s.tint, s.tint.l > 0.75 ? -1 : 0.4), 4, {
      opacity: 0.75,
    })
  stroke(s.ink, 'M500 512Q498 490 501 470', { l: 0.25, c: 0.01, h: 60 }, 5)
  flame(s, 500, 476)
}

function flame(s: Studio, x: number, y: number): void {
  glow(s.ink, x, y - 36, 90, 110, { l: 0.94, c: 0.11, h: 80 }, 0.7)
  const d = (w: number, h: number): string =>
    `M${x} ${n(y + 4)}C${n(x - w)} ${n(y - h * 0.1)} ${n(x - w * 0.7)} ${n(y - h * 0.5)} ${x} ${n(y - h)}C${n(x + w * 0.7)} ${n(y - h * 0.5)} ${n(x + w)} ${n(y - h * 0.1)} ${x} ${n(y + 4)}Z`
  fill(
    s.ink,
    d(24, 92),
    linear(s.ink, [
      [0, { l: 0.88, c: 0.14, h: 72 }],
      [0.7, { l: 0.95, c: 0.1, h: 88 }],
      [1, { l: 0.8, c: 0.1, h: 70 }],
    ]),
  )
  fill(s.ink, d(13, 56), { l: 0.985, c: 0.03, h: 95 }, 0.9)
}

export function bottle(s: Studio): void {
  const rings: Ring[] = [
    [44, 366, 'sharp'],
    [44, 404],
    [58, 424],
    [118, 462],
    [132, 510],
    [132, 600],
    [132, 730],
    [120, base - 6, 'sharp'],
    [112, base],
  ]
  const body: Turned = { cx: 500, rings, tilt: 0.18, color: s.tint, gloss: 0.9 }
  s.shadow(600, base + 16, 330, 60, 0.72)
  s.shadow(508, base + 12, 156, 36, 1.2)
  lathe(s.ink, body)
  const label = between(
    {
      ...body,
      rings: [
        [132, 510],
        [132, 730],
      ],
    },
    540,
    690,
  )
  fill(
    s.ink,
    strip(label, -44, 44),
    linear(
      s.ink,
      [
        [0, lit(materials.paper, 1)],
        [0.4, lit(materials.paper, 1.02)],
        [1, lit(materials.paper, 0.72)],
      ],
      right,
    ),
  )
  const print = { ...materials.iron, l: 0.42 }
  stroke(s.ink, 'M456 600q44 5 88 0', print, 7, { cap: 'butt' })
  for (const y of [632, 650, 668])
    stroke(s.ink, `M${468 + (y % 4) * 4} ${y}q32 4 ${64 - (y % 4) * 8} 0`, print, 2.6, { opacity: 0.6 })
  const dark = s.tint.l < 0.45
  const cap: Turned = {
    cx: 500,
    rings: [
      [50, 268, 'sharp'],
      [50, 374],
    ],
    tilt: 0.18,
    color: dark ? materials.brass : materials.iron,
    gloss: 0.7,
  }
  lathe(s.ink, cap)
  top(s.ink, cap)
}

export function jar(s: Studio): void {
  const body: Turned = {
    cx: 500,
    rings: [
      [150, 560, 'sharp'],
      [166, 576],
      [168, 620],
      [166, 720],
      [150, base - 4, 'sharp'],
      [140, base],
    ],
    tilt: 0.22,
    color: s.tint,
    gloss: 0.8,
  }
  const lid: Turned = {
    cx: 500,
    rings: [
      [160, 492, 'sharp'],
      [164, 500],
      [164, 566],
    ],
    tilt: 0.22,
    color: materials.oak,
    gloss: 0.15,
  }
  s.shadow(600, base + 18, 380, 66, 0.72)
  s.shadow(508, base + 14, 190, 44, 1.2)
  lathe(s.ink, body)
  const label = between(
    {
      ...body,
      rings: [
        [168, 620],
        [166, 720],
      ],
    },
    622,
    716,
  )
  fill(s.ink, strip(label, -30, 30), lit(materials.paper, 0.98))
  stroke(s.ink, 'M462 684q38 4 76 0', { ...materials.iron, l: 0.42 }, 6, { cap: 'butt' })
  stroke(s.ink, 'M474 708q26 3 52 0', { ...materials.iron, l: 0.42 }, 2.6, { opacity: 0.6 })
  lathe(s.ink, lid)
  top(s.ink, lid)
  for (const k of [0.35, 0.62, 0.84])
    stroke(
      s.ink,
      `M${n(500 - 160 * k)} 492A${n(160 * k)} ${n(35 * k)} 0 1 0 ${n(500 + 160 * k)} 492`,
      lit(materials.oak, 0.4),
      1.6,
      { opacity: 0.22 },
    )
}

export function tubeOfCream(s: Studio): void {
  s.shadow(590, base + 14, 320, 56, 0.72)
  s.shadow(506, base + 8, 130, 32, 1.2)
  const d = 'M366 262H634C632 420 606 590 596 680Q500 700 404 680C394 590 368 420 366 262Z'
  const edge = lit(s.tint, 0.45)
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 0.75)],
        [0.22, lit(s.tint, 1.1)],
        [0.45, lit(s.tint, 0.95)],
        [0.8, lit(s.tint, 0.5)],
        [1, lit(s.tint, 0.62)],
      ],
      right,
    ),
  )
  fill(
    s.ink,
    'M366 262H634L633 296Q500 304 367 296Z',
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.1)],
        [1, lit(s.tint, 0.6)],
      ],
      right,
    ),
  )
  for (let x = 376; x < 632; x += 9) stroke(s.ink, `M${x} 266V294`, edge, 1.6, { opacity: 0.35 })
  fill(s.ink, 'M404 330C412 450 430 560 440 640L452 642C436 540 426 440 424 330Z', materials.white, 0.4)
  const print = s.tint.l > 0.62 ? { ...materials.iron, l: 0.36 } : materials.paper
  stroke(s.ink, 'M450 430H550', print, 9, { cap: 'butt' })
  for (const y of [462, 482, 502]) stroke(s.ink, `M466 ${y}H534`, print, 3, { opacity: 0.65 })
  const cap: Turned = {
    cx: 500,
    rings: [
      [97, 678, 'sharp'],
      [92, base],
    ],
    tilt: 0.17,
    color: materials.rubber,
    gloss: 0.4,
  }
  lathe(s.ink, cap)
}
