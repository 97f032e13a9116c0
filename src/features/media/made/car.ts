import { lit } from './color.ts'
import { ellipse, fill, linear, radial, slab, slant, soft, stroke } from './ink.ts'
import { materials, type Studio } from './studio.ts'

/** A small car from the side, as a child would ask for it. */
export function car(s: Studio): void {
  const c = s.tint
  s.shadow(530, 770, 520, 54, 0.85)
  s.shadow(500, 758, 430, 28, 1.2)
  const body =
    'M92 690Q86 590 150 566L262 546C320 470 368 420 450 412H600C680 416 724 470 770 546L866 572Q916 590 910 690Q908 716 884 716H118Q94 716 92 690Z'
  soft(s.ink, body, c, 26)
  const glass = { l: 0.42, c: 0.025, h: 240 }
  fill(
    s.ink,
    'M292 548C340 482 380 442 452 436H498V548Z',
    linear(
      s.ink,
      [
        [0, { ...glass, l: 0.62 }],
        [1, glass],
      ],
      slant,
    ),
  )
  fill(
    s.ink,
    'M520 436H598C660 440 694 486 734 548H520Z',
    linear(
      s.ink,
      [
        [0, { ...glass, l: 0.6 }],
        [1, glass],
      ],
      slant,
    ),
  )
  fill(s.ink, 'M372 548L430 440L462 437L404 548ZM560 548L612 440L628 443L584 548Z', materials.white, 0.28)
  stroke(s.ink, 'M508 440V700M282 566Q276 640 300 700M748 566Q752 620 738 650', lit(c, -0.4), 3, {
    opacity: 0.55,
  })
  stroke(s.ink, 'M110 600Q500 560 900 604', materials.white, 5, { opacity: 0.32 })
  for (const x of [540, 320])
    fill(
      s.ink,
      slab(x, 592, 46, 10, 5),
      linear(s.ink, [
        [0, lit(materials.steel, 1.2)],
        [1, lit(materials.steel, 0.2)],
      ]),
    )
  ellipse(
    s.ink,
    872,
    616,
    24,
    26,
    radial(s.ink, [
      [0, { l: 0.99, c: 0.03, h: 95 }],
      [1, { l: 0.86, c: 0.05, h: 85 }],
    ]),
  )
  fill(s.ink, slab(92, 604, 30, 42, 8), { l: 0.56, c: 0.16, h: 27 })
  fill(
    s.ink,
    slab(86, 684, 828, 26, 12),
    linear(s.ink, [
      [0, lit(materials.steel, 1.1)],
      [1, lit(materials.steel, 0.1)],
    ]),
  )
  for (const x of [262, 738]) {
    fill(s.ink, `M${x - 104} 712A104 104 0 0 1 ${x + 104} 712Z`, lit({ l: 0.2, c: 0.01, h: 270 }, 0.5))
    ellipse(
      s.ink,
      x,
      702,
      84,
      84,
      radial(s.ink, [
        [0.7, { l: 0.24, c: 0.006, h: 270 }],
        [0.9, { l: 0.31, c: 0.006, h: 270 }],
        [1, { l: 0.18, c: 0.006, h: 270 }],
      ]),
    )
    ellipse(
      s.ink,
      x,
      702,
      52,
      52,
      linear(
        s.ink,
        [
          [0, lit(materials.steel, 1.2)],
          [1, lit(materials.steel, 0)],
        ],
        slant,
      ),
    )
    ellipse(
      s.ink,
      x,
      702,
      42,
      42,
      linear(
        s.ink,
        [
          [0, lit(materials.steel, 0.4)],
          [1, lit(materials.steel, 1)],
        ],
        slant,
      ),
    )
    ellipse(s.ink, x, 702, 13, 13, lit(c, 0.8))
  }
}
