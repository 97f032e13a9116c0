import { lit, mix, pale, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, polygon, right, slab, soft, stroke, tube, turned } from './ink.ts'
import { glow } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** A pillow that leans back: four drawn-out corners, piping, a zip nobody sees. */
export function cushion(s: Studio): void {
  s.shadow(590, 792, 400, 62, 0.75)
  s.shadow(504, 784, 270, 36, 1.1)
  turned(s.ink, 'rotate(-4 500 560)', () => {
    const d = 'M258 326Q500 356 742 322Q714 552 746 780Q500 756 254 784Q286 552 258 326Z'
    soft(s.ink, d, s.tint, 74, 0.8)
    inside(s.ink, d, () => {
      glow(s.ink, 420, 470, 300, 290, lit({ ...s.tint, l: Math.min(0.98, s.tint.l + 0.07) }, 1.2), 0.5)
      glow(s.ink, 700, 760, 260, 260, lit(s.tint, -0.2), 0.35)
    })
    weave(s, d, s.tint, 9)
    creases(s)
    stroke(s.ink, d, lit(s.tint, 0.25), 7)
    stroke(s.ink, d, lit({ ...s.tint, l: Math.min(0.97, s.tint.l + 0.05) }, 1.15), 3)
  })
}

function creases(s: Studio): void {
  for (const [x, y, dx, dy] of [
    [276, 346, 92, 74],
    [726, 342, -94, 78],
    [728, 758, -88, -82],
    [274, 762, 90, -80],
  ] as const) {
    for (const bend of [-0.5, 0.1, 0.7]) {
      const d = `M${x} ${y}q${n(dx * (0.5 + bend * 0.4))} ${n(dy * (0.4 - bend * 0.4))} ${n(dx * (0.9 + bend * 0.3))} ${n(dy * (1 - bend * 0.5))}`
      for (const width of [16, 10, 5]) stroke(s.ink, d, lit(s.tint, -0.4), width, { opacity: 0.04 })
    }
  }
}

/** Threads that cross, barely seen. */
function weave(s: Studio, d: string, color: Color, gap: number): void {
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

/** A market bag that stands by itself. */
export function bag(s: Studio): void {
  s.shadow(600, 812, 400, 66, 0.75)
  s.shadow(506, 800, 260, 40, 1.2)
  const c = s.tint
  const hide = c.l < 0.5 ? { l: 0.6, c: 0.08, h: 58 } : { l: 0.46, c: 0.07, h: 50 }
  tube(s.ink, 'M396 440C390 190 610 190 604 440', 20, lit(hide, 0.5), 'butt')
  fill(
    s.ink,
    'M262 410Q500 384 738 410L730 470H270Z',
    linear(s.ink, [
      [0, lit(c, -0.4)],
      [1, lit(c, 0.2)],
    ]),
  )
  const d = 'M260 412Q380 436 500 436T740 412L782 760Q784 802 744 804Q500 818 256 804Q216 802 218 760Z'
  soft(s.ink, d, c, 24)
  weave(s, d, c, 10)
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0.7, lit(c, -0.4), 0],
        [0.86, lit(c, -0.4), 0.12],
        [1, lit(c, -0.4), 0.42],
      ],
      right,
    ),
  )
  stroke(s.ink, 'M266 440Q380 462 500 462T734 440', lit(c, -0.2), 3, { opacity: 0.7, dash: '11 8' })
  tube(s.ink, 'M370 520C356 170 644 170 630 520', 22, hide, 'butt')
  for (const x of [370, 630]) {
    fill(
      s.ink,
      slab(x - 18, 486, 36, 96, [6, 6, 16, 16]),
      linear(
        s.ink,
        [
          [0, lit(hide, 1.1)],
          [1, lit(hide, 0.5)],
        ],
        [0, 0, 1, 1],
      ),
    )
    stroke(s.ink, slab(x - 12, 494, 24, 80, [4, 4, 12, 12]), lit(materials.linen, 0.9), 2, {
      dash: '7 5',
      opacity: 0.8,
    })
    ellipse(s.ink, x, 512, 5.5, 5.5, lit(materials.brass, 1.1))
  }
  fill(
    s.ink,
    slab(452, 640, 96, 56, 4),
    linear(s.ink, [
      [0, lit(hide, 1.05)],
      [1, lit(hide, 0.65)],
    ]),
  )
  stroke(s.ink, 'M474 668H526', lit(materials.brass, 1.1), 4)
}

