import { css, lit, mix, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, newInk, radial, slab, type Ink } from './ink.ts'
import { glow } from './lathe.ts'

/** Where the thing is: on a table, on the wall, hung from above, or lying flat and seen from above. */
export type Stage = 'table' | 'room' | 'wall' | 'hung' | 'flat'

/** What a motif draws with. */
export interface Studio {
  ink: Ink
  /** The colour of the recipe: the thing's own. */
  tint: Color
  /** The backdrop, so that paper, glass and shadows belong to the same room. */
  wall: Color
  floor: Color
  /** 0 to 1, the same for the same seed. */
  dice: () => number
  /** A pool of shade on what lies beneath. */
  shadow: (cx: number, cy: number, rx: number, ry: number, strength?: number) => void
}

/** Materials that keep their colour whatever the recipe says. */
export const materials = {
  oak: { l: 0.74, c: 0.07, h: 70 },
  walnut: { l: 0.46, c: 0.055, h: 52 },
  brass: { l: 0.75, c: 0.085, h: 83 },
  steel: { l: 0.8, c: 0.006, h: 250 },
  iron: { l: 0.33, c: 0.006, h: 60 },
  paper: { l: 0.965, c: 0.008, h: 85 },
  linen: { l: 0.9, c: 0.022, h: 80 },
  wax: { l: 0.955, c: 0.022, h: 88 },
  leaf: { l: 0.52, c: 0.075, h: 140 },
  sage: { l: 0.64, c: 0.045, h: 140 },
  straw: { l: 0.78, c: 0.06, h: 82 },
  lamplight: { l: 0.97, c: 0.06, h: 88 },
  rubber: { l: 0.94, c: 0.012, h: 85 },
  white: { l: 1, c: 0, h: 0 },
} as const satisfies Record<string, Color>

/** An empty room in the thing's own tint, quiet enough that the thing is what one sees. */
export function openStudio(tint: Color, seed: number): Studio {
  const ink = newInk()
  const wall = wallFor(tint)
  const floor = { l: wall.l - 0.045, c: wall.c * 1.12, h: wall.h }
  const shade = { l: Math.max(0.16, wall.l * 0.36), c: Math.min(0.05, wall.c + 0.012), h: wall.h }
  return {
    ink,
    tint,
    wall,
    floor,
    dice: diceOf(seed),
    shadow: (cx, cy, rx, ry, strength = 1) => {
      const stops = [
        [0, 0.5],
        [0.3, 0.36],
        [0.55, 0.17],
        [0.78, 0.05],
        [1, 0],
      ] as const
      ellipse(
        ink,
        cx,
        cy,
        rx,
        ry,
        radial(
          ink,
          stops.map(([at, o]) => [at, shade, Math.round(o * strength * 1000) / 1000] as const),
        ),
      )
    },
  }
}

export const backdrops = 4

/** Lays the backdrop: paper sweep, wall and table, an arch, or light through a window. */
export function layBackdrop(studio: Studio, stage: Stage, style: number): void {
  const { ink, wall, floor } = studio
  const bright = { ...wall, l: Math.min(0.985, wall.l + 0.045), c: wall.c * 0.7 }
  fill(
    ink,
    span(0, 1000),
    linear(
      ink,
      [
        [0, { ...wall, l: wall.l + 0.012 }],
        [1, { ...wall, l: wall.l - 0.03 }],
      ],
      [0, 0, 0.4, 1],
    ),
  )
  glow(ink, 300, 240, 900, 800, bright, 0.75)
  if (stage === 'flat') {
    if (style % 2 === 1) windowLight(studio)
  } else if (stage === 'wall' || stage === 'hung') {
    if (style % 2 === 1) windowLight(studio)
    if (stage === 'wall') ground(studio, 905)
  } else {
    const horizon = stage === 'table' ? 655 : 690
    if (style === 0) sweep(studio, horizon)
    if (style === 2) arch(studio, horizon)
    if (style !== 0) ground(studio, horizon)
    if (style === 3) windowLight(studio)
    glow(ink, 430, 850, 620, 190, { ...floor, l: Math.min(0.985, floor.l + 0.06) }, 0.55)
  }
}

/** What is seen of the sheet: all of its height, from `x` on, in so many pixels. */
export interface View {
  x: number
  width: number
  pixels: readonly [width: number, height: number]
}

