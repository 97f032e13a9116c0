import { lit, mix, pale, type Color } from './color.ts'
import {
  ellipse,
  fill,
  inside,
  linear,
  n,
  polygon,
  radial,
  right,
  slab,
  slant,
  soft,
  stroke,
  tube,
  turned,
} from './ink.ts'
import { glow } from './lathe.ts'
import { materials, type Studio } from './studio.ts'

/** The shade of cloth laid on paper. */
function lying(s: Studio, d: string): void {
  const shade = { l: s.wall.l * 0.4, c: s.wall.c + 0.01, h: s.wall.h }
  for (let i = 1; i <= 7; i++) {
    s.ink.body.push(`<g transform="translate(${n(i * 2.2)} ${n(i * 3.2)})">`)
    stroke(s.ink, d, shade, 26 - i * 3, { opacity: 0.04 })
    fill(s.ink, d, shade, 0.05)
    s.ink.body.push('</g>')
  }
}

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

export function shoe(s: Studio): void {
  const c = s.tint
  s.shadow(540, 776, 470, 56, 0.8)
  s.shadow(500, 764, 380, 26, 1.2)
  const sole = c.l > 0.88 ? { l: 0.86, c: 0.03, h: 70 } : materials.rubber
  const upper =
    'M154 690C150 610 158 500 170 438Q178 412 206 416L300 436Q322 442 330 424L352 388Q362 372 382 380L438 404C500 452 556 516 634 552Q730 584 800 606Q846 624 850 690Z'
  fill(
    s.ink,
    'M190 426Q262 384 352 404L372 450Q280 470 200 446Z',
    linear(s.ink, [
      [0, lit(c, -0.7)],
      [1, lit(c, 0.1)],
    ]),
  )
  soft(s.ink, 'M318 430L340 352Q352 330 380 338L440 372Q452 384 444 404L420 440Z', lit(c, 0.8), 12)
  soft(s.ink, upper, c, 30)
  inside(s.ink, upper, () => {
    fill(
      s.ink,
      'M640 700C660 600 712 572 790 590L900 640V720H640Z',
      linear(s.ink, [
        [0, lit(c, 1.12)],
        [1, lit(c, 0.5)],
      ]),
      0.9,
    )
    stroke(s.ink, 'M646 700C660 612 700 584 780 588', lit(c, -0.4), 3.4, { opacity: 0.6 })
    fill(s.ink, 'M120 700V520Q200 520 262 568Q300 620 306 700Z', lit(c, 0.45), 0.85)
    stroke(s.ink, 'M140 520Q206 522 262 568Q300 620 306 700', lit(c, -0.4), 3, { opacity: 0.6, dash: '9 6' })
    const stripe = c.l > 0.7 ? mix(c, materials.walnut, 0.45) : pale(c)
    fill(s.ink, 'M384 690Q440 620 470 536L502 558Q480 640 444 690Z', stripe, 0.95)
    fill(s.ink, 'M474 690Q520 640 540 582L570 600Q556 650 530 690Z', stripe, 0.95)
    fill(
      s.ink,
      polygon([
        [130, 650],
        [870, 650],
        [870, 700],
        [130, 700],
      ]),
      linear(s.ink, [
        [0, lit(c, -0.6), 0],
        [1, lit(c, -0.6), 0.4],
      ]),
    )
  })
  fill(
    s.ink,
    'M352 388Q362 372 382 380L438 404C496 448 548 508 622 546L596 590C520 560 440 500 392 436Z',
    linear(
      s.ink,
      [
        [0, lit(c, 1.12)],
        [1, lit(c, 0.62)],
      ],
      slant,
    ),
  )
  const lace = c.l > 0.88 ? { ...materials.linen, l: 0.8 } : materials.paper
  for (let i = 0; i < 6; i++) {
    const t = i / 5
    const x = 404 + t * 176
    const y = 410 + t * 122 + Math.sin(t * Math.PI) * 8
    stroke(s.ink, `M${n(x + 12)} ${n(y - 12)}L${n(x - 32)} ${n(y + 44)}`, lit(c, -0.8), 12, { opacity: 0.3 })
    stroke(s.ink, `M${n(x + 10)} ${n(y - 15)}L${n(x - 34)} ${n(y + 40)}`, lit(lace, 0.95), 10)
  }
  fill(
    s.ink,
    'M140 686Q138 676 152 676H838Q862 676 866 700Q870 746 836 760H184Q146 758 142 728Z',
    linear(s.ink, [
      [0, lit(sole, 1.05)],
      [0.6, lit(sole, 0.82)],
      [1, lit(sole, 0.35)],
    ]),
  )
  stroke(s.ink, 'M146 706H862', lit(sole, 0.1), 3, { opacity: 0.5 })
  fill(s.ink, 'M146 742H858Q850 758 836 760H184Q154 758 146 742Z', lit(materials.straw, 0.35), 0.9)
  fill(s.ink, slab(166, 420, 30, 70, 10), lit(c, 0.2), 0.8)
}

