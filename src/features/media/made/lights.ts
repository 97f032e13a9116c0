import { lit, mix, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, radial, right, slab, stroke, tube, turned } from './ink.ts'
import { glow, lathe, outline, strip, top, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

const light: Color = materials.lamplight

/** A table lamp: a turned foot in the tint under a linen shade that is lit from inside. */
export function lamp(s: Studio): void {
  s.shadow(600, 788, 320, 58, 0.7)
  s.shadow(506, 782, 130, 32, 1.2)
  glow(s.ink, 500, 360, 520, 420, light, 0.75)
  tube(s.ink, 'M500 600V440', 14, materials.brass, 'butt')
  const foot: Turned = {
    cx: 500,
    rings: [
      [20, 540],
      [26, 552],
      [78, 590],
      [112, 648],
      [96, 712],
      [66, 748],
      [88, 766, 'sharp'],
      [90, 776],
    ],
    tilt: 0.18,
    color: s.tint,
    gloss: 0.55,
  }
  lathe(s.ink, foot)
  shade(s, {
    cx: 500,
    rings: [
      [128, 214, 'sharp'],
      [206, 470, 'sharp'],
    ],
    tilt: 0.13,
    color: materials.linen,
  })
}

/** Cloth with a bulb behind it: brightest in the middle, warm towards the edges. */
function shade(s: Studio, body: Turned): void {
  const [r, y] = body.rings[0] ?? [0, 0]
  const last = body.rings.at(-1) ?? [0, 0]
  ellipse(s.ink, body.cx, y, r, r * body.tilt, { l: 0.94, c: 0.07, h: 82 })
  ellipse(
    s.ink,
    body.cx,
    y + 2,
    r - 6,
    (r - 6) * body.tilt,
    radial(s.ink, [
      [0, { l: 0.995, c: 0.03, h: 95 }],
      [1, { l: 0.93, c: 0.08, h: 80 }],
    ]),
  )
  const d = outline(body)
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, { l: 0.82, c: 0.06, h: 72 }],
        [0.22, { l: 0.935, c: 0.055, h: 82 }],
        [0.48, { l: 0.975, c: 0.04, h: 90 }],
        [0.75, { l: 0.92, c: 0.06, h: 80 }],
        [1, { l: 0.79, c: 0.068, h: 68 }],
      ],
      right,
    ),
  )
  inside(s.ink, d, () => {
    glow(
      s.ink,
      body.cx,
      (y + last[1]) / 2 + 20,
      r * 1.1,
      (last[1] - y) * 0.6,
      { l: 0.995, c: 0.025, h: 95 },
      0.85,
    )
    for (let i = -8; i <= 8; i++)
      stroke(s.ink, strip(body, i * 10, i * 10).split('A')[0] ?? '', { l: 0.7, c: 0.06, h: 70 }, 1.2, {
        opacity: 0.13,
      })
  })
  for (const ring of [body.rings[0], last]) {
    if (ring === undefined) continue
    stroke(
      s.ink,
      `M${n(body.cx - ring[0])} ${n(ring[1])}A${n(ring[0])} ${n(ring[0] * body.tilt)} 0 0 0 ${n(body.cx + ring[0])} ${n(ring[1])}`,
      { l: 0.84, c: 0.05, h: 75 },
      5,
      { opacity: 0.85 },
    )
  }
}

/** A dome on a cord, seen from a little below. */
export function pendant(s: Studio): void {
  tube(s.ink, 'M500 -10V300', 6, materials.iron, 'butt')
  glow(s.ink, 500, 690, 560, 440, light, 0.85)
  const dome: Turned = {
    cx: 500,
    rings: [
      [30, 312, 'sharp'],
      [34, 330],
      [104, 372],
      [196, 452],
      [242, 552],
      [250, 604],
    ],
    tilt: -0.13,
    color: s.tint,
    gloss: 0.4,
  }
  ellipse(
    s.ink,
    500,
    604,
    250,
    33,
    linear(
      s.ink,
      [
        [0, { l: 0.78, c: 0.08, h: 72 }],
        [0.5, { l: 0.98, c: 0.05, h: 90 }],
        [1, { l: 0.84, c: 0.08, h: 74 }],
      ],
      right,
    ),
  )
  glow(s.ink, 500, 612, 120, 60, { l: 0.995, c: 0.03, h: 95 }, 1)
  ellipse(
    s.ink,
    500,
    616,
    52,
    40,
    radial(s.ink, [
      [0, { l: 1, c: 0, h: 95 }],
      [0.7, { l: 0.985, c: 0.04, h: 92 }],
      [1, { l: 0.94, c: 0.09, h: 82 }],
    ]),
  )
  const socket: Turned = {
    cx: 500,
    rings: [
      [20, 262, 'sharp'],
      [24, 270],
      [24, 322],
    ],
    tilt: -0.1,
    color: materials.brass,
    gloss: 0.6,
  }
  lathe(s.ink, dome)
  lathe(s.ink, socket)
}

