import { lit, mix, type Color } from './color.ts'
import {
  down,
  ellipse,
  face,
  fill,
  inside,
  linear,
  n,
  polygon,
  right,
  slab,
  soft,
  stroke,
  tube,
} from './ink.ts'
import { lathe, top, type Turned } from './lathe.ts'
import { leaf } from './plants.ts'
import { materials, type Studio } from './studio.ts'

/** A tapering leg from its top middle to its foot. */
function leg(
  s: Studio,
  x: number,
  y: number,
  footX: number,
  footY: number,
  color: Color,
  wide = 26,
  thin = 16,
): void {
  const d = polygon([
    [x - wide / 2, y],
    [x + wide / 2, y],
    [footX + thin / 2, footY],
    [footX - thin / 2, footY],
  ])
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, lit(color, 0.85)],
        [0.3, lit(color, 1.08)],
        [0.65, lit(color, 0.72)],
        [1, lit(color, 0.3)],
      ],
      right,
    ),
  )
  ellipse(s.ink, footX, footY, thin / 2, thin / 6, lit(color, 0.3))
}

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

export function table(s: Studio): void {
  s.shadow(540, 820, 480, 78, 0.7)
  for (const [x, y] of [
    [212, 822],
    [788, 822],
    [300, 742],
    [700, 742],
  ] as const)
    s.shadow(x + 16, y, 64, 14, 0.9)
  const c = s.tint
  leg(s, 304, 540, 300, 740, lit(c, 0.4), 26, 18)
  leg(s, 696, 540, 700, 740, lit(c, 0.4), 26, 18)
  fill(
    s.ink,
    'M196 566H804V604H196Z',
    linear(s.ink, [
      [0, lit(c, 0.1)],
      [1, lit(c, 0.4)],
    ]),
  )
  leg(s, 208, 580, 202, 822, c, 36, 22)
  leg(s, 792, 580, 798, 822, c, 36, 22)
  const d = 'M262 474Q268 468 280 468H720Q732 468 738 474L862 548Q872 556 860 556H140Q128 556 138 548Z'
  fill(
    s.ink,
    'M132 552H868V570Q866 584 852 584H148Q134 584 132 570Z',
    linear(s.ink, [
      [0, lit(c, 0.8)],
      [1, lit(c, 0.25)],
    ]),
  )
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, lit(c, 0.95)],
        [0.45, lit(c, 1.12)],
        [1, lit(c, 0.86)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  )
  inside(s.ink, d, () => {
    for (let i = 0; i < 9; i++) {
      const y = 474 + i * 9.4
      stroke(
        s.ink,
        `M100 ${n(y + 2)}C300 ${n(y - 3 + s.dice() * 5)} 600 ${n(y + 5 - s.dice() * 6)} 900 ${n(y)}`,
        lit(c, 0),
        1.6 + s.dice() * 1.4,
        { opacity: 0.16 },
      )
    }
    s.shadow(590, 516, 130, 20, 0.8)
  })
  const pot: Turned = {
    cx: 560,
    rings: [
      [22, 400],
      [20, 414],
      [46, 446],
      [54, 480],
      [40, 508],
      [34, 514],
    ],
    tilt: 0.22,
    color: materials.paper,
    gloss: 0.4,
  }
  lathe(s.ink, pot)
  for (const [turn, long] of [
    [-34, 130],
    [-8, 170],
    [22, 140],
  ] as const)
    leaf(s.ink, 560, 402, long, 42, turn, materials.sage)
  ellipse(s.ink, 560, 400, 22, 4.8, lit(materials.paper, 0.2), 0.6)
}

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

export function drawers(s: Studio): void {
  s.shadow(560, 822, 440, 60, 0.8)
  s.shadow(500, 812, 310, 28, 1)
  for (const x of [272, 728]) leg(s, x, 740, x + (x < 500 ? -14 : 14), 814, materials.walnut, 26, 16)
  const c = s.tint
  face(
    s.ink,
    [
      [216, 330],
      [784, 330],
      [784, 750],
      [216, 750],
    ],
    c,
    0.98,
    0.22,
  )
  fill(
    s.ink,
    polygon([
      [244, 300],
      [756, 300],
      [790, 330],
      [210, 330],
    ]),
    linear(s.ink, [
      [0, lit(c, 1)],
      [1, lit(c, 1.15)],
    ]),
  )
  face(
    s.ink,
    [
      [210, 330],
      [790, 330],
      [790, 348],
      [210, 348],
    ],
    c,
    0.85,
    0.2,
  )
  for (const y of [364, 492, 620]) {
    fill(s.ink, slab(234, y, 532, 116, 5), lit(c, -0.2))
    fill(
      s.ink,
      slab(236, y, 529, 112, 5),
      linear(
        s.ink,
        [
          [0, lit(c, 1.06)],
          [1, lit(c, 0.8)],
        ],
        [0, 0, 0.3, 1],
      ),
    )
    for (const x of [372, 628]) {
      ellipse(s.ink, x + 4, y + 62, 16, 14, lit(c, -0.5), 0.4)
      ellipse(
        s.ink,
        x,
        y + 56,
        14,
        14,
        linear(
          s.ink,
          [
            [0, lit(materials.brass, 1.25)],
            [1, lit(materials.brass, 0.1)],
          ],
          [0, 0, 1, 1],
        ),
      )
    }
  }
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
