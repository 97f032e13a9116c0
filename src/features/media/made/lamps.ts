import { lit, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, radial, right, stroke, tube, turned } from './ink.ts'
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
