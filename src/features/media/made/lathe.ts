import { lit, type Color } from './color.ts'
import { ellipse, fill, inside, linear, n, radial, right, type Ink } from './ink.ts'

/** Radius and height of the outline, from the top down; `sharp` keeps the corner. */
export type Ring = readonly [r: number, y: number, sharp?: 'sharp']

export interface Turned {
  /** Where the axis stands. */
  cx: number
  rings: readonly Ring[]
  /** Height of a ring's ellipse by its width: how far the eye is above (or, below zero, under) it. */
  tilt: number
  color: Color
  /** 0 matt to 1 glazed. */
  gloss?: number
  /** How much of the shape one sees through it; 0 for none. */
  clear?: number
  steps?: number
}

/**
 * A body of revolution as a potter turns it. The front is covered from left to right by strips that follow the
 * outline, each a little lighter or darker by the angle in which it meets the light, so no seam shows.
 */
export function lathe(ink: Ink, body: Turned): void {
  const steps = body.steps ?? 60
  const opacity = body.clear === undefined ? 1 : 1 - body.clear
  if (opacity < 1) {
    glass(ink, body)
    return
  }
  for (let i = 0; i < steps; i++) {
    const from = -90 + (180 * i) / steps
    // Each strip reaches under the next one, so that no seam shows between them.
    fill(
      ink,
      strip(body, from, Math.min(90, from + 360 / steps)),
      lit(body.color, lightAt(from + 90 / steps)),
    )
  }
  const whole = strip(body, -90, 90)
  const dark = lit(body.color, 0)
  fill(
    ink,
    whole,
    linear(ink, [
      [0, { l: 1, c: 0, h: 0 }, 0.1],
      [0.45, { l: 1, c: 0, h: 0 }, 0],
      [0.62, dark, 0],
      [1, dark, 0.42],
    ]),
  )
  if ((body.gloss ?? 0) > 0) shine(ink, body, body.gloss ?? 0)
}

/** The ring at the top: a mouth with a lip, the hollow dark towards the lamp's side. */
export function mouth(ink: Ink, body: Turned, lip: number, hollow: Color = body.color): void {
  const [r, y] = body.rings[0] ?? [0, 0]
  const ry = r * Math.abs(body.tilt)
  ellipse(
    ink,
    body.cx,
    y,
    r,
    ry,
    linear(
      ink,
      [
        [0, lit(body.color, 0.95)],
        [0.4, lit(body.color, 1.15)],
        [1, lit(body.color, 0.6)],
      ],
      right,
    ),
  )
  const inner = r - lip
  ellipse(
    ink,
    body.cx,
    y + lip * 0.12,
    inner,
    ry * (inner / r),
    linear(
      ink,
      [
        [0, lit(hollow, -1)],
        [0.35, lit(hollow, 0.12)],
        [1, lit(hollow, 0.8)],
      ],
      [0, 0.1, 1, 0.6],
    ),
  )
}

/** A lid or a flat top on the first ring. */
export function top(ink: Ink, body: Turned, color: Color = body.color): void {
  const [r, y] = body.rings[0] ?? [0, 0]
  ellipse(
    ink,
    body.cx,
    y,
    r,
    r * Math.abs(body.tilt),
    linear(
      ink,
      [
        [0, lit(color, 1.12)],
        [1, lit(color, 0.86)],
      ],
      [0, 0, 1, 0.6],
    ),
  )
}

/** The silhouette, for clipping and for patterns. */
export function outline(body: Turned): string {
  return strip(body, -90, 90)
}

/** The same body between two heights: a glaze line, a label, a filling. */
export function between(body: Turned, from: number, to: number): Turned {
  return {
    ...body,
    rings: [ringAt(body, from), ...body.rings.filter(([, y]) => y > from && y < to), ringAt(body, to)],
  }
}

/** The front half of the ring at a height, from left to right. */
export function hoop(body: Turned, y: number): string {
  const [r] = ringAt(body, y)
  return `M${n(body.cx - r)} ${n(y)}A${n(r)} ${n(Math.abs(r * body.tilt))} 0 0 ${body.tilt < 0 ? 1 : 0} ${n(body.cx + r)} ${n(y)}`
}

/** A vertical band of the front, between two angles; −90 is the left edge, 90 the right one. */
export function strip(body: Turned, from: number, to: number): string {
  const { rings, tilt } = body
  const last = rings.at(-1) ?? [0, 0]
  const first = rings[0] ?? [0, 0]
  const sweep = tilt < 0 ? 1 : 0
  const [endX, endY] = project(body, last, to)
  const [startX, startY] = project(body, first, from)
  const arc = (r: number, s: number): string => `A${n(r)} ${n(Math.abs(r * tilt))} 0 0 ${s}`
  return (
    `M${n(startX)} ${n(startY)}${curve(body, rings, from)}${arc(last[0], sweep)} ${n(endX)} ${n(endY)}` +
    `${curve(body, rings.toReversed(), to)}${arc(first[0], 1 - sweep)} ${n(startX)} ${n(startY)}Z`
  )
}

