import { lit, mix, type Color } from './color.ts'
import { ellipse, fill, inside, linear, radial, slab, stroke, tube, turned } from './ink.ts'
import { materials, type Studio } from './studio.ts'

/** A wall clock: a rim in the tint, a quiet dial, ten past ten. */
export function clock(s: Studio): void {
  hangingShade(s, 500, 470, 300)
  const rim = (r: number, a: number, b: number): void => {
    ellipse(
      s.ink,
      500,
      470,
      r,
      r,
      linear(
        s.ink,
        [
          [0, lit(s.tint, a)],
          [1, lit(s.tint, b)],
        ],
        [0.1, 0.05, 0.9, 0.95],
      ),
    )
  }
  rim(302, 1.2, 0.2)
  rim(296, 1.05, 0.5)
  rim(272, 0.1, 1.1)
  const dial =
    s.tint.l > 0.7 ? mix(s.tint, { l: 0.985, c: 0.01, h: 85 }, 0.85) : { l: 0.975, c: 0.008, h: 85 }
  ellipse(
    s.ink,
    500,
    470,
    266,
    266,
    linear(
      s.ink,
      [
        [0, lit(dial, 0.75)],
        [0.35, lit(dial, 0.95)],
        [1, lit(dial, 1.02)],
      ],
      [0.1, 0, 0.7, 0.9],
    ),
  )
  const mark = { l: 0.32, c: 0.012, h: 70 }
  for (let i = 0; i < 12; i++) {
    turned(s.ink, `rotate(${i * 30} 500 470)`, () =>
      stroke(s.ink, i % 3 === 0 ? 'M500 226V262' : 'M500 230V248', mark, i % 3 === 0 ? 8 : 4.5, {
        cap: 'butt',
      }),
    )
  }
  for (const [turn, length, width, color] of [
    [-58, 138, 12, mark],
    [60, 202, 8.5, mark],
    [205, 180, 3, s.tint.l > 0.8 ? materials.brass : s.tint],
  ] as const) {
    turned(s.ink, `rotate(${turn} 500 470)`, () => {
      stroke(s.ink, `M506 ${516}V${480 - length}`, materials.iron, width, { opacity: 0.14 })
      stroke(s.ink, `M500 ${470 + 36}V${470 - length}`, color, width)
    })
  }
  ellipse(s.ink, 500, 470, 13, 13, mark)
}