/** The finished sheet as an SVG document. */
export function develop(studio: Studio, view: View, mirrored: boolean): string {
  const { defs, body } = studio.ink
  const turn = mirrored ? ' transform="matrix(-1 0 0 1 1000 0)"' : ''
  const [width, height] = view.pixels
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${n(view.x)} 0 ${n(view.width)} 1000">` +
    `<defs>${defs.join('')}</defs><g${turn}>${body.join('')}</g></svg>`
  )
}

/** A pale thing stands before a deeper wall, a deep one before a pale wall; both share the hue. */
function wallFor(tint: Color): Color {
  const warm = { c: 0.014, h: 72 }
  const c = Math.min(0.04, 0.01 + tint.c * 0.3)
  const h = tint.c < 0.012 ? warm.h : tint.h
  if (tint.l > 0.86) return { l: 0.84, c: Math.max(c * 0.8, 0.03), h: tint.c < 0.045 ? 58 : h }
  const l = tint.l > 0.76 ? 0.92 - (tint.l - 0.76) * 0.4 : 0.92
  return mix({ l, c, h }, { l, ...warm }, 0.3)
}

/** From wall to wall, and beyond the sheet on both sides for those who look at it wider. */
function span(from: number, to: number): string {
  return `M-600 ${from}H1600V${to}H-600Z`
}

function sweep({ ink, wall, floor }: Studio, horizon: number): void {
  const low = { ...floor, l: floor.l + 0.02 }
  fill(
    ink,
    span(horizon - 130, 1000),
    linear(ink, [
      [0, wall, 0],
      [0.28, mix(wall, floor, 0.6), 0.75],
      [0.42, floor, 0.9],
      [1, low, 0.95],
    ]),
  )
}

function ground({ ink, floor, wall }: Studio, horizon: number): void {
  fill(
    ink,
    span(horizon, 1000),
    linear(ink, [
      [0, { ...floor, l: floor.l - 0.012 }],
      [1, { ...floor, l: floor.l + 0.03 }],
    ]),
  )
  fill(
    ink,
    span(horizon - 60, horizon),
    linear(ink, [
      [0, floor, 0],
      [1, { ...wall, l: wall.l - 0.07 }, 0.35],
    ]),
  )
}

function arch(studio: Studio, horizon: number): void {
  const { ink, wall } = studio
  const back = { l: wall.l - 0.075, c: wall.c * 1.25, h: wall.h }
  const d = `M190 ${horizon}V470A310 310 0 0 1 810 470V${horizon}Z`
  fill(
    ink,
    d,
    linear(
      ink,
      [
        [0, { ...back, l: back.l - 0.03 }],
        [0.5, back],
        [1, { ...back, l: back.l + 0.035 }],
      ],
      [0, 0.2, 1, 0.7],
    ),
  )
  inside(ink, d, () => {
    for (let i = 1; i <= 8; i++) {
      ink.body.push(
        `<path d="M${n(190 - i)} ${horizon}V470A310 310 0 0 1 810 470" transform="translate(6 8)" fill="none" stroke="${css({ ...back, l: back.l - 0.16 })}" stroke-width="${i * 9}" stroke-opacity="0.035"/>`,
      )
    }
  })
}

/** Two panes of late light on the wall; the soft edge is many thin ones on top of each other. */
function windowLight({ ink, wall }: Studio): void {
  const light = {
    ...lit(wall, 1.2),
    l: Math.min(0.99, wall.l + 0.075),
    c: wall.c * 0.75 + 0.012,
    h: wall.h * 0.6 + 85 * 0.4,
  }
  for (let i = 0; i < 7; i++) {
    const grow = 15 - i * 4.5
    ink.body.push(`<g transform="matrix(1 0.16 -0.34 1 250 -60)" fill-opacity="0.12" fill="${css(light)}">`)
    for (const [x, y] of [
      [-10, 70],
      [235, 70],
      [-10, 370],
      [235, 370],
    ] as const) {
      ink.body.push(`<path d="${slab(x - grow, y - grow, 215 + grow * 2, 270 + grow * 2, 10)}"/>`)
    }
    ink.body.push('</g>')
  }
}

/** mulberry32: the same throws for the same seed on every machine. */
function diceOf(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
