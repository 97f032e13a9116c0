import { css, lit, mix, pale, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, radial, right, slab, stroke, tube, turned } from './ink.ts'
import { between, glow, hoop, lathe, mouth, outline, strip, top, type Ring, type Turned } from './lathe.ts'
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

export function mug(s: Studio): void {
  const rings: Ring[] = [
    [138, 462],
    [136, 480],
    [132, 620],
    [128, 706],
    [114, 752],
    [92, base - 4],
  ]
  const body: Turned = { cx: 480, rings, tilt: 0.2, color: s.tint, gloss: 0.6 }
  s.shadow(580, base + 14, 340, 60, 0.75)
  s.shadow(490, base + 8, 150, 34, 1.25)
  tube(s.ink, 'M592 536C706 512 738 560 728 616C718 674 660 704 590 696', 34, s.tint, 'butt')
  lathe(s.ink, body)
  mouth(s.ink, body, 9)
  coffee(s, 480, 478, 122, 23)
}

function coffee(s: Studio, x: number, y: number, rx: number, ry: number): void {
  const brown: Color = { l: 0.36, c: 0.055, h: 52 }
  inside(
    s.ink,
    `M${x - rx - 6} ${y - 16}A${rx + 6} ${ry + 3} 0 0 1 ${x + rx + 6} ${y - 16}A${rx + 6} ${ry + 3} 0 0 1 ${x - rx - 6} ${y - 16}Z`,
    () => {
      ellipse(
        s.ink,
        x,
        y,
        rx,
        ry,
        linear(
          s.ink,
          [
            [0, lit(brown, 0.3)],
            [0.7, lit(brown, 1)],
            [1, { ...brown, l: 0.56 }],
          ],
          right,
        ),
      )
    },
  )
}

export function bowl(s: Studio): void {
  const rings: Ring[] = [
    [246, 548],
    [240, 566],
    [206, 656],
    [140, 728],
    [94, 752, 'sharp'],
    [92, 754, 'sharp'],
    [98, base],
  ]
  const body: Turned = { cx: 500, rings, tilt: 0.24, color: s.tint, gloss: 0.55 }
  s.shadow(590, base + 14, 380, 70, 0.75)
  s.shadow(505, base + 14, 150, 36, 1.2)
  lathe(s.ink, body)
  mouth(s.ink, body, 9, s.tint.l > 0.8 ? s.tint : pale(s.tint))
}

export function plate(s: Studio): void {
  s.shadow(585, base + 2, 450, 92, 0.8)
  s.shadow(506, base - 2, 330, 70, 0.9)
  stack(s, 752, s.tint.l > 0.8 ? mix(s.tint, materials.walnut, 0.3) : pale(s.tint), 318)
  stack(s, 724, s.tint, 304)
}

/** One plate: the underside, the broad rim, the well. */
function stack(s: Studio, y: number, color: Color, r: number): void {
  const tilt = 0.37
  const at = (dy: number, radius: number, paint: string | Color): void =>
    ellipse(s.ink, 500, y - 84 + dy, radius, radius * tilt, paint)
  const under = linear(
    s.ink,
    [
      [0, lit(color, 0.75)],
      [0.3, lit(color, 0.9)],
      [0.7, lit(color, 0.35)],
      [1, lit(color, 0.1)],
    ],
    right,
  )
  at(38, r * 0.66, lit(color, -0.2))
  for (let i = 7; i >= 1; i--) at(i * 2.4, r - i * i * 0.75, under)
  at(
    0,
    r,
    linear(
      s.ink,
      [
        [0, lit(color, 1.25)],
        [1, lit(color, 0.85)],
      ],
      right,
    ),
  )
  at(
    1.5,
    r - 3,
    linear(
      s.ink,
      [
        [0, lit(color, 1.12)],
        [0.5, lit(color, 1)],
        [1, lit(color, 0.74)],
      ],
      [0.05, 0, 0.9, 1],
    ),
  )
  const well = r * 0.68
  at(
    6,
    well + 5,
    linear(
      s.ink,
      [
        [0, lit(color, 0.42)],
        [0.6, lit(color, 0.95)],
        [1, lit(color, 1.2)],
      ],
      [0.1, 0, 0.8, 1],
    ),
  )
  at(
    9,
    well,
    linear(
      s.ink,
      [
        [0, lit(color, 0.78)],
        [0.5, lit(color, 0.95)],
        [1, lit(color, 1.06)],
      ],
      [0.1, 0, 0.8, 1],
    ),
  )
  glow(s.ink, 410, y - 104, 150, 34, materials.white, 0.22)
}