/** A round looking-glass on a leather strap. */
export function mirror(s: Studio): void {
  const strap = { l: 0.5, c: 0.07, h: 55 }
  hangingShade(s, 500, 540, 300)
  tube(s.ink, 'M268 380L496 118', 13, strap)
  tube(s.ink, 'M732 380L504 118', 13, strap)
  ellipse(s.ink, 508, 122, 22, 22, lit(materials.iron, 0), 0.25)
  ellipse(
    s.ink,
    500,
    114,
    20,
    20,
    linear(
      s.ink,
      [
        [0, lit(materials.oak, 1.2)],
        [1, lit(materials.oak, 0.2)],
      ],
      [0, 0, 1, 1],
    ),
  )
  ellipse(
    s.ink,
    500,
    540,
    300,
    300,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.2)],
        [0.5, lit(s.tint, 0.8)],
        [1, lit(s.tint, 0.2)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  )
  ellipse(
    s.ink,
    500,
    540,
    280,
    280,
    linear(
      s.ink,
      [
        [0, lit(s.tint, 0)],
        [1, lit(s.tint, 1.1)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  )
  const glass = { ...s.wall, l: 0.9, c: s.wall.c * 0.5 + 0.004 }
  const d = 'M225 540A275 275 0 0 1 775 540A275 275 0 0 1 225 540Z'
  fill(
    s.ink,
    d,
    linear(
      s.ink,
      [
        [0, { ...glass, l: 0.97 }],
        [0.45, { ...glass, l: 0.88 }],
        [0.62, { ...glass, l: 0.93 }],
        [1, { ...glass, l: 0.8 }],
      ],
      [0, 0, 0.9, 1],
    ),
  )
  inside(s.ink, d, () => {
    const sheen = linear(
      s.ink,
      [
        [0, materials.white, 0.65],
        [1, materials.white, 0.1],
      ],
      [0, 0, 1, 1],
    )
    fill(s.ink, 'M120 700L620 150H720L120 820Z', sheen, 0.55)
    fill(s.ink, 'M300 840L800 300L830 340L350 860Z', sheen, 0.4)
    stroke(s.ink, 'M222 540A278 278 0 0 1 560 268', lit(glass, -1), 12, { opacity: 0.12 })
  })
}

/** A framed print: hills, a sun, a broad mat. */
export function frame(s: Studio): void {
  for (let i = 0; i < 14; i++)
    fill(
      s.ink,
      slab(246 + i * 1.8, 128 + i * 3.6, 516 + i * 2, 672 + i, 8 + i),
      { ...s.wall, l: s.wall.l * 0.5 },
      0.02,
    )
  fill(
    s.ink,
    slab(240, 120, 520, 670, 4),
    linear(
      s.ink,
      [
        [0, lit(s.tint, 1.15)],
        [1, lit(s.tint, 0.6)],
      ],
      [0, 0, 1, 1],
    ),
  )
  fill(s.ink, 'M760 120V790H240L262 768H738V142Z', lit(s.tint, 0.1), 0.45)
  fill(s.ink, slab(262, 142, 476, 626, 1), lit(materials.paper, 0.62))
  fill(
    s.ink,
    slab(268, 150, 470, 618, 1),
    linear(s.ink, [
      [0, lit(materials.paper, 0.85)],
      [0.1, lit(materials.paper, 1)],
      [1, lit(materials.paper, 0.97)],
    ]),
  )
  const art = 'M338 236H662V674H338Z'
  fill(s.ink, 'M335 233H662V674H335Z', lit(materials.paper, 0.5))
  const sky = mix(s.tint, { l: 0.9, c: 0.03, h: 75 }, 0.72)
  fill(
    s.ink,
    art,
    linear(s.ink, [
      [0, { ...sky, l: 0.9 }],
      [1, { ...sky, l: 0.84 }],
    ]),
  )
  inside(s.ink, art, () => {
    const warm = { l: 0.74, c: 0.11, h: (s.tint.h + 360 + 200) % 360 > 180 ? 45 : 68 }
    ellipse(s.ink, s.dice() < 0.5 ? 432 : 568, 372, 70, 70, warm, 0.92)
    const tone = (l: number, c: number): Color => ({ l, c: Math.max(0.02, s.tint.c * c), h: s.tint.h })
    fill(s.ink, 'M320 520C400 430 480 470 540 500S640 520 680 470V700H320Z', tone(0.72, 0.7))
    fill(s.ink, 'M320 560C400 540 470 500 540 560S640 600 680 540V700H320Z', tone(0.56, 0.9))
    fill(s.ink, 'M320 640C420 560 520 640 680 600V700H320Z', tone(0.4, 0.9))
  })
  fill(
    s.ink,
    'M262 142H560L262 560Z',
    linear(
      s.ink,
      [
        [0, materials.white, 0.24],
        [1, materials.white, 0.02],
      ],
      [0, 0, 0.6, 0.7],
    ),
  )
}

/** What hangs a finger's breadth before the wall throws a soft shade to the lower right. */
function hangingShade(s: Studio, x: number, y: number, r: number): void {
  const shade = { l: s.wall.l * 0.42, c: s.wall.c + 0.012, h: s.wall.h }
  const stops = [
    [0, 0.42],
    [0.72, 0.4],
    [0.82, 0.22],
    [0.91, 0.07],
    [1, 0],
  ] as const
  ellipse(
    s.ink,
    x + 34,
    y + 46,
    r * 1.2,
    r * 1.2,
    radial(
      s.ink,
      stops.map(([at, o]) => [at, shade, o] as const),
    ),
  )
}
