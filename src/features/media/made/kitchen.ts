import { css, lit, mix } from './color.ts'
import { ellipse, fill, inside, linear, radial, right, slab, stroke, tube, turned } from './ink.ts'
import { hoop, lathe, mouth, outline, type Ring, type Turned } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** Where things on the table stand. */
const base = 772

export function basket(s: Studio): void {
  const color = mix(s.tint, materials.straw, 0.25)
  const rings: Ring[] = [
    [226, 470],
    [232, 500],
    [238, 590],
    [222, 690],
    [184, base],
  ]
  const body: Turned = { cx: 500, rings, tilt: 0.22, color }
  s.shadow(610, base + 26, 420, 78, 0.7)
  s.shadow(508, base + 22, 240, 56, 1.1)
  lathe(s.ink, body)
  inside(s.ink, outline(body), () => {
    let row = 0
    for (let y = 476; y < base + 8; y += 15) {
      const d = hoop(body, Math.min(y, base))
      stroke(s.ink, d, lit(color, 0), 15, { opacity: 0.1, cap: 'butt' })
      stroke(s.ink, d, lit(color, -1), 3, { opacity: 0.32, cap: 'butt' })
      stroke(s.ink, d, lit({ ...color, l: Math.min(0.97, color.l + 0.1) }, 1.1), 8, {
        opacity: 0.5,
        dash: '19 19',
        shift: row % 2 === 0 ? 0 : 19,
        cap: 'butt',
      })
      stroke(s.ink, d, lit(color, -1), 9, {
        opacity: 0.2,
        dash: '3 16',
        shift: row % 2 === 0 ? 2 : 21,
        cap: 'butt',
      })
      row++
    }
  })
  const shade = linear(
    s.ink,
    [
      [0, materials.white, 0.12],
      [0.4, materials.white, 0],
      [0.6, lit(color, -1), 0],
      [1, lit(color, -1), 0.5],
    ],
    right,
  )
  fill(s.ink, outline(body), shade)
  mouth(s.ink, body, 20, { ...color, l: color.l * 0.86 })
  tube(s.ink, 'M292 512C252 430 330 380 356 448', 18, lit(color, 0.8))
  tube(s.ink, 'M708 512C748 430 670 380 644 448', 18, lit(color, 0.6))
}

export function pan(s: Studio): void {
  const tilt = 0.3
  s.shadow(520, base + 16, 430, 78, 0.8)
  s.shadow(440, base + 8, 250, 56, 1.1)
  turned(s.ink, 'rotate(-9 640 640)', () => {
    fill(
      s.ink,
      slab(640, 634, 292, 42, [10, 21, 21, 10]),
      linear(s.ink, [
        [0, lit(materials.oak, 1.15)],
        [0.5, lit(materials.oak, 0.85)],
        [1, lit(materials.oak, 0.3)],
      ]),
    )
    ellipse(s.ink, 904, 655, 9, 8, lit(materials.oak, -1), 0.8)
    fill(
      s.ink,
      slab(610, 638, 60, 34, 8),
      linear(s.ink, [
        [0, lit(materials.steel, 1.1)],
        [1, lit(materials.steel, 0.2)],
      ]),
    )
  })
  const rings: Ring[] = [
    [256, 640],
    [252, 654],
    [226, 730],
    [206, base - 8],
    [196, base - 4],
  ]
  const body: Turned = { cx: 420, rings, tilt, color: s.tint, gloss: 0.45 }
  lathe(s.ink, body)
  mouth(s.ink, body, 8, { ...materials.iron, l: 0.42 })
  const floor = radial(
    s.ink,
    [
      [0, { ...materials.iron, l: 0.47 }],
      [0.8, { ...materials.iron, l: 0.4 }],
      [1, { ...materials.iron, l: 0.34 }],
    ],
    0.6,
    0.6,
    0.6,
  )
  inside(s.ink, 'M172 600H668V641A248 74 0 0 1 172 641Z', () => {
    s.ink.body.push(
      `<ellipse cx="420" cy="690" rx="212" ry="62" fill="${floor}" stroke="${css({ ...materials.iron, l: 0.33 })}" stroke-width="3"/>`,
    )
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
