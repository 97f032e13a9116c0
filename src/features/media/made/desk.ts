import { lit, mix, pale, type Color } from './color.ts'
import {
  disc,
  ellipse,
  face,
  fill,
  inside,
  linear,
  n,
  polygon,
  radial,
  right,
  slab,
  slant,
  stroke,
  tube,
  turned,
} from './ink.ts'
import { glow, lathe, mouth, top, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** The shade of something that lies flat: a few offset copies of its outline. */
function lying(s: Studio, d: string, deep = 22): void {
  const shade = { l: s.wall.l * 0.4, c: s.wall.c + 0.01, h: s.wall.h }
  for (let i = 1; i <= 7; i++) {
    const t = i / 7
    s.ink.body.push(`<g transform="translate(${n(deep * t * 0.8)} ${n(deep * t)})">`)
    stroke(s.ink, d, shade, deep * (1.1 - t), { opacity: 0.035 })
    fill(s.ink, d, shade, 0.05)
    s.ink.body.push('</g>')
  }
}

export function pen(s: Studio): void {
  turned(s.ink, 'translate(500 500) rotate(-38)', () => {
    const c = s.tint
    const metal = materials.brass
    lying(s, 'M-372 -34H250L372 0L250 34H-372Q-396 0 -372 -34Z', 30)
    const across = (color: Color): string =>
      linear(s.ink, [
        [0, lit(color, 0.7)],
        [0.22, lit({ ...color, l: Math.min(0.97, color.l + 0.14) }, 1.2)],
        [0.42, lit(color, 1)],
        [0.8, lit(color, 0.2)],
        [1, lit(color, 0.4)],
      ])
    fill(s.ink, 'M292 -17L384 -2Q390 0 384 2L292 17Q276 0 292 -17Z', across(metal))
    stroke(s.ink, 'M306 0H382', lit(metal, -0.6), 2.4)
    ellipse(s.ink, 310, 0, 5, 5, lit(metal, -0.8))
    fill(s.ink, 'M196 -30L290 -20Q298 0 290 20L196 30Z', across(materials.iron))
    fill(s.ink, slab(-40, -34, 240, 68, [6, 8, 8, 6]), across(c))
    fill(s.ink, slab(182, -33, 16, 66, 3), across(metal))
    fill(s.ink, slab(-380, -38, 350, 76, [30, 6, 6, 30]), across(c))
    fill(s.ink, slab(-52, -39, 24, 78, 3), across(metal))
    fill(s.ink, slab(-360, -7, 258, 15, [4, 7, 7, 4]), across(metal))
    ellipse(s.ink, -108, 0, 11, 11, lit(metal, 1.1))
    fill(s.ink, slab(-394, -20, 22, 40, [10, 3, 3, 10]), across(metal))
  })
}

export function notebook(s: Studio): void {
  turned(s.ink, 'rotate(-9 500 500)', () => {
    const c = s.tint
    lying(s, slab(230, 130, 540, 740, 18), 34)
    for (let i = 0; i < 6; i++)
      fill(
        s.ink,
        slab(240 + i * 1.5, 142 + i * 1.5, 534, 734, 14),
        lit(materials.paper, i % 2 === 0 ? 0.5 : 0.95),
      )
    const d = slab(228, 128, 540, 740, [8, 22, 22, 8])
    fill(
      s.ink,
      d,
      linear(
        s.ink,
        [
          [0, lit(c, 1.1)],
          [0.6, lit(c, 0.92)],
          [1, lit(c, 0.74)],
        ],
        slant,
      ),
    )
    fill(
      s.ink,
      slab(228, 128, 52, 740, [8, 0, 0, 8]),
      linear(
        s.ink,
        [
          [0, lit(c, 0.3)],
          [0.5, lit(c, 1.05)],
          [0.85, lit(c, 0.5)],
          [1, lit(c, 0.95)],
        ],
        right,
      ),
      0.85,
    )
    inside(s.ink, d, () => {
      for (let i = 0; i < 90; i++) {
        const x = 290 + s.dice() * 470
        const y = 134 + s.dice() * 728
        stroke(
          s.ink,
          `M${n(x)} ${n(y)}q${n((s.dice() - 0.5) * 14)} ${n((s.dice() - 0.5) * 14)} ${n((s.dice() - 0.5) * 22)} ${n((s.dice() - 0.5) * 22)}`,
          lit(c, i % 2 === 0 ? -0.5 : 1.25),
          1.6,
          { opacity: 0.16 },
        )
      }
    })
    stroke(s.ink, slab(234, 134, 528, 728, [6, 18, 18, 6]), materials.white, 2, { opacity: 0.25 })
    const strap = c.l > 0.6 ? materials.iron : pale(c)
    fill(
      s.ink,
      'M700 128H718V868H700Z',
      linear(
        s.ink,
        [
          [0, lit(strap, 0.9)],
          [0.4, lit(strap, 1.1)],
          [1, lit(strap, 0.4)],
        ],
        right,
      ),
    )
    fill(s.ink, 'M718 128H726V868H718Z', lit(c, -0.8), 0.28)
    fill(s.ink, slab(372, 280, 236, 112, 4), lit(c, -0.4), 0.35)
    fill(
      s.ink,
      slab(370, 277, 236, 112, 4),
      linear(
        s.ink,
        [
          [0, lit(materials.paper, 1)],
          [1, lit(materials.paper, 0.86)],
        ],
        slant,
      ),
    )
    stroke(s.ink, 'M404 322H572M404 350H520', lit(materials.iron, 0.9), 4, { opacity: 0.5 })
    const ribbon = c.l > 0.5 ? { l: 0.52, c: 0.12, h: 25 } : materials.brass
    fill(
      s.ink,
      'M420 868H438L440 936L429 922L417 936Z',
      linear(s.ink, [
        [0, lit(ribbon, 0.3)],
        [1, lit(ribbon, 1)],
      ]),
    )
  })
}

export function watch(s: Studio): void {
  const c = s.tint
  const steel = c.h > 40 && c.h < 110 && c.c > 0.05 ? materials.brass : materials.steel
  lying(s, 'M408 -20H592L576 330A190 190 0 0 1 576 670L592 1020H408L424 670A190 190 0 0 1 424 330Z', 36)
  for (const flip of [0, 180]) {
    turned(s.ink, `rotate(${flip} 500 500)`, () => {
      const d = 'M404 -30H596L580 340H420Z'
      fill(
        s.ink,
        d,
        linear(
          s.ink,
          [
            [0, lit(c, 0.7)],
            [0.25, lit(c, 1.1)],
            [0.6, lit(c, 0.85)],
            [1, lit(c, 0.35)],
          ],
          flip === 0 ? right : [1, 0, 0, 0],
        ),
      )
      stroke(s.ink, 'M420 -20L434 316M580 -20L566 316', lit(mix(c, materials.linen, 0.5), 1), 3, {
        dash: '13 9',
        opacity: 0.8,
      })
      fill(
        s.ink,
        'M426 250H574L578 340H422Z',
        linear(
          s.ink,
          [
            [0, lit(c, -0.6), 0],
            [1, lit(c, -0.6), 0.55],
          ],
          flip === 0 ? [0, 0, 0, 1] : [0, 0, 0, 1],
        ),
      )
    })
  }
  const ring = (r: number, a: number, b: number): void =>
    ellipse(
      s.ink,
      500,
      500,
      r,
      r,
      linear(
        s.ink,
        [
          [0, lit(steel, a)],
          [0.5, lit(steel, (a + b) / 2)],
          [1, lit(steel, b)],
        ],
        [0.1, 0, 0.9, 1],
      ),
    )
  fill(
    s.ink,
    slab(690, 476, 40, 48, 8),
    linear(s.ink, [
      [0, lit(steel, 1.1)],
      [1, lit(steel, 0)],
    ]),
  )
  for (let y = 482; y < 522; y += 7) stroke(s.ink, `M698 ${y}H728`, lit(steel, -0.8), 2, { opacity: 0.5 })
  ring(204, 1.2, 0)
  ring(196, 0.9, 0.5)
  ring(180, -0.2, 1.2)
  const dial = c.l < 0.42 ? { l: 0.97, c: 0.008, h: 85 } : { l: 0.27, c: Math.min(0.05, c.c), h: c.h }
  const ink = dial.l > 0.5 ? { l: 0.26, c: 0.01, h: 80 } : { l: 0.96, c: 0.01, h: 85 }
  ellipse(
    s.ink,
    500,
    500,
    172,
    172,
    radial(
      s.ink,
      [
        [0, lit(dial, 1.15)],
        [1, lit(dial, 0.7)],
      ],
      0.4,
      0.35,
      0.8,
    ),
  )
  for (let i = 0; i < 12; i++)
    turned(s.ink, `rotate(${i * 30} 500 500)`, () =>
      stroke(
        s.ink,
        i % 3 === 0 ? 'M500 342V372' : 'M500 344V360',
        i % 3 === 0 ? steel : ink,
        i % 3 === 0 ? 8 : 4,
        { cap: 'butt' },
      ),
    )
  for (const [turn, long, wide] of [
    [-54, 84, 10],
    [62, 124, 7],
  ] as const)
    turned(s.ink, `rotate(${turn} 500 500)`, () =>
      stroke(s.ink, `M500 516V${500 - long}`, lit(steel, 1.1), wide),
    )
  turned(s.ink, 'rotate(200 500 500)', () => stroke(s.ink, 'M500 534V372', { l: 0.62, c: 0.15, h: 35 }, 3))
  ellipse(s.ink, 500, 500, 9, 9, lit(steel, 1.1))
  fill(
    s.ink,
    'M352 412A172 172 0 0 1 560 340L400 640A172 172 0 0 1 352 412Z',
    linear(
      s.ink,
      [
        [0, materials.white, 0.3],
        [1, materials.white, 0.02],
      ],
      slant,
    ),
  )
}

export function phone(s: Studio): void {
  s.shadow(580, 826, 340, 52, 0.8)
  s.shadow(500, 820, 230, 26, 1.1)
  const c = s.tint
  const shell = (x: number, y: number, w: number, h: number): void => {
    fill(
      s.ink,
      slab(x, y, w, h, 46),
      linear(
        s.ink,
        [
          [0, lit(c, 1.2)],
          [0.5, lit(c, 0.6)],
          [1, lit(c, 0.1)],
        ],
        slant,
      ),
    )
  }
  shell(460, 190, 282, 628)
  fill(
    s.ink,
    slab(466, 196, 270, 616, 41),
    linear(
      s.ink,
      [
        [0, lit(c, 1.1)],
        [0.5, lit(c, 0.92)],
        [1, lit(c, 0.6)],
      ],
      slant,
    ),
  )
  fill(s.ink, slab(600, 216, 116, 122, 32), lit(c, 0.4))
  fill(
    s.ink,
    slab(602, 219, 114, 119, 31),
    linear(
      s.ink,
      [
        [0, lit(c, 1.15)],
        [1, lit(c, 0.85)],
      ],
      slant,
    ),
  )
  for (const [x, y] of [
    [632, 250],
    [684, 306],
  ] as const) {
    ellipse(s.ink, x, y, 24, 24, lit(materials.steel, 0.5))
    ellipse(s.ink, x, y, 19, 19, { l: 0.2, c: 0.015, h: 270 })
    ellipse(s.ink, x - 5, y - 6, 7, 6, { l: 0.5, c: 0.08, h: 275 }, 0.9)
  }
  ellipse(s.ink, 686, 246, 8, 8, { l: 0.95, c: 0.04, h: 90 })
  fill(s.ink, slab(296, 216, 288, 612, 48), { ...s.wall, l: 0.3 }, 0.1)
  shell(272, 200, 286, 622)
  fill(s.ink, slab(279, 207, 272, 608, 42), { l: 0.17, c: 0.01, h: 280 })
  const d = slab(288, 216, 254, 590, 34)
  screen(s, d, [288, 216, 542, 806])
  fill(s.ink, slab(380, 230, 70, 20, 10), { l: 0.14, c: 0.01, h: 280 })
  fill(s.ink, slab(366, 786, 98, 6, 3), materials.white, 0.85)
}

export function tablet(s: Studio): void {
  s.shadow(570, 812, 420, 54, 0.8)
  s.shadow(500, 806, 330, 26, 1.1)
  const c = s.tint
  fill(
    s.ink,
    slab(226, 210, 548, 596, 34),
    linear(
      s.ink,
      [
        [0, lit(c, 1.2)],
        [0.5, lit(c, 0.7)],
        [1, lit(c, 0.15)],
      ],
      slant,
    ),
  )
  fill(s.ink, slab(232, 216, 536, 584, 29), { l: 0.18, c: 0.01, h: 280 })
  screen(s, slab(258, 242, 484, 532, 10), [258, 242, 742, 774])
  ellipse(s.ink, 500, 229, 4, 4, { l: 0.4, c: 0.03, h: 270 })
  turned(s.ink, 'rotate(14 830 600)', () => {
    fill(
      s.ink,
      slab(820, 290, 22, 480, 11),
      linear(
        s.ink,
        [
          [0, lit(materials.paper, 0.8)],
          [0.35, lit(materials.paper, 1.1)],
          [1, lit(materials.paper, 0.4)],
        ],
        right,
      ),
    )
    fill(
      s.ink,
      polygon([
        [820, 762],
        [842, 762],
        [831, 806],
      ]),
      lit(materials.paper, 0.6),
    )
  })
}

/** A calm landscape in the tint, as on a device that was just unpacked. */
function screen(s: Studio, d: string, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
  const c = s.tint
  const w = x2 - x1
  const h = y2 - y1
  // Yellow would turn green on its way round the circle, so warm tints go the other way, towards rose.
  const way = c.h > 30 && c.h < 130 ? -0.9 : 1
  const tone = (l: number, share: number, turn: number): Color => ({
    l,
    c: Math.max(0.045, c.c * share),
    h: c.h + turn * way,
  })
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, tone(0.84, 0.6, 50)],
        [0.55, tone(0.74, 0.8, 10)],
        [1, tone(0.46, 1, -15)],
      ],
      [0.2, 0, 0.6, 1],
    ),
  )
  inside(s.ink, d, () => {
    glow(s.ink, x1 + w * 0.32, y1 + h * 0.34, w * 0.42, w * 0.42, tone(0.96, 0.5, 60), 0.85)
    const hill = (at: number, color: Color, opacity: number): void =>
      fill(
        s.ink,
        `M${x1} ${n(y1 + h * (at + 0.06))}C${n(x1 + w * 0.3)} ${n(y1 + h * (at - 0.12))} ${n(x1 + w * 0.6)} ${n(y1 + h * (at + 0.1))} ${x2} ${n(y1 + h * (at - 0.08))}V${y2}H${x1}Z`,
        color,
        opacity,
      )
    hill(0.62, tone(0.58, 0.9, 0), 0.6)
    hill(0.76, tone(0.44, 0.9, -12), 0.7)
    hill(0.9, tone(0.33, 0.8, -20), 0.8)
    fill(
      s.ink,
      polygon([
        [x1, y1],
        [x1 + w * 0.6, y1],
        [x1 + w * 0.2, y2],
        [x1, y2],
      ]),
      linear(
        s.ink,
        [
          [0, materials.white, 0.2],
          [1, materials.white, 0.02],
        ],
        slant,
      ),
    )
  })
}

