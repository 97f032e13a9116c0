import { lit, mix, pale } from './color.ts'
import { ellipse, fill, inside, linear, n, polygon, slab, slant, soft, stroke, tube, turned } from './ink.ts'
import { materials, type Studio } from './studio.ts'

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
