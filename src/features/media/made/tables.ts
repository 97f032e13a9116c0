import { lit } from './color.ts'
import { ellipse, face, fill, inside, linear, n, polygon, slab, stroke } from './ink.ts'
import { lathe, type Turned } from './lathe.ts'
import { leg } from './leg.ts'
import { leaf } from './plants.ts'
import { materials, type Studio } from './studio.ts'

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
