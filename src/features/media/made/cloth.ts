import { lit, mix, pale, type Color } from './color.ts'
import { fill, inside, linear, n, polygon, slab, soft, stroke, turned } from './ink.ts'
import { materials, type Studio } from './studio.ts'

/** Threads that cross, barely seen. */
export function weave(s: Studio, d: string, color: Color, gap: number): void {
  inside(s.ink, d, () => {
    stroke(
      s.ink,
      threads(0, 1000, gap, (at) => `M0 ${at}H1000M${at} 0V1000`),
      lit(color, -0.5),
      1.4,
      { opacity: 0.05 },
    )
  })
}

/** Folded twice and laid on itself, the fringe towards us. */
export function blanket(s: Studio): void {
  s.shadow(580, 806, 460, 66, 0.75)
  s.shadow(505, 796, 330, 40, 1.1)
  const c = s.tint
  const band = c.l > 0.72 ? mix(c, materials.walnut, 0.5) : pale(c, Math.min(0.9, c.l + 0.26))
  for (const [i, y] of [716, 650, 584, 518].entries()) {
    const grow = i % 2 === 0 ? 0 : 10
    const color = { ...c, l: Math.min(0.97, c.l * (1 - i * 0.004)) }
    const d = slab(208 - grow, y, 584 + grow * 2 - i * 6, 74, [34, 34, 34, 34])
    soft(s.ink, d, color, 22)
    inside(s.ink, d, () => {
      for (const x of [280, 312, 664, 696])
        stroke(s.ink, `M${x} ${y}V${y + 74}`, band, 14, { opacity: 0.75, cap: 'butt' })
      stroke(
        s.ink,
        threads(190, 830, 7, (x) => `M${x} ${y}V${y + 74}`),
        lit(c, -0.5),
        1.3,
        { opacity: 0.1 },
      )
      fill(
        s.ink,
        slab(190, y + 44, 640, 32, 0),
        linear(s.ink, [
          [0, lit(c, -0.6), 0],
          [1, lit(c, -0.6), 0.4],
        ]),
      )
    })
  }
  const lid = 'M236 520Q246 470 300 462H704Q756 468 764 520Q770 546 740 550H262Q230 548 236 520Z'
  fill(
    s.ink,
    lid,
    linear(s.ink, [
      [0, lit(c, 0.92)],
      [1, lit(c, 1.1)],
    ]),
  )
  inside(s.ink, lid, () => {
    for (const [x, to] of [
      [322, 286],
      [350, 318],
      [654, 682],
      [682, 714],
    ] as const)
      stroke(s.ink, `M${x} 460L${to} 556`, band, 14, { opacity: 0.75, cap: 'butt' })
    stroke(
      s.ink,
      threads(0, 80, 1, (i) => `M${n(300 + i * 5)} 460L${n(230 + i * 6.75)} 556`),
      lit(c, -0.5),
      1.2,
      { opacity: 0.1 },
    )
  })
  for (let x = 232; x <= 762; x += 13) {
    const sway = (s.dice() - 0.5) * 9
    stroke(s.ink, `M${x} 548q${n(sway)} 24 ${n(sway * 0.6)} ${n(48 + s.dice() * 10)}`, lit(c, 0.25), 7, {
      opacity: 0.9,
    })
    stroke(s.ink, `M${x - 1} 546q${n(sway)} 24 ${n(sway * 0.6)} ${n(46 + s.dice() * 8)}`, lit(c, 1.05), 4)
  }
}

function threads(from: number, to: number, step: number, draw: (at: number) => string): string {
  let d = ''
  for (let at = from; at <= to; at += step) d += draw(at)
  return d
}

/** Seen from above: a border, a field, fringes at both ends. */
export function rug(s: Studio): void {
  const c = s.tint
  const field = c.l > 0.78 ? mix(c, materials.linen, 0.2) : pale(c, 0.9)
  const line = c.l > 0.78 ? mix(c, materials.walnut, 0.6) : c
  turned(s.ink, 'rotate(-7 500 500)', () => {
    for (let i = 0; i < 6; i++)
      fill(s.ink, slab(206 + i, 106 + i * 4, 606 + i * 2, 812 - i * 3, 14), { ...s.wall, l: 0.34 }, 0.05)
    for (const [y, up] of [
      [112, -1],
      [888, 1],
    ] as const) {
      for (let x = 206; x <= 794; x += 9.8) {
        const sway = (s.dice() - 0.5) * 7
        stroke(
          s.ink,
          `M${n(x)} ${y}q${n(sway)} ${20 * up} ${n(sway)} ${n((36 + s.dice() * 8) * up)}`,
          lit(materials.linen, 0.7 + s.dice() * 0.4),
          4.2,
        )
      }
    }
    const d = slab(200, 108, 600, 784, 5)
    fill(
      s.ink,
      d,
      linear(
        s.ink,
        [
          [0, lit(c, 1.06)],
          [1, lit(c, 0.8)],
        ],
        [0, 0, 0.7, 1],
      ),
    )
    fill(
      s.ink,
      slab(236, 146, 528, 708, 3),
      linear(
        s.ink,
        [
          [0, lit(field, 1.06)],
          [1, lit(field, 0.84)],
        ],
        [0, 0, 0.7, 1],
      ),
    )
    stroke(s.ink, slab(252, 162, 496, 676, 2), line, 5, { opacity: 0.85 })
    lozenges(s, line, field)
    stroke(
      s.ink,
      threads(110, 892, 5, (y) => `M200 ${y}H800`),
      lit(c, -0.6),
      1.4,
      { opacity: 0.12 },
    )
    fill(
      s.ink,
      d,
      linear(
        s.ink,
        [
          [0, materials.white, 0.14],
          [0.5, materials.white, 0],
          [1, lit(c, -1), 0.2],
        ],
        [0, 0, 1, 1],
      ),
    )
  })
}

function lozenges(s: Studio, line: Color, field: Color): void {
  for (const y of [288, 500, 712]) {
    for (const [rx, ry, paint] of [
      [196, 92, line],
      [168, 76, field],
      [120, 54, line],
      [88, 38, field],
      [36, 17, line],
    ] as const) {
      fill(
        s.ink,
        polygon([
          [500 - rx, y],
          [500, y - ry],
          [500 + rx, y],
          [500, y + ry],
        ]),
        linear(
          s.ink,
          [
            [0, lit(paint, 1)],
            [1, lit(paint, 0.86)],
          ],
          [0, 0, 0.6, 1],
        ),
      )
    }
  }
  for (const y of [182, 394, 606, 818])
    for (const x of [286, 714])
      fill(
        s.ink,
        polygon([
          [x - 26, y],
          [x, y - 15],
          [x + 26, y],
          [x, y + 15],
        ]),
        line,
      )
}
