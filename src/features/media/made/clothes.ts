import { lit, mix, type Color } from './color.ts'
import { fill, inside, linear, n, slab, slant, soft, stroke, turned } from './ink.ts'
import { glow } from './lathe.ts'
import { lying } from './lying.ts'
import { materials, type Studio } from './studio.ts'

/** A fold in cloth: a dark valley beside a light ridge. */
function fold(s: Studio, d: string, color: Color, width: number): void {
  for (const share of [1, 0.6, 0.3]) stroke(s.ink, d, lit(color, -0.5), width * share, { opacity: 0.06 })
  s.ink.body.push(`<g transform="translate(${n(-width * 0.55)} ${n(-width * 0.2)})">`)
  for (const share of [0.8, 0.4])
    stroke(s.ink, d, lit({ ...color, l: Math.min(0.98, color.l + 0.08) }, 1.2), width * share, {
      opacity: 0.09,
    })
  s.ink.body.push('</g>')
}

export function shirt(s: Studio): void {
  const c = s.tint
  const sleeveL = 'M318 214L142 330Q128 342 136 358L196 458Q206 472 222 464L334 404Z'
  const sleeveR = 'M682 214L858 330Q872 342 864 358L804 458Q794 472 778 464L666 404Z'
  const trunk =
    'M392 180Q352 192 312 216C322 300 330 360 328 440Q322 640 316 838Q316 852 332 854Q500 868 668 854Q684 852 684 838Q678 640 672 440C670 360 678 300 688 216Q648 192 608 180Q500 268 392 180Z'
  lying(
    s,
    'M392 180L318 214L142 330Q128 342 136 358L196 458L328 410L316 838Q316 852 332 854H668Q684 852 684 838L672 410L804 458L864 358Q872 342 858 330L682 214L608 180Z',
  )
  fill(
    s.ink,
    'M392 180Q500 128 608 180Q584 268 500 276Q416 268 392 180Z',
    linear(s.ink, [
      [0, lit(c, -0.2)],
      [1, lit(c, 0.4)],
    ]),
  )
  for (const d of [sleeveL, sleeveR]) soft(s.ink, d, c, 16, 0.8)
  fold(s, 'M230 446Q290 380 318 300', c, 22)
  fold(s, 'M770 446Q716 380 690 300', c, 22)
  soft(s.ink, trunk, c, 20, 0.8)
  inside(s.ink, trunk, () => {
    glow(s.ink, 430, 430, 220, 300, lit({ ...c, l: Math.min(0.98, c.l + 0.05) }, 1.2), 0.4)
    for (const [d, w] of [
      ['M360 860Q372 700 340 560', 26],
      ['M640 860Q620 690 664 540', 28],
      ['M470 860Q486 760 466 640', 20],
      ['M330 420Q400 470 430 560', 22],
      ['M672 420Q620 470 590 540', 22],
    ] as const)
      fold(s, d, c, w)
  })
  stroke(s.ink, 'M392 180Q416 268 500 274Q584 268 608 180', lit(c, 0.35), 22, { cap: 'butt' })
  stroke(s.ink, 'M392 180Q416 264 500 270Q584 264 608 180', lit(c, 1), 18, { cap: 'butt' })
  stroke(s.ink, 'M318 826Q500 842 682 826M206 440L324 378M794 440L676 378', lit(c, 0), 2.2, {
    opacity: 0.5,
    dash: '7 4',
  })
}

