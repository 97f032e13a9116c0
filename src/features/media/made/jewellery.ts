import { lit, mix, pale } from './color.ts'
import { ellipse, fill, linear, n, polygon, radial, right, slab, slant, stroke, turned } from './ink.ts'
import { lying } from './lying.ts'
import { materials, type Studio } from './studio.ts'

export function watch(s: Studio): void {
  const c = s.tint
  const steel = c.h > 40 && c.h < 110 && c.c > 0.05 ? materials.brass : materials.steel
  lying(s, 'M408 -20H592L576 330A190 190 0 0 1 576 670L592 1020H408L424 670A190 190 0 0 1 424 330Z', 36)
  for (const flip of [0, 180]) {
    turned(s.ink, `rotate(${flip} 500 500)`, () => {
      const d = 'M404 -30H596L580 340H420Z'
      fill(
        s.ink,
        d,
        linear(
          s.ink,
          [
            [0, lit(c, 0.7)],
            [0.25, lit(c, 1.1)],
            [0.6, lit(c, 0.85)],
            [1, lit(c, 0.35)],
          ],
          flip === 0 ? right : [1, 0, 0, 0],
        ),
      )
      stroke(s.ink, 'M420 -20L434 316M580 -20L566 316', lit(mix(c, materials.linen, 0.5), 1), 3, {
        dash: '13 9',
        opacity: 0.8,
      })
      fill(
        s.ink,
        'M426 250H574L578 340H422Z',
        linear(
          s.ink,
          [
            [0, lit(c, -0.6), 0],
            [1, lit(c, -0.6), 0.55],
          ],
          flip === 0 ? [0, 0, 0, 1] : [0, 0, 0, 1],
        ),
      )
    })
  }
  const ring = (r: number, a: number, b: number): void =>
    ellipse(
      s.ink,
      500,
      500,
      r,
      r,
      linear(
        s.ink,
        [
          [0, lit(steel, a)],
          [0.5, lit(steel, (a + b) / 2)],
          [1, lit(steel, b)],
        ],
        [0.1, 0, 0.9, 1],
      ),
    )
  fill(
    s.ink,
    slab(690, 476, 40, 48, 8),
    linear(s.ink, [
      [0, lit(steel, 1.1)],
      [1, lit(steel, 0)],
    ]),
  )
  for (let y = 482; y < 522; y += 7) stroke(s.ink, `M698 ${y}H728`, lit(steel, -0.8), 2, { opacity: 0.5 })
  ring(204, 1.2, 0)
  ring(196, 0.9, 0.5)
  ring(180, -0.2, 1.2)
  const dial = c.l < 0.42 ? { l: 0.97, c: 0.008, h: 85 } : { l: 0.27, c: Math.min(0.05, c.c), h: c.h }
  const ink = dial.l > 0.5 ? { l: 0.26, c: 0.01, h: 80 } : { l: 0.96, c: 0.01, h: 85 }
  ellipse(
    s.ink,
    500,
    500,
    172,
    172,
    radial(
      s.ink,
      [
        [0, lit(dial, 1.15)],
        [1, lit(dial, 0.7)],
      ],
      0.4,
      0.35,
      0.8,
    ),
  )
  for (let i = 0; i < 12; i++)
    turned(s.ink, `rotate(${i * 30} 500 500)`, () =>
      stroke(
        s.ink,
        i % 3 === 0 ? 'M500 342V372' : 'M500 344V360',
        i % 3 === 0 ? steel : ink,
        i % 3 === 0 ? 8 : 4,
        { cap: 'butt' },
      ),
    )
  for (const [turn, long, wide] of [
    [-54, 84, 10],
    [62, 124, 7],
  ] as const)
    turned(s.ink, `rotate(${turn} 500 500)`, () =>
      stroke(s.ink, `M500 516V${500 - long}`, lit(steel, 1.1), wide),
    )
  turned(s.ink, 'rotate(200 500 500)', () => stroke(s.ink, 'M500 534V372', { l: 0.62, c: 0.15, h: 35 }, 3))
  ellipse(s.ink, 500, 500, 9, 9, lit(steel, 1.1))
  fill(
    s.ink,
    'M352 412A172 172 0 0 1 560 340L400 640A172 172 0 0 1 352 412Z',
    linear(
      s.ink,
      [
        [0, materials.white, 0.3],
        [1, materials.white, 0.02],
      ],
      slant,
    ),
  )
}

/** A ring in a little open box's stead: a band with a stone, standing on a block of plaster. */
export function ring(s: Studio): void {
  const metal = s.tint.l > 0.7 && s.tint.c < 0.03 ? materials.steel : materials.brass
  const plaster = pale(s.tint, 0.94)
  s.shadow(590, 802, 400, 60, 0.75)
  fill(
    s.ink,
    polygon([
      [300, 690],
      [700, 690],
      [700, 806],
      [300, 806],
    ]),
    linear(s.ink, [
      [0, lit(plaster, 0.92)],
      [1, lit(plaster, 0.68)],
    ]),
  )
  fill(
    s.ink,
    polygon([
      [340, 640],
      [660, 640],
      [700, 690],
      [300, 690],
    ]),
    linear(s.ink, [
      [0, lit(plaster, 1)],
      [1, lit(plaster, 1.1)],
    ]),
  )
  s.shadow(540, 666, 130, 16, 1.3)
  for (let i = 0; i < 9; i++) {
    const t = i / 9
    s.ink.body.push(`<g transform="translate(${n(-5 * t)} ${n(-4 * t)})">`)
    stroke(
      s.ink,
      'M372 530A128 132 0 1 1 628 530A128 132 0 1 1 372 530Z',
      lit(metal, 0.05 + 1.15 * Math.sin((t * Math.PI) / 2)),
      24 * (1 - 0.9 * t),
    )
    s.ink.body.push('</g>')
  }
  stroke(s.ink, 'M384 470A128 132 0 0 1 440 412', materials.white, 5, { opacity: 0.8 })
  gem(s, 500, 330)
  for (const x of [436, 564])
    stroke(s.ink, `M${x} 344Q${x + (500 - x) * 0.3} 386 ${500 + (x - 500) * 0.4} 402`, lit(metal, 1), 9)
}

function gem(s: Studio, x: number, y: number): void {
  const c =
    s.tint.c < 0.03
      ? { l: 0.93, c: 0.02, h: 240 }
      : { ...s.tint, l: Math.max(0.5, s.tint.l), c: s.tint.c * 1.25 }
  const at = (dx: number, dy: number): readonly [number, number] => [x + dx, y + dy]
  const [a, b, d, e, g, h] = [
    at(-84, -8),
    at(-44, -52),
    at(44, -52),
    at(84, -8),
    at(0, 82),
    at(0, -8),
  ] as const
  const facets = [
    [[a, b, at(-34, -8)], 1.2],
    [[b, d, at(34, -8), at(-34, -8)], 1.02],
    [[d, e, at(34, -8)], 0.7],
    [[a, at(-34, -8), g], 0.85],
    [[at(-34, -8), at(34, -8), g], 0.5],
    [[at(34, -8), e, g], 0.1],
  ] as const
  for (const [points, light] of facets) fill(s.ink, polygon(points), lit(c, light))
  fill(s.ink, polygon([at(-34, -8), h, at(-12, 40)]), materials.white, 0.35)
  fill(s.ink, polygon([b, at(-10, -52), at(-30, -12)]), materials.white, 0.55)
}