export function glasses(s: Studio): void {
  const c = s.tint
  turned(s.ink, 'rotate(-8 500 500)', () => {
    const shade = { l: s.wall.l * 0.4, c: s.wall.c + 0.01, h: s.wall.h }
    for (let i = 1; i <= 6; i++) {
      s.ink.body.push(`<g transform="translate(${i * 4} ${i * 6})">`)
      stroke(s.ink, 'M150 470L236 300Q262 262 300 280M850 470L764 300Q738 262 700 280', shade, 20, {
        opacity: 0.04,
      })
      for (const x of [310, 690]) ellipse(s.ink, x, 540, 162, 144, shade, 0.05)
      s.ink.body.push('</g>')
    }
    tube(s.ink, 'M158 480L232 306Q258 258 330 270', 15, c)
    tube(s.ink, 'M842 480L768 306Q742 258 670 270', 15, c)
    for (const x of [310, 690]) {
      const d = `M${x - 150} 480Q${x - 140} 426 ${x - 30} 420H${x + 60}Q${x + 150} 424 ${x + 148} 500Q${x + 136} 650 ${x} 656Q${x - 132} 650 ${x - 150} 480Z`
      const glass = { l: 0.34, c: Math.min(0.05, c.c + 0.01), h: c.h }
      fill(
        s.ink,
        d,
        linear(s.ink, [
          [0, glass, 0.95],
          [1, { ...glass, l: 0.6 }, 0.78],
        ]),
      )
      inside(s.ink, d, () =>
        fill(
          s.ink,
          polygon([
            [x - 130, 420],
            [x - 30, 420],
            [x - 120, 660],
            [x - 220, 660],
          ]),
          linear(s.ink, [
            [0, materials.white, 0.4],
            [1, materials.white, 0.04],
          ]),
        ),
      )
      stroke(s.ink, d, lit(c, 0.1), 24)
      stroke(s.ink, d, lit(c, 0.9), 18)
      s.ink.body.push('<g transform="translate(-2 -3)">')
      stroke(s.ink, d, lit({ ...c, l: Math.min(0.97, c.l + 0.16) }, 1.2), 5, { opacity: 0.7 })
      s.ink.body.push('</g>')
    }
    tube(s.ink, 'M452 492Q500 456 548 492', 20, c)
    for (const x of [160, 840])
      fill(
        s.ink,
        slab(x - 16, 464, 32, 40, 6),
        linear(
          s.ink,
          [
            [0, lit(c, 1.15)],
            [1, lit(c, 0.4)],
          ],
          slant,
        ),
      )
  })
}

export function headphones(s: Studio): void {
  const c = s.tint
  s.shadow(560, 800, 400, 56, 0.75)
  for (const x of [282, 718]) s.shadow(x + 20, 792, 120, 24, 1)
  tube(s.ink, 'M288 560C270 130 730 130 712 560', 34, lit(c, 0.8))
  stroke(s.ink, 'M350 300C420 200 580 200 650 300', lit(mix(c, materials.iron, 0.4), 0.3), 30)
  stroke(s.ink, 'M352 294C422 196 578 196 648 294', lit(mix(c, materials.iron, 0.3), 0.75), 22)
  for (const [x, side] of [
    [292, 1],
    [708, -1],
  ] as const) {
    tube(s.ink, `M${x - side * 8} 470V600`, 15, materials.steel)
    fill(
      s.ink,
      slab(x + (side > 0 ? 8 : -62), 508, 54, 236, 27),
      linear(
        s.ink,
        [
          [0, lit({ l: 0.3, c: 0.012, h: c.h }, 1.1)],
          [1, lit({ l: 0.3, c: 0.012, h: c.h }, 0.1)],
        ],
        side > 0 ? right : [1, 0, 0, 0],
      ),
    )
    soft(
      s.ink,
      slab(x - (side > 0 ? 72 : 20), 500, 92, 256, side > 0 ? [60, 26, 26, 60] : [26, 60, 60, 26]),
      c,
      22,
    )
    ellipse(s.ink, x - side * 42, 628, 7, 44, lit(c, -0.2), 0.4)
  }
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

/** Three pieces of fruit on the table. */
export function fruit(s: Studio): void {
  s.shadow(560, 800, 420, 60, 0.75)
  const piece = (x: number, y: number, r: number, color: Color, squash: number): void => {
    s.shadow(x + r * 0.3, y + r * 0.86, r * 1.2, r * 0.22, 1.1)
    const d = `M${x} ${n(y - r * 0.72)}C${n(x + r * 0.5)} ${n(y - r * 1.06 * squash)} ${n(x + r * 1.08)} ${n(y - r * 0.6)} ${n(x + r)} ${n(y + r * 0.1)}C${n(x + r * 0.9)} ${n(y + r * 0.8)} ${n(x + r * 0.4)} ${n(y + r)} ${x} ${n(y + r * 0.88)}C${n(x - r * 0.4)} ${n(y + r)} ${n(x - r * 0.9)} ${n(y + r * 0.8)} ${n(x - r)} ${n(y + r * 0.1)}C${n(x - r * 1.08)} ${n(y - r * 0.6)} ${n(x - r * 0.5)} ${n(y - r * 1.06 * squash)} ${x} ${n(y - r * 0.72)}Z`
    fill(
      s.ink,
      d,
      radial(
        s.ink,
        [
          [0, lit({ ...color, l: Math.min(0.97, color.l + 0.1) }, 1.2)],
          [0.35, lit(color, 1)],
          [0.8, lit(color, 0.4)],
          [1, lit(color, 0.15)],
        ],
        0.34,
        0.32,
        0.76,
      ),
    )
    ellipse(s.ink, x, y - r * 0.7, r * 0.3, r * 0.09, lit(color, -0.4), 0.4)
    stroke(
      s.ink,
      `M${x} ${n(y - r * 0.68)}Q${n(x + 4)} ${n(y - r * 0.95)} ${n(x + r * 0.14)} ${n(y - r * 1.12)}`,
      materials.walnut,
      r * 0.07,
    )
  }
  const near = { l: s.tint.l * 0.5 + 0.34, c: Math.max(0.09, s.tint.c), h: s.tint.h }
  piece(620, 620, 128, { ...near, h: near.h + 34, l: 0.74 }, 1)
  piece(400, 600, 150, near, 1)
  piece(536, 700, 108, { l: 0.8, c: 0.12, h: 92 }, 0.9)
}
