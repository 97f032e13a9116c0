import { lit, type Color } from './color.ts'
import { ellipse, fill, n, stroke, tube } from './ink.ts'
import { between, lathe, mouth, outline, type Ring, type Turned } from './lathe.ts'
import { leaf } from './plants.ts'
import { materials, type Studio } from './studio.ts'

/** Where things on the table stand. */
const base = 772

const vases: readonly (readonly Ring[])[] = [
  [
    [50, 268],
    [38, 300],
    [34, 350],
    [42, 420],
    [96, 500],
    [158, 590],
    [160, 680],
    [118, 752],
    [100, base],
  ],
  [
    [74, 372],
    [62, 392],
    [92, 428],
    [176, 494],
    [208, 584],
    [176, 684],
    [112, 756],
    [100, base],
  ],
  [
    [92, 330],
    [80, 352],
    [82, 382],
    [124, 452],
    [146, 545],
    [130, 660],
    [98, 748],
    [92, base],
  ],
]

export function vase(s: Studio): void {
  const rings = vases[Math.floor(s.dice() * vases.length)] ?? []
  const body: Turned = { cx: 500, rings, tilt: 0.19, color: s.tint, gloss: 0.5 }
  const [r, y] = rings[0] ?? [0, 0]
  s.shadow(590, base + 16, 330, 62, 0.7)
  s.shadow(510, base + 12, 150, 34, 1.2)
  lathe(s.ink, body)
  mouth(s.ink, body, 7)
  if (s.dice() < 0.7) stems(s, 500, y, r)
}

function stems(s: Studio, x: number, y: number, r: number): void {
  const lean = s.dice() < 0.5 ? 1 : -1
  const tall = Math.min(230, y - 60)
  for (const [side, height] of [
    [0.34 * lean, 1],
    [-0.5 * lean, 0.72],
  ] as const) {
    const tipX = x + side * 330
    const tipY = y - tall * height
    const start = x + side * r * 0.5
    const bend = start + side * 30
    tube(s.ink, `M${n(start)} ${n(y + r * 0.1)}Q${n(bend)} ${n((y + tipY) / 2)} ${n(tipX)} ${n(tipY)}`, 5, {
      ...materials.walnut,
      l: 0.5,
    })
    for (let i = 1; i <= 6; i++) {
      const t = i / 6
      const px = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * tipX
      const py = (1 - t) ** 2 * y + t * (1 - t) * (y + tipY) + t * t * tipY
      const turn = (i % 2 === 0 ? 58 : -58) + side * 70
      if (t > 0.25)
        leaf(s.ink, px, py, 54 - 20 * t, 26 - 8 * t, i === 6 ? side * 90 : turn, {
          ...materials.sage,
          l: 0.58 + 0.1 * t,
        })
    }
  }
}

export function carafe(s: Studio): void {
  const rings: Ring[] = [
    [54, 300],
    [46, 330],
    [48, 390],
    [86, 470],
    [148, 570],
    [156, 670],
    [134, 744],
    [118, base],
  ]
  const body: Turned = {
    cx: 450,
    rings,
    tilt: 0.19,
    color: { ...s.tint, l: Math.max(0.5, s.tint.l) },
    clear: 0.62,
  }
  const water = between(body, 560, base)
  s.shadow(560, base + 16, 330, 60, 0.55)
  s.shadow(460, base + 12, 160, 34, 1)
  const rim = ellipseRing(s, 450, 300, 54, 10, body.color)
  ellipse(s.ink, 450, base - 2, 112, 20, body.color, 0.5)
  fill(s.ink, outline(water), { ...body.color, c: body.color.c * 1.1 }, 0.32)
  const level = water.rings[0]?.[0] ?? 0
  ellipse(
    s.ink,
    450,
    560,
    level - 3,
    (level - 3) * 0.19,
    lit({ ...body.color, l: Math.min(0.97, body.color.l + 0.14) }, 1),
    0.65,
  )
  lathe(s.ink, body)
  rim()
  const ball: Turned = {
    cx: 450,
    rings: [
      [2, 196],
      [34, 206],
      [54, 238],
      [56, 262],
      [46, 290],
      [34, 300],
    ],
    tilt: 0.14,
    color: materials.oak,
    gloss: 0.15,
  }
  lathe(s.ink, ball)
  const cup: Turned = {
    cx: 690,
    rings: [
      [68, 590],
      [67, 600],
      [62, 690],
      [57, base + 14],
    ],
    tilt: 0.22,
    color: body.color,
    clear: 0.66,
  }
  s.shadow(740, base + 30, 150, 34, 0.7)
  const lip = ellipseRing(s, 690, 590, 68, 15, body.color)
  ellipse(s.ink, 690, base + 8, 54, 12, body.color, 0.5)
  fill(s.ink, outline(between(cup, 668, base + 14)), body.color, 0.3)
  ellipse(s.ink, 690, 668, 61, 13, lit({ ...body.color, l: Math.min(0.97, body.color.l + 0.14) }, 1), 0.6)
  lathe(s.ink, cup)
  lip()
}

/** A thin glass edge: the far half now, the near half when the returned function is called. */
function ellipseRing(s: Studio, x: number, y: number, rx: number, ry: number, color: Color): () => void {
  stroke(s.ink, `M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}`, { ...color, l: color.l * 0.72 }, 3, {
    opacity: 0.7,
  })
  return () => {
    stroke(s.ink, `M${x - rx} ${y}A${rx} ${ry} 0 0 0 ${x + rx} ${y}`, { ...color, l: color.l * 0.8 }, 3.4, {
      opacity: 0.75,
    })
    stroke(
      s.ink,
      `M${x - rx * 0.9} ${y + ry * 0.45}A${rx} ${ry} 0 0 0 ${x + rx * 0.1} ${y + ry}`,
      materials.white,
      2.4,
      { opacity: 0.8 },
    )
  }
}