/** A work lamp: a heavy foot, two arms, a small hood that throws a cone. */
export function deskLamp(s: Studio): void {
  s.shadow(520, 800, 330, 56, 0.7)
  s.shadow(400, 790, 170, 36, 1.2)
  for (let i = 0; i < 8; i++)
    fill(
      s.ink,
      `M${632 + i * 5} 372L${548 + i * 16} 800H${868 - i * 16}L${750 - i * 5} 330Z`,
      linear(
        s.ink,
        [
          [0, light, 0.09],
          [1, light, 0],
        ],
        [0.3, 0, 0.5, 1],
      ),
    )
  glow(s.ink, 700, 800, 250, 50, light, 0.9)
  const foot: Turned = {
    cx: 395,
    rings: [
      [128, 764, 'sharp'],
      [130, 770],
      [130, 784],
    ],
    tilt: 0.2,
    color: s.tint,
    gloss: 0.4,
  }
  lathe(s.ink, foot)
  top(s.ink, foot)
  tube(s.ink, 'M395 758L330 480', 16, s.tint)
  tube(s.ink, 'M330 480L596 262', 16, s.tint)
  for (const [x, y, r] of [
    [330, 480, 19],
    [596, 262, 17],
    [395, 758, 16],
  ] as const) {
    ellipse(
      s.ink,
      x,
      y,
      r,
      r,
      linear(
        s.ink,
        [
          [0, lit(materials.brass, 1.2)],
          [1, lit(materials.brass, 0.3)],
        ],
        [0, 0, 1, 1],
      ),
    )
  }
  turned(s.ink, 'translate(640 300) rotate(-28)', () => {
    const hood: Turned = {
      cx: 0,
      rings: [
        [26, -62, 'sharp'],
        [34, -52],
        [44, -22],
        [96, 62],
        [106, 92],
      ],
      tilt: -0.2,
      color: s.tint,
      gloss: 0.5,
    }
    ellipse(
      s.ink,
      0,
      92,
      106,
      21,
      radial(s.ink, [
        [0, { l: 1, c: 0.01, h: 95 }],
        [0.5, { l: 0.98, c: 0.05, h: 90 }],
        [1, { l: 0.86, c: 0.09, h: 76 }],
      ]),
    )
    lathe(s.ink, hood)
  })
}

/** A wall clock: a rim in the tint, a quiet dial, ten past ten. */
export function clock(s: Studio): void {
  hangingShade(s, 500, 470, 300)
  const rim = (r: number, a: number, b: number): void => {
    ellipse(
      s.ink,
      500,
      470,
      r,
      r,
      linear(
        s.ink,
        [
          [0, lit(s.tint, a)],
          [1, lit(s.tint, b)],
        ],
        [0.1, 0.05, 0.9, 0.95],
      ),
    )
  }
  rim(302, 1.2, 0.2)
  rim(296, 1.05, 0.5)
  rim(272, 0.1, 1.1)
  const dial =
    s.tint.l > 0.7 ? mix(s.tint, { l: 0.985, c: 0.01, h: 85 }, 0.85) : { l: 0.975, c: 0.008, h: 85 }
  ellipse(
    s.ink,
    500,
    470,
    266,
    266,
    linear(
      s.ink,
      [
        [0, lit(dial, 0.75)],
        [0.35, lit(dial, 0.95)],
        [1, lit(dial, 1.02)],
      ],
      [0.1, 0, 0.7, 0.9],
    ),
  )
  const mark = { l: 0.32, c: 0.012, h: 70 }
  for (let i = 0; i < 12; i++) {
    turned(s.ink, `rotate(${i * 30} 500 470)`, () =>
      stroke(s.ink, i % 3 === 0 ? 'M500 226V262' : 'M500 230V248', mark, i % 3 === 0 ? 8 : 4.5, {
        cap: 'butt',
      }),
    )
  }
  for (const [turn, length, width, color] of [
    [-58, 138, 12, mark],
    [60, 202, 8.5, mark],
    [205, 180, 3, s.tint.l > 0.8 ? materials.brass : s.tint],
  ] as const) {
    turned(s.ink, `rotate(${turn} 500 470)`, () => {
      stroke(s.ink, `M506 ${516}V${480 - length}`, materials.iron, width, { opacity: 0.14 })
      stroke(s.ink, `M500 ${470 + 36}V${470 - length}`, color, width)
    })
  }
  ellipse(s.ink, 500, 470, 13, 13, mark)
}

