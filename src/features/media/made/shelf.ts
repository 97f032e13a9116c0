import { lit, mix } from './color.ts'
import { face, fill, linear, n, polygon, right, slab, stroke } from './ink.ts'
import { lathe, type Turned } from './lathe.ts'
import { leaf } from './plants.ts'
import { materials, type Studio } from './studio.ts'

export function shelf(s: Studio): void {
  s.shadow(560, 836, 420, 60, 0.8)
  s.shadow(500, 826, 300, 28, 1)
  const c = s.tint
  fill(
    s.ink,
    'M262 176H738V826H262Z',
    linear(
      s.ink,
      [
        [0, lit(c, 0.15)],
        [0.5, lit(c, 0.5)],
        [1, lit(c, 0.3)],
      ],
      right,
    ),
  )
  for (const y of [392, 606])
    fill(
      s.ink,
      `M262 ${y}H738V${y + 60}H262Z`,
      linear(s.ink, [
        [0, lit(c, -0.5), 0.55],
        [1, lit(c, -0.5), 0],
      ]),
    )
  fill(
    s.ink,
    'M262 196H738V250H262Z',
    linear(s.ink, [
      [0, lit(c, -0.5), 0.55],
      [1, lit(c, -0.5), 0],
    ]),
  )
  fill(
    s.ink,
    'M262 176H310L310 826H262Z',
    linear(
      s.ink,
      [
        [0, lit(c, -0.5), 0.4],
        [1, lit(c, -0.5), 0],
      ],
      right,
    ),
  )
  shelfThings(s)
  for (const y of [376, 590, 804])
    face(
      s.ink,
      [
        [262, y],
        [738, y],
        [738, y + 24],
        [262, y + 24],
      ],
      c,
      1,
      0.2,
    )
  face(
    s.ink,
    [
      [240, 168],
      [262, 168],
      [262, 832],
      [240, 832],
    ],
    c,
    1.05,
    0.1,
  )
  face(
    s.ink,
    [
      [738, 168],
      [760, 168],
      [760, 832],
      [738, 832],
    ],
    c,
    0.72,
    0.16,
  )
  face(
    s.ink,
    [
      [240, 168],
      [760, 168],
      [760, 192],
      [240, 192],
    ],
    c,
    1,
    0.15,
  )
  fill(
    s.ink,
    polygon([
      [256, 156],
      [744, 156],
      [760, 168],
      [240, 168],
    ]),
    linear(
      s.ink,
      [
        [0, lit(c, 1.15)],
        [1, lit(c, 1)],
      ],
      right,
    ),
  )
}

function shelfThings(s: Studio): void {
  const books = [
    s.tint,
    materials.paper,
    mix(s.tint, materials.walnut, 0.6),
    materials.linen,
    { ...materials.leaf, c: 0.04 },
    mix(s.tint, materials.paper, 0.55),
  ]
  const row = (from: number, to: number, floor: number, tall: number): void => {
    let x = from
    for (let i = 0; x < to; i++) {
      const w = 17 + s.dice() * 17
      const h = tall * (0.78 + s.dice() * 0.22)
      const color = books[Math.floor(s.dice() * books.length)] ?? s.tint
      fill(
        s.ink,
        slab(x, floor - h, w, h, 2),
        linear(
          s.ink,
          [
            [0, lit(color, 0.75)],
            [0.3, lit(color, 1)],
            [1, lit(color, 0.45)],
          ],
          right,
        ),
      )
      if (i % 2 === 0)
        stroke(
          s.ink,
          `M${n(x + 4)} ${n(floor - h * 0.8)}H${n(x + w - 4)}`,
          lit(color, color.l > 0.7 ? -0.6 : 1.25),
          2.4,
          { opacity: 0.5, cap: 'butt' },
        )
      x += w + 1
    }
  }
  row(284, 430, 376, 140)
  row(560, 716, 590, 150)
  row(290, 400, 804, 132)
  const jug: Turned = {
    cx: 610,
    rings: [
      [26, 250],
      [22, 266],
      [56, 312],
      [60, 346],
      [40, 374],
    ],
    tilt: 0.1,
    color: materials.paper,
    gloss: 0.3,
  }
  const pot: Turned = {
    cx: 390,
    rings: [
      [50, 500],
      [48, 516],
      [40, 588],
    ],
    tilt: 0.1,
    color: mix(s.tint, { l: 0.6, c: 0.08, h: 45 }, 0.6),
    gloss: 0.1,
  }
  for (const [turn, long] of [
    [-52, 110],
    [-22, 124],
    [10, 120],
    [44, 116],
  ] as const)
    leaf(s.ink, 390, 506, long, 44, turn, materials.leaf)
  lathe(s.ink, jug)
  lathe(s.ink, pot)
  fill(
    s.ink,
    slab(470, 700, 210, 104, 6),
    linear(s.ink, [
      [0, lit(materials.straw, 0.95)],
      [1, lit(materials.straw, 0.55)],
    ]),
  )
  for (let y = 712; y < 800; y += 13)
    stroke(s.ink, `M472 ${y}H678`, lit(materials.straw, -0.2), 3, {
      opacity: 0.3,
      dash: '10 7',
      shift: y % 2 === 0 ? 0 : 8,
    })
  fill(s.ink, slab(545, 722, 60, 18, 9), lit(materials.straw, -1), 0.7)
}
