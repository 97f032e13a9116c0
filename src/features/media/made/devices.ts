import { lit, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, polygon, right, slab, slant, turned } from './ink.ts'
import { glow } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

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
