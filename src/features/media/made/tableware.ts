import { lit, mix, pale, type Color } from './color.ts'
import { ellipse, inside, linear, right, tube } from './ink.ts'
import { glow, lathe, mouth, type Ring, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** Where things on the table stand. */
const base = 772

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