function lightAt(angle: number): number {
  const a = (angle * Math.PI) / 180
  const facing = -0.58 * Math.sin(a) + 0.81 * Math.cos(a)
  const wrapped = Math.max(0, (facing + 0.45) / 1.45) ** 1.15
  const bounced = 0.16 * Math.max(0, Math.sin(a)) ** 5
  return 0.02 + wrapped + bounced
}

function shine(ink: Ink, body: Turned, gloss: number): void {
  const white: Color = { l: 1, c: 0, h: 0 }
  const paint = linear(ink, [
    [0.02, white, 0],
    [0.2, white, 0.34 * gloss],
    [0.55, white, 0.12 * gloss],
    [0.9, white, 0],
  ])
  for (let i = 0; i < 8; i++) fill(ink, strip(body, -60 + i * 2, -28 - i * 2), paint, 0.28)
  const edge = linear(ink, [
    [0.1, white, 0],
    [0.4, white, 0.14 * gloss],
    [0.9, white, 0],
  ])
  for (let i = 0; i < 4; i++) fill(ink, strip(body, 57 + i * 2, 73 - i), edge, 0.5)
}

/** Seen through: the rims gather colour, the middle lets the backdrop pass. */
function glass(ink: Ink, body: Turned): void {
  const share = 1 - (body.clear ?? 0)
  const deep = { ...body.color, l: body.color.l * 0.72, c: body.color.c * 1.15 }
  const white: Color = { l: 1, c: 0, h: 0 }
  const whole = strip(body, -90, 90)
  fill(ink, whole, body.color, share * 0.55)
  for (let i = 0; i < 10; i++) {
    const angle = 90 - 34 * (1 - i / 10) ** 1.6
    fill(ink, strip(body, -90, -angle), deep, 0.1 * share)
    fill(ink, strip(body, angle, 90), deep, 0.13 * share)
  }
  inside(ink, whole, () => {
    const paint = linear(ink, [
      [0, white, 0.1],
      [0.2, white, 0.75],
      [0.8, white, 0.35],
      [1, white, 0],
    ])
    for (const [from, to] of [
      [-66, -46],
      [-62, -50],
      [-58, -53],
    ] as const)
      fill(ink, strip(body, from, to), paint, 0.5)
    fill(ink, strip(body, 56, 62), paint, 0.4)
  })
  fill(
    ink,
    whole,
    linear(ink, [
      [0.7, deep, 0],
      [1, deep, 0.4 * share],
    ]),
  )
}

/** A soft glow, such as that of a lamp: bright in the middle, nothing at the edge. */
export function glow(
  ink: Ink,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  color: Color,
  strength: number,
): void {
  const stops = [0, 0.15, 0.35, 0.6, 0.8, 1].map(
    (at) => [at, color, Math.round(strength * (1 - at) ** 2 * 1000) / 1000] as const,
  )
  ellipse(ink, cx, cy, rx, ry, radial(ink, stops))
}

function ringAt(body: Turned, y: number): Ring {
  const { rings } = body
  for (let i = 1; i < rings.length; i++) {
    const a = rings[i - 1]
    const b = rings[i]
    if (a === undefined || b === undefined || y > b[1]) continue
    const span = b[1] - a[1]
    if (span <= 0) return [b[0], y]
    // Hermite along the same tangents as the drawn curve, good enough for a line around the belly.
    const before = a[2] === 'sharp' ? a : (rings[i - 2] ?? a)
    const after = b[2] === 'sharp' ? b : (rings[i + 1] ?? b)
    const t = (y - a[1]) / span
    const m0 = (b[0] - before[0]) / 2
    const m1 = (after[0] - a[0]) / 2
    const r =
      (2 * t ** 3 - 3 * t ** 2 + 1) * a[0] +
      (t ** 3 - 2 * t ** 2 + t) * m0 +
      (-2 * t ** 3 + 3 * t ** 2) * b[0] +
      (t ** 3 - t ** 2) * m1
    return [r, y]
  }
  return rings.at(-1) ?? [0, y]
}

/** Catmull-Rom through the rings, as Bézier pieces at one angle. */
function curve(body: Turned, rings: readonly Ring[], angle: number): string {
  let d = ''
  for (let i = 1; i < rings.length; i++) {
    const a = rings[i - 1]
    const b = rings[i]
    if (a === undefined || b === undefined) continue
    const before = a[2] === 'sharp' ? a : (rings[i - 2] ?? a)
    const after = b[2] === 'sharp' ? b : (rings[i + 1] ?? b)
    const c1: Ring = [a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6]
    const c2: Ring = [b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6]
    d += `C${[c1, c2, b].map((ring) => project(body, ring, angle).map(n).join(' ')).join(' ')}`
  }
  return d
}

function project(body: Turned, [r, y]: Ring, angle: number): [number, number] {
  const a = (angle * Math.PI) / 180
  return [body.cx + r * Math.sin(a), y + body.tilt * r * Math.cos(a)]
}
