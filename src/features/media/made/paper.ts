import { lit, pale, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, right, slab, slant, stroke, turned } from './ink.ts'
import { lying } from './lying.ts'
import { materials, type Studio } from './studio.ts'

export function pen(s: Studio): void {
  turned(s.ink, 'translate(500 500) rotate(-38)', () => {
    const c = s.tint
    const metal = materials.brass
    lying(s, 'M-372 -34H250L372 0L250 34H-372Q-396 0 -372 -34Z', 30)
    const across = (color: Color): string =>
      linear(s.ink, [
        [0, lit(color, 0.7)],
        [0.22, lit({ ...color, l: Math.min(0.97, color.l + 0.14) }, 1.2)],
        [0.42, lit(color, 1)],
        [0.8, lit(color, 0.2)],
        [1, lit(color, 0.4)],
      ])
    fill(s.ink, 'M292 -17L384 -2Q390 0 384 2L292 17Q276 0 292 -17Z', across(metal))
    stroke(s.ink, 'M306 0H382', lit(metal, -0.6), 2.4)
    ellipse(s.ink, 310, 0, 5, 5, lit(metal, -0.8))
    fill(s.ink, 'M196 -30L290 -20Q298 0 290 20L196 30Z', across(materials.iron))
    fill(s.ink, slab(-40, -34, 240, 68, [6, 8, 8, 6]), across(c))
    fill(s.ink, slab(182, -33, 16, 66, 3), across(metal))
    fill(s.ink, slab(-380, -38, 350, 76, [30, 6, 6, 30]), across(c))
    fill(s.ink, slab(-52, -39, 24, 78, 3), across(metal))
    fill(s.ink, slab(-360, -7, 258, 15, [4, 7, 7, 4]), across(metal))
    ellipse(s.ink, -108, 0, 11, 11, lit(metal, 1.1))
    fill(s.ink, slab(-394, -20, 22, 40, [10, 3, 3, 10]), across(metal))
  })
}

export function notebook(s: Studio): void {
  turned(s.ink, 'rotate(-9 500 500)', () => {
    const c = s.tint
    lying(s, slab(230, 130, 540, 740, 18), 34)
    for (let i = 0; i < 6; i++)
      fill(
        s.ink,
        slab(240 + i * 1.5, 142 + i * 1.5, 534, 734, 14),
        lit(materials.paper, i % 2 === 0 ? 0.5 : 0.95),
      )
    const d = slab(228, 128, 540, 740, [8, 22, 22, 8])
    fill(
      s.ink,
      d,
      linear(
        s.ink,
        [
          [0, lit(c, 1.1)],
          [0.6, lit(c, 0.92)],
          [1, lit(c, 0.74)],
        ],
        slant,
      ),
    )
    fill(
      s.ink,
      slab(228, 128, 52, 740, [8, 0, 0, 8]),
      linear(
        s.ink,
        [
          [0, lit(c, 0.3)],
          [0.5, lit(c, 1.05)],
          [0.85, lit(c, 0.5)],
          [1, lit(c, 0.95)],
        ],
        right,
      ),
      0.85,
    )
    inside(s.ink, d, () => {
      for (let i = 0; i < 90; i++) {
        const x = 290 + s.dice() * 470
        const y = 134 + s.dice() * 728
        stroke(
          s.ink,
          `M${n(x)} ${n(y)}q${n((s.dice() - 0.5) * 14)} ${n((s.dice() - 0.5) * 14)} ${n((s.dice() - 0.5) * 22)} ${n((s.dice() - 0.5) * 22)}`,
          lit(c, i % 2 === 0 ? -0.5 : 1.25),
          1.6,
          { opacity: 0.16 },
        )
      }
    })
    stroke(s.ink, slab(234, 134, 528, 728, [6, 18, 18, 6]), materials.white, 2, { opacity: 0.25 })
    const strap = c.l > 0.6 ? materials.iron : pale(c)
    fill(
      s.ink,
      'M700 128H718V868H700Z',
      linear(
        s.ink,
        [
          [0, lit(strap, 0.9)],
          [0.4, lit(strap, 1.1)],
          [1, lit(strap, 0.4)],
        ],
        right,
      ),
    )
    fill(s.ink, 'M718 128H726V868H718Z', lit(c, -0.8), 0.28)
    fill(s.ink, slab(372, 280, 236, 112, 4), lit(c, -0.4), 0.35)
    fill(
      s.ink,
      slab(370, 277, 236, 112, 4),
      linear(
        s.ink,
        [
          [0, lit(materials.paper, 1)],
          [1, lit(materials.paper, 0.86)],
        ],
        slant,
      ),
    )
    stroke(s.ink, 'M404 322H572M404 350H520', lit(materials.iron, 0.9), 4, { opacity: 0.5 })
    const ribbon = c.l > 0.5 ? { l: 0.52, c: 0.12, h: 25 } : materials.brass
    fill(
      s.ink,
      'M420 868H438L440 936L429 922L417 936Z',
      linear(s.ink, [
        [0, lit(ribbon, 0.3)],
        [1, lit(ribbon, 1)],
      ]),
    )
  })
}