export function tray(s: Studio): void {
  const tilt = 0.34
  const y = 690
  s.shadow(580, base + 12, 470, 92, 0.8)
  s.shadow(505, base + 4, 350, 72, 0.9)
  const rings: Ring[] = [
    [330, y - 34],
    [328, y - 20],
    [316, y + 4],
    [306, y + 8],
  ]
  const body: Turned = { cx: 500, rings, tilt, color: s.tint, gloss: 0.2 }
  lathe(s.ink, body)
  ellipse(
    s.ink,
    500,
    y - 34,
    330,
    330 * tilt,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.1)],
        [1, lit(s.tint, 0.8)],
      ],
      right,
    ),
  )
  ellipse(
    s.ink,
    500,
    y - 29,
    316,
    316 * tilt,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 0.35)],
        [0.5, lit(s.tint, 0.7)],
        [1, lit(s.tint, 0.95)],
      ],
      [0.1, 0, 0.7, 1],
    ),
  )
  ellipse(
    s.ink,
    500,
    y - 14,
    304,
    300 * tilt,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 0.86)],
        [1, lit(s.tint, 1.05)],
      ],
      [0, 0, 0.6, 1],
    ),
  )
  const cup: Turned = {
    cx: 590,
    rings: [
      [70, 566],
      [68, 580],
      [62, 650],
      [48, 680],
      [40, 686],
    ],
    tilt: 0.24,
    color: materials.paper,
    gloss: 0.5,
  }
  const pot: Turned = {
    cx: 418,
    rings: [
      [30, 436],
      [26, 452],
      [30, 480],
      [76, 548],
      [92, 610],
      [72, 664],
      [58, 676],
    ],
    tilt: 0.24,
    color: mix(s.tint, materials.walnut, 0.55),
    gloss: 0.35,
  }
  s.shadow(470, 694, 150, 34, 0.9)
  s.shadow(626, 700, 100, 26, 0.9)
  lathe(s.ink, pot)
  mouth(s.ink, pot, 5)
  lathe(s.ink, cup)
  mouth(s.ink, cup, 6)
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

export function basket(s: Studio): void {
  const color = mix(s.tint, materials.straw, 0.25)
  const rings: Ring[] = [
    [226, 470],
    [232, 500],
    [238, 590],
    [222, 690],
    [184, base],
  ]
  const body: Turned = { cx: 500, rings, tilt: 0.22, color }
  s.shadow(610, base + 26, 420, 78, 0.7)
  s.shadow(508, base + 22, 240, 56, 1.1)
  lathe(s.ink, body)
  inside(s.ink, outline(body), () => {
    let row = 0
    for (let y = 476; y < base + 8; y += 15) {
      const d = hoop(body, Math.min(y, base))
      stroke(s.ink, d, lit(color, 0), 15, { opacity: 0.1, cap: 'butt' })
      stroke(s.ink, d, lit(color, -1), 3, { opacity: 0.32, cap: 'butt' })
      stroke(s.ink, d, lit({ ...color, l: Math.min(0.97, color.l + 0.1) }, 1.1), 8, {
        opacity: 0.5,
        dash: '19 19',
        shift: row % 2 === 0 ? 0 : 19,
        cap: 'butt',
      })
      stroke(s.ink, d, lit(color, -1), 9, {
        opacity: 0.2,
        dash: '3 16',
        shift: row % 2 === 0 ? 2 : 21,
        cap: 'butt',
      })
      row++
    }
  })
  const shade = linear(
    s.ink,
    [
      [0, materials.white, 0.12],
      [0.4, materials.white, 0],
      [0.6, lit(color, -1), 0],
      [1, lit(color, -1), 0.5],
    ],
    right,
  )
  fill(s.ink, outline(body), shade)
  mouth(s.ink, body, 20, { ...color, l: color.l * 0.86 })
  tube(s.ink, 'M292 512C252 430 330 380 356 448', 18, lit(color, 0.8))
  tube(s.ink, 'M708 512C748 430 670 380 644 448', 18, lit(color, 0.6))
}

export function pan(s: Studio): void {
  const tilt = 0.3
  s.shadow(520, base + 16, 430, 78, 0.8)
  s.shadow(440, base + 8, 250, 56, 1.1)
  turned(s.ink, 'rotate(-9 640 640)', () => {
    fill(
      s.ink,
      slab(640, 634, 292, 42, [10, 21, 21, 10]),
      linear(s.ink, [
        [0, lit(materials.oak, 1.15)],
        [0.5, lit(materials.oak, 0.85)],
        [1, lit(materials.oak, 0.3)],
      ]),
    )
    ellipse(s.ink, 904, 655, 9, 8, lit(materials.oak, -1), 0.8)
    fill(
      s.ink,
      slab(610, 638, 60, 34, 8),
      linear(s.ink, [
        [0, lit(materials.steel, 1.1)],
        [1, lit(materials.steel, 0.2)],
      ]),
    )
  })
  const rings: Ring[] = [
    [256, 640],
    [252, 654],
    [226, 730],
    [206, base - 8],
    [196, base - 4],
  ]
  const body: Turned = { cx: 420, rings, tilt, color: s.tint, gloss: 0.45 }
  lathe(s.ink, body)
  mouth(s.ink, body, 8, { ...materials.iron, l: 0.42 })
  const floor = radial(
    s.ink,
    [
      [0, { ...materials.iron, l: 0.47 }],
      [0.8, { ...materials.iron, l: 0.4 }],
      [1, { ...materials.iron, l: 0.34 }],
    ],
    0.6,
    0.6,
    0.6,
  )
  inside(s.ink, 'M172 600H668V641A248 74 0 0 1 172 641Z', () => {
    s.ink.body.push(
      `<ellipse cx="420" cy="690" rx="212" ry="62" fill="${floor}" stroke="${css({ ...materials.iron, l: 0.33 })}" stroke-width="3"/>`,
    )
  })
}