export function laptop(s: Studio): void {
  s.shadow(560, 792, 500, 58, 0.8)
  s.shadow(500, 784, 420, 26, 1.1)
  const c = s.tint
  fill(
    s.ink,
    slab(216, 258, 568, 392, [24, 24, 6, 6]),
    linear(
      s.ink,
      [
        [0, lit(c, 1.1)],
        [1, lit(c, 0.4)],
      ],
      slant,
    ),
  )
  fill(s.ink, slab(222, 264, 556, 382, [19, 19, 3, 3]), { l: 0.17, c: 0.01, h: 280 })
  screen(s, slab(240, 284, 520, 338, 5), [240, 284, 760, 622])
  ellipse(s.ink, 500, 274, 3.4, 3.4, { l: 0.4, c: 0.03, h: 270 })
  fill(s.ink, slab(240, 644, 520, 14, 4), lit(c, 0))
  const deck = [
    [222, 652],
    [778, 652],
    [882, 764],
    [118, 764],
  ] as const
  fill(
    s.ink,
    polygon(deck),
    linear(
      s.ink,
      [
        [0, lit(c, 0.75)],
        [0.6, lit(c, 1.08)],
        [1, lit(c, 0.98)],
      ],
      [0.1, 0, 0.4, 1],
    ),
  )
  fill(
    s.ink,
    'M118 764H882V774Q882 790 862 790H138Q118 790 118 774Z',
    linear(s.ink, [
      [0, lit(c, 1.15)],
      [0.3, lit(c, 0.7)],
      [1, lit(c, 0.1)],
    ]),
  )
  fill(s.ink, 'M440 764H560Q556 773 546 773H454Q444 773 440 764Z', lit(c, 0.1))
  const key = c.l > 0.42 ? { l: 0.26, c: 0.008, h: 270 } : { l: 0.17, c: 0.008, h: 270 }
  for (let row = 0; row < 4; row++) {
    const y = 662 + row * 14.5
    const half = 250 + row * 13.4
    const keys = 13
    for (let i = 0; i < keys; i++) {
      if (row === 3 && i > 3 && i < 9) continue
      const w = (half * 2) / keys
      fill(s.ink, slab(500 - half + i * w + 1.8, y, w - 3.6, 11.4, 2.2), key, 0.92)
    }
    if (row === 3)
      fill(
        s.ink,
        slab(500 - half + ((half * 2) / keys) * 4 + 1.8, y, ((half * 2) / keys) * 5 - 3.6, 11.4, 2.2),
        key,
        0.92,
      )
  }
  fill(
    s.ink,
    polygon([
      [400, 724],
      [600, 724],
      [612, 758],
      [388, 758],
    ]),
    linear(s.ink, [
      [0, lit(c, 0.72)],
      [1, lit(c, 0.9)],
    ]),
  )
}

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