/** A lidded box with a ribbon, seen over its corner. */
export function box(s: Studio): void {
  s.shadow(560, 800, 460, 74, 0.8)
  s.shadow(470, 796, 300, 36, 1)
  const c = s.tint
  const ribbon = c.l > 0.72 ? mix(materials.walnut, c, 0.35) : pale(c)
  const front = [
    [212, 500],
    [566, 540],
    [566, 806],
    [224, 750],
  ] as const
  const side = [
    [566, 540],
    [786, 486],
    [774, 732],
    [566, 806],
  ] as const
  fill(
    s.ink,
    polygon(front),
    linear(
      s.ink,
      [
        [0, lit(c, 0.98)],
        [1, lit(c, 0.82)],
      ],
      [0, 0, 0.4, 1],
    ),
  )
  fill(
    s.ink,
    polygon(side),
    linear(
      s.ink,
      [
        [0, lit(c, 0.42)],
        [1, lit(c, 0.22)],
      ],
      [0, 0, 1, 0.6],
    ),
  )
  fill(
    s.ink,
    polygon([
      [372, 518],
      [426, 524],
      [430, 785],
      [378, 776],
    ]),
    linear(s.ink, [
      [0, lit(ribbon, 1)],
      [1, lit(ribbon, 0.8)],
    ]),
  )
  fill(
    s.ink,
    polygon([
      [656, 518],
      [696, 508],
      [690, 762],
      [652, 776],
    ]),
    linear(s.ink, [
      [0, lit(ribbon, 0.5)],
      [1, lit(ribbon, 0.3)],
    ]),
  )
  fill(
    s.ink,
    polygon([
      [212, 520],
      [566, 562],
      [566, 590],
      [214, 546],
    ]),
    lit(c, -0.6),
    0.25,
  )
  fill(
    s.ink,
    polygon([
      [566, 562],
      [786, 506],
      [785, 530],
      [566, 590],
    ]),
    lit(c, -0.8),
    0.3,
  )
  fill(
    s.ink,
    polygon([
      [196, 430],
      [432, 390],
      [802, 418],
      [798, 498],
      [566, 556],
      [202, 514],
    ]),
    lit(c, 0.9),
  )
  fill(
    s.ink,
    polygon([
      [196, 430],
      [566, 468],
      [566, 556],
      [202, 514],
    ]),
    linear(s.ink, [
      [0, lit(c, 1.06)],
      [1, lit(c, 0.92)],
    ]),
  )
  fill(
    s.ink,
    polygon([
      [566, 468],
      [802, 418],
      [798, 498],
      [566, 556],
    ]),
    linear(
      s.ink,
      [
        [0, lit(c, 0.55)],
        [1, lit(c, 0.36)],
      ],
      right,
    ),
  )
  fill(
    s.ink,
    polygon([
      [196, 430],
      [432, 390],
      [802, 418],
      [566, 468],
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
  fill(
    s.ink,
    polygon([
      [370, 448],
      [424, 453],
      [428, 540],
      [374, 534],
    ]),
    lit(ribbon, 1),
  )
  fill(
    s.ink,
    polygon([
      [658, 448],
      [698, 440],
      [696, 524],
      [656, 533],
    ]),
    lit(ribbon, 0.5),
  )
  fill(
    s.ink,
    polygon([
      [370, 448],
      [600, 403],
      [650, 407],
      [424, 453],
    ]),
    lit(ribbon, 1.1),
  )
  fill(
    s.ink,
    polygon([
      [300, 412],
      [346, 405],
      [698, 440],
      [658, 448],
    ]),
    lit(ribbon, 1.05),
  )
  bow(s, 498, 428, ribbon)
}

function bow(s: Studio, x: number, y: number, color: Color): void {
  for (const [side, light] of [
    [-1, 1.1],
    [1, 0.8],
  ] as const) {
    const loop = `M${x} ${y}C${x + side * 40} ${y - 90} ${x + side * 168} ${y - 96} ${x + side * 150} ${y - 34}C${x + side * 138} ${y + 4} ${x + side * 60} ${y + 10} ${x} ${y}Z`
    fill(
      s.ink,
      loop,
      linear(s.ink, [
        [0, lit(color, light)],
        [1, lit(color, light - 0.55)],
      ]),
    )
    fill(
      s.ink,
      `M${x} ${y}C${x + side * 46} ${y - 60} ${x + side * 128} ${y - 72} ${x + side * 120} ${y - 34}C${x + side * 110} ${y - 8} ${x + side * 56} ${y + 2} ${x} ${y}Z`,
      lit(color, -0.1),
      0.55,
    )
    fill(
      s.ink,
      `M${x} ${y}C${x + side * 40} ${y + 6} ${x + side * 84} ${y + 10} ${x + side * 120} ${y + 46}L${x + side * 70} ${y + 50}Q${x + side * 30} ${y + 26} ${x} ${y}Z`,
      linear(s.ink, [
        [0, lit(color, 0.7)],
        [1, lit(color, light)],
      ]),
    )
  }
  ellipse(
    s.ink,
    x,
    y - 2,
    22,
    19,
    linear(
      s.ink,
      [
        [0, lit(color, 1.15)],
        [1, lit(color, 0.4)],
      ],
      [0, 0, 0.6, 1],
    ),
  )
}
