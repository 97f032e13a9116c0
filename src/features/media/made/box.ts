import { lit, mix, pale, type Color } from './color.ts'
import { ellipse, fill, linear, polygon, right } from './ink.ts'
import { materials, type Studio } from './studio.ts'

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