export function jacket(s: Studio): void {
  const c = s.tint
  const trim = c.l > 0.62 ? mix(c, materials.walnut, 0.55) : { ...c, l: c.l * 0.72 }
  const sleeveL = 'M330 206Q226 240 198 318L118 700Q116 716 130 722L206 742Q220 744 224 730L338 430Z'
  const sleeveR = 'M670 206Q774 240 802 318L882 700Q884 716 870 722L794 742Q780 744 776 730L662 430Z'
  const trunk =
    'M402 166L318 208C328 320 326 420 318 520L306 812Q306 826 322 828H678Q694 826 694 812L682 520C674 420 672 320 682 208L598 166Q500 206 402 166Z'
  lying(
    s,
    'M402 166L318 208Q226 240 198 318L118 700L224 736L326 460L306 812Q306 826 322 828H678Q694 826 694 812L674 460L776 736L882 700L802 318Q774 240 682 208L598 166Z',
  )
  for (const d of [sleeveL, sleeveR]) soft(s.ink, d, c, 22)
  for (const d of [
    'M180 640Q238 560 292 420',
    'M820 640Q762 560 708 420',
    'M206 470Q250 420 300 400',
    'M794 470Q750 420 700 400',
  ])
    fold(s, d, c, 20)
  fill(s.ink, 'M400 166Q500 112 600 166Q560 260 500 268Q440 260 400 166Z', lit(trim, -0.1))
  soft(s.ink, trunk, c, 22)
  for (const d of [
    'M350 800Q362 640 340 520',
    'M650 800Q638 640 660 520',
    'M420 560Q432 460 404 380',
    'M584 560Q570 460 598 380',
  ])
    fold(s, d, c, 24)
  for (const [x, side] of [
    [402, 1],
    [598, -1],
  ] as const) {
    soft(
      s.ink,
      `M${x} 166Q${x - side * 46} 196 ${x - side * 60} 240L${x + side * 20} 300L${x + side * 98} 270Q${x + side * 40} 232 ${x} 166Z`,
      c,
      12,
    )
  }
  stroke(s.ink, 'M500 268V828', lit(c, -0.8), 12, { opacity: 0.3, cap: 'butt' })
  stroke(s.ink, 'M500 268V828', lit(materials.steel, 0.6), 7, { dash: '4 3', cap: 'butt' })
  fill(
    s.ink,
    slab(492, 286, 16, 40, 5),
    linear(
      s.ink,
      [
        [0, lit(materials.steel, 1.1)],
        [1, lit(materials.steel, 0.2)],
      ],
      slant,
    ),
  )
  for (const [x, turn] of [
    [352, 8],
    [548, -8],
  ] as const) {
    turned(s.ink, `rotate(${turn} ${x + 50} 600)`, () => {
      fill(s.ink, slab(x, 586, 100, 28, 6), lit(c, 0))
      fill(
        s.ink,
        slab(x, 582, 100, 28, 6),
        linear(s.ink, [
          [0, lit(c, 1.1)],
          [1, lit(c, 0.7)],
        ]),
      )
    })
  }
  fill(
    s.ink,
    slab(308, 780, 384, 48, 10),
    linear(s.ink, [
      [0, lit(trim, 0.9)],
      [1, lit(trim, 0.5)],
    ]),
  )
  for (let x = 316; x < 690; x += 8) stroke(s.ink, `M${x} 784V824`, lit(trim, -0.5), 2, { opacity: 0.3 })
  for (const d of ['M122 684L228 716L220 742L116 712Z', 'M878 684L772 716L780 742L884 712Z'])
    fill(s.ink, d, lit(trim, 0.7))
}

export function dress(s: Studio): void {
  const c = s.tint
  const d =
    'M398 150Q404 214 384 262Q362 310 372 372Q384 424 396 446Q330 640 248 838Q242 858 268 862Q500 896 732 862Q758 858 752 838Q670 640 604 446Q616 424 628 372Q638 310 616 262Q596 214 602 150L570 144Q560 226 500 236Q440 226 430 144Z'
  lying(s, d)
  fill(
    s.ink,
    'M400 152L430 146Q440 226 500 234Q560 226 570 146L600 152Q590 250 500 262Q410 250 400 152Z',
    lit(c, 0),
  )
  soft(s.ink, d, c, 22)
  inside(s.ink, d, () => {
    glow(s.ink, 440, 340, 150, 190, lit({ ...c, l: Math.min(0.98, c.l + 0.05) }, 1.2), 0.4)
    for (const [top, foot, bend] of [
      [424, 300, 24],
      [446, 372, 18],
      [470, 436, 10],
      [498, 506, 0],
      [526, 574, -8],
      [552, 640, -18],
      [576, 706, -22],
    ] as const) {
      fold(s, `M${top} 452Q${(top + foot) / 2 + bend} 640 ${foot} 880`, c, 30)
    }
    fill(
      s.ink,
      'M380 424Q500 452 620 424L614 462Q500 486 386 462Z',
      linear(s.ink, [
        [0, lit(c, 0.35)],
        [0.5, lit(c, 0.9)],
        [1, lit(c, 0.25)],
      ]),
    )
  })
  stroke(s.ink, 'M430 144Q440 226 500 236Q560 226 570 144', lit(c, 0.5), 6)
  stroke(s.ink, 'M254 836Q500 870 746 836', lit(c, 0), 2.2, { opacity: 0.5, dash: '7 4' })
}
