import { css, lit, type Color } from './color.ts'

/*
 * The few strokes that every drawing is made of. No SVG filters: one blur costs seconds where a gradient costs
 * nothing. The sheet is 1000 × 1000; light comes from the upper left.
 */

/** Offset 0 to 1, colour, opacity. */
export type Stop = readonly [at: number, color: Color, opacity?: number]
export type Box = readonly [x1: number, y1: number, x2: number, y2: number]

export interface Ink {
  readonly defs: string[]
  readonly body: string[]
}

export const right: Box = [0, 0, 1, 0]
export const down: Box = [0, 0, 0, 1]
export const slant: Box = [0, 0, 1, 1]

export function newInk(): Ink {
  return { defs: [], body: [] }
}

/** A coordinate as short text: a tenth of a unit is finer than a pixel. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A paint server over the shape's own box. */
export function linear(ink: Ink, stops: readonly Stop[], box: Box = down): string {
  const [x1, y1, x2, y2] = box
  return define(
    ink,
    (id) =>
      `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${all(stops)}</linearGradient>`,
  )
}

/** A paint server from the point (cx, cy) of the shape's box outwards. */
export function radial(ink: Ink, stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
  return define(
    ink,
    (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${all(stops)}</radialGradient>`,
  )
}

function clip(ink: Ink, d: string): string {
  return define(ink, (id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
}

/** Draws what `draw` draws, but only inside the outline. */
export function inside(ink: Ink, d: string, draw: () => void): void {
  const frame = clip(ink, d)
  ink.body.push(`<g clip-path="${frame}">`)
  draw()
  ink.body.push('</g>')
}

export function turned(ink: Ink, transform: string, draw: () => void): void {
  ink.body.push(`<g transform="${transform}">`)
  draw()
  ink.body.push('</g>')
}

export function fill(ink: Ink, d: string, paint: string | Color, opacity = 1): void {
  ink.body.push(`<path d="${d}" fill="${text(paint)}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`)
}

export interface StrokeLook {
  opacity?: number
  dash?: string
  shift?: number
  cap?: 'round' | 'butt'
}

export function stroke(
  ink: Ink,
  d: string,
  paint: string | Color,
  width: number,
  look: StrokeLook = {},
): void {
  const dash =
    look.dash === undefined
      ? ''
      : ` stroke-dasharray="${look.dash}" stroke-dashoffset="${n(look.shift ?? 0)}"`
  const opacity = look.opacity === undefined ? '' : ` stroke-opacity="${look.opacity}"`
  ink.body.push(
    `<path d="${d}" fill="none" stroke="${text(paint)}" stroke-width="${n(width)}" stroke-linecap="${look.cap ?? 'round'}" stroke-linejoin="round"${opacity}${dash}/>`,
  )
}

export function ellipse(
  ink: Ink,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  paint: string | Color,
  opacity = 1,
): void {
  ink.body.push(
    `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${text(paint)}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`,
  )
}

/** The outline of a box with round corners; one radius or four (top left, top right, bottom right, bottom left). */
export function slab(
  x: number,
  y: number,
  w: number,
  h: number,
  r: number | readonly [number, number, number, number],
): string {
  const [a, b, c, d] = typeof r === 'number' ? [r, r, r, r] : r
  return (
    `M${n(x + a)} ${n(y)}H${n(x + w - b)}A${b} ${b} 0 0 1 ${n(x + w)} ${n(y + b)}V${n(y + h - c)}` +
    `A${c} ${c} 0 0 1 ${n(x + w - c)} ${n(y + h)}H${n(x + d)}A${d} ${d} 0 0 1 ${n(x)} ${n(y + h - d)}V${n(y + a)}A${a} ${a} 0 0 1 ${n(x + a)} ${n(y)}Z`
  )
}

export function disc(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${n(cx - rx)} ${n(cy)}A${n(rx)} ${n(ry)} 0 1 1 ${n(cx + rx)} ${n(cy)}A${n(rx)} ${n(ry)} 0 1 1 ${n(cx - rx)} ${n(cy)}Z`
}

/** Round stuff along a path: legs, handles, cords. Lighter strokes, ever thinner, move towards the lamp. */
export function tube(
  ink: Ink,
  d: string,
  width: number,
  color: Color,
  cap: 'round' | 'butt' = 'round',
): void {
  const steps = Math.max(4, Math.min(11, Math.round(width / 3)))
  for (let i = 0; i < steps; i++) {
    const t = i / steps
    const move = -width * 0.2 * t
    ink.body.push(`<g transform="translate(${n(move)} ${n(move * 0.6)})">`)
    stroke(ink, d, lit(color, 0.12 + 0.92 * Math.sin((t * Math.PI) / 2)), width * (1 - 0.92 * t), { cap })
    ink.body.push('</g>')
  }
}

/** A stuffed or thick thing: its rim turns away from the eye, the upper left catches light, the lower right does not. */
export function soft(ink: Ink, d: string, color: Color, depth: number, strength = 1): void {
  fill(
    ink,
    d,
    linear(
      ink,
      [
        [0, lit(color, 1)],
        [0.55, lit(color, 0.82)],
        [1, lit(color, 0.5)],
      ],
      [0.15, 0, 0.75, 1],
    ),
  )
  inside(ink, d, () => {
    for (let i = 1; i <= 9; i++) {
      const share = i / 9
      const move = depth * 0.45
      ink.body.push(`<g transform="translate(${n(-move)} ${n(-move)})">`)
      stroke(ink, d, lit(color, 0), depth * 1.7 * share, { opacity: 0.06 * strength })
      ink.body.push(`</g><g transform="translate(${n(move)} ${n(move)})">`)
      stroke(ink, d, lit({ ...color, l: Math.min(1, color.l + 0.08) }, 1.2), depth * 0.95 * share, {
        opacity: (color.l > 0.85 ? 0.03 : 0.06) * strength,
      })
      ink.body.push('</g>')
    }
  })
}

/** A flat side of a box, a little darker towards its far end. */
export function face(
  ink: Ink,
  points: readonly (readonly [number, number])[],
  color: Color,
  light: number,
  fall = 0.12,
  box: Box = down,
): void {
  fill(
    ink,
    polygon(points),
    linear(
      ink,
      [
        [0, lit(color, light)],
        [1, lit(color, light - fall)],
      ],
      box,
    ),
  )
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`
}

function define(ink: Ink, write: (id: string) => string): string {
  const id = `d${ink.defs.length.toString(36)}`
  ink.defs.push(write(id))
  return `url(#${id})`
}

function all(stops: readonly Stop[]): string {
  return stops
    .map(
      ([at, color, opacity]) =>
        `<stop offset="${Math.round(at * 1000) / 1000}" stop-color="${css(color)}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')
}

function text(paint: string | Color): string {
  return typeof paint === 'string' ? paint : css(paint)
}
