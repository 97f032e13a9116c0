import { lit, type Color } from './color.ts'
import { fill, linear, n, stroke, tube, turned, type Ink } from './ink.ts'
import { lathe, mouth, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** A leaf whose stalk is at (x, y), pointing up and turned by so many degrees. */
export function leaf(
  ink: Ink,
  x: number,
  y: number,
  length: number,
  width: number,
  turn: number,
  color: Color,
): void {
  turned(ink, `translate(${n(x)} ${n(y)}) rotate(${n(turn)})`, () => {
    const half = (side: number): string =>
      `M0 0C${n(side * width * 0.62)} ${n(-length * 0.18)} ${n(side * width * 0.62)} ${n(-length * 0.72)} 0 ${n(-length)}Q${n(side * -2)} ${n(-length / 2)} 0 0Z`
    fill(
      ink,
      half(-1),
      linear(ink, [
        [0, lit(color, 1.15)],
        [1, lit(color, 0.6)],
      ]),
    )
    fill(
      ink,
      half(1),
      linear(ink, [
        [0, lit(color, 0.75)],
        [1, lit(color, 0.3)],
      ]),
    )
    stroke(
      ink,
      `M0 0Q-2 ${n(-length / 2)} 0 ${n(-length * 0.94)}`,
      lit({ ...color, l: Math.min(0.95, color.l + 0.16) }, 1),
      Math.max(1, width * 0.03),
      { opacity: 0.7 },
    )
  })
}

const sprigs: readonly (readonly [x: number, y: number, length: number, width: number, turn: number])[] = [
  [500, 560, 250, 118, -58],
  [500, 560, 250, 118, 60],
  [496, 540, 270, 122, -30],
  [506, 540, 280, 126, 34],
  [470, 470, 220, 108, -66],
  [532, 470, 220, 108, 68],
  [500, 470, 270, 124, 4],
  [486, 420, 210, 104, -34],
  [516, 420, 210, 104, 30],
  [500, 380, 190, 92, -4],
]

export function plant(s: Studio): void {
  const pot: Turned = {
    cx: 500,
    rings: [
      [150, 590, 'sharp'],
      [148, 612],
      [138, 690],
      [118, 760],
      [108, 776],
    ],
    tilt: 0.2,
    color: s.tint,
    gloss: 0.15,
  }
  s.shadow(600, 790, 360, 64, 0.7)
  s.shadow(506, 786, 160, 38, 1.2)
  lathe(s.ink, pot)
  mouth(s.ink, pot, 12, { l: 0.36, c: 0.03, h: 55 })
  tube(s.ink, 'M500 596Q494 480 500 330', 11, { ...materials.leaf, l: 0.44 })
  for (const [x, y, length, width, turn] of sprigs) {
    const sway = (s.dice() - 0.5) * 12
    leaf(s.ink, x, y, length, width, turn + sway, {
      ...materials.leaf,
      l: 0.44 + s.dice() * 0.14,
      h: 138 + s.dice() * 12,
    })
  }
}