/** A round looking-glass on a leather strap. */
export function mirror(s: Studio): void {
  const strap = { l: 0.5, c: 0.07, h: 55 }
  hangingShade(s, 500, 540, 300)
  tube(s.ink, 'M268 380L496 118', 13, strap)
  tube(s.ink, 'M732 380L504 118', 13, strap)
  ellipse(s.ink, 508, 122, 22, 22, lit(materials.iron, 0), 0.25)
  ellipse(
    s.ink,
    500,
    114,
    20,
    20,
    linear(
      s.ink,
      [
        [0, lit(materials.oak, 1.2)],
        [1, lit(materials.oak, 0.2)],
      ],
      [0, 0, 1, 1],
    ),
  )
  ellipse(
    s.ink,
    500,
    540,
    300,
    300,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.2)],
        [0.5, lit(s.tint, 0.8)],
        [1, lit(s.tint, 0.2)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  )
  ellipse(
    s.ink,
    500,
    540,
    280,
    280,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 0)],
        [1, lit(s.tint, 1.1)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  )
  const glass = { ...s.wall, l: 0.9, c: s.wall.c * 0.5 + 0.004 }
  const d = 'M225 540A275 275 0 0 1 775 540A275 275 0 0 1 225 540Z'
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, { ...glass, l: 0.97 }],
        [0.45, { ...glass, l: 0.88 }],
        [0.62, { ...glass, l: 0.93 }],
        [1, { ...glass, l: 0.8 }],
      ],
      [0, 0, 0.9, 1],
    ),
  )
  inside(s.ink, d, () => {
    const sheen = linear(
      s.ink,
      [
        [0, materials.white, 0.65],
        [1, materials.white, 0.1],
      ],
      [0, 0, 1, 1],
    )
    fill(s.ink, 'M120 700L620 150H720L120 820Z', sheen, 0.55)
    fill(s.ink, 'M300 840L800 300L830 340L350 860Z', sheen, 0.4)
    stroke(s.ink, 'M222 540A278 278 0 0 1 560 268', lit(glass, -1), 12, { opacity: 0.12 })
  })
}

/** A framed print: hills, a sun, a broad mat. */
export function frame(s: Studio): void {
  for (let i = 0; i < 14; i++)
    fill(
      s.ink,
      slab(246 + i * 1.8, 128 + i * 3.6, 516 + i * 2, 672 + i, 8 + i),
      { ...s.wall, l: s.wall.l * 0.5 },
      0.02,
    )
  fill(
    s.ink,
    slab(240, 120, 520, 670, 4),
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.15)],
        [1, lit(s.tint, 0.6)],
      ],
      [0, 0, 1, 1],
    ),
  )
  fill(s.ink, 'M760 120V790H240L262 768H738V142Z', lit(s.tint, 0.1), 0.45)
  fill(s.ink, slab(262, 142, 476, 626, 1), lit(materials.paper, 0.62))
  fill(
    s.ink,
    slab(268, 150, 470, 618, 1),
    linear(s.ink, [
      [0, lit(materials.paper, 0.85)],
      [0.1, lit(materials.paper, 1)],
      [1, lit(materials.paper, 0.97)],
    ]),
  )
  const art = 'M338 236H662V674H338Z'
  fill(s.ink, 'M335 233H662V674H335Z', lit(materials.paper, 0.5))
  const sky = mix(s.tint, { l: 0.9, c: 0.03, h: 75 }, 0.72)
  fill(
    s.ink,
    art,
    linear(s.ink, [
      [0, { ...sky, l: 0.9 }],
      [1, { ...sky, l: 0.84 }],
    ]),
  )
  inside(s.ink, art, () => {
    const warm = { l: 0.74, c: 0.11, h: (s.tint.h + 360 + 200) % 360 > 180 ? 45 : 68 }
    ellipse(s.ink, s.dice() < 0.5 ? 432 : 568, 372, 70, 70, warm, 0.92)
    const tone = (l: number, c: number): Color => ({ l, c: Math.max(0.02, s.tint.c * c), h: s.tint.h })
    fill(s.ink, 'M320 520C400 430 480 470 540 500S640 520 680 470V700H320Z', tone(0.72, 0.7))
    fill(s.ink, 'M320 560C400 540 470 500 540 560S640 600 680 540V700H320Z', tone(0.56, 0.9))
    fill(s.ink, 'M320 640C420 560 520 640 680 600V700H320Z', tone(0.4, 0.9))
  })
  fill(
    s.ink,
    'M262 142H560L262 560Z',
    linear(
      s.ink,
      [
        [0, materials.white, 0.24],
        [1, materials.white, 0.02],
      ],
      [0, 0, 0.6, 0.7],
    ),
  )
}

/** What hangs a finger's breadth before the wall throws a soft shade to the lower right. */
function hangingShade(s: Studio, x: number, y: number, r: number): void {
  const shade = { l: s.wall.l * 0.42, c: s.wall.c + 0.012, h: s.wall.h }
  const stops = [
    [0, 0.42],
    [0.72, 0.4],
    [0.82, 0.22],
    [0.91, 0.07],
    [1, 0],
  ] as const
  ellipse(
    s.ink,
    x + 34,
    y + 46,
    r * 1.2,
    r * 1.2,
    radial(
      s.ink,
      stops.map(([at, o]) => [at, shade, o] as const),
    ),
  )
}