/** A pot of wooden tools. */
export function utensils(s: Studio): void {
  const pot: Turned = {
    cx: 500,
    rings: [
      [130, 540],
      [132, 560],
      [130, 720],
      [118, 764],
      [110, 776],
    ],
    tilt: 0.22,
    color: s.tint,
    gloss: 0.45,
  }
  s.shadow(600, 794, 350, 60, 0.72)
  s.shadow(506, 788, 160, 36, 1.2)
  const [oak, walnut, steel] = [materials.oak, materials.walnut, materials.steel]
  lathe(s.ink, pot)
  mouth(s.ink, pot, 9)
  inside(s.ink, 'M0 0H1000V545H628A128 26 0 0 1 372 545H0Z', () => {
    turned(s.ink, 'rotate(-17 450 560)', () => {
      tube(s.ink, 'M450 600V260', 17, oak)
      ellipse(
        s.ink,
        450,
        214,
        44,
        62,
        linear(
          s.ink,
          [
            [0, lit(oak, 1.15)],
            [1, lit(oak, 0.5)],
          ],
          [0, 0, 1, 0.6],
        ),
      )
      ellipse(
        s.ink,
        454,
        216,
        30,
        46,
        linear(
          s.ink,
          [
            [0, lit(oak, 0.2)],
            [1, lit(oak, 1)],
          ],
          [0, 0, 1, 0.7],
        ),
      )
    })
    turned(s.ink, 'rotate(15 556 560)', () => {
      tube(s.ink, 'M556 600V330', 16, walnut)
      fill(
        s.ink,
        'M516 330Q506 220 524 168Q556 156 588 168Q606 220 596 330Q556 352 516 330Z',
        linear(
          s.ink,
          [
            [0, lit(walnut, 1.2)],
            [1, lit(walnut, 0.45)],
          ],
          right,
        ),
      )
      for (const x of [540, 556, 572]) stroke(s.ink, `M${x} 210V296`, lit(walnut, -1), 6, { opacity: 0.55 })
    })
    turned(s.ink, 'rotate(-1 504 560)', () => {
      tube(s.ink, 'M504 600V330', 14, steel)
      for (const bend of [44, 26, 9])
        stroke(
          s.ink,
          `M504 334C${504 - bend * 1.7} 260 ${504 - bend * 1.4} 170 504 146C${504 + bend * 1.4} 170 ${504 + bend * 1.7} 260 504 334`,
          lit(steel, bend > 20 ? 0.5 : 0.95),
          4,
        )
    })
  })
}
