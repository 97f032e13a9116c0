import type { Puzzle } from '../contract.ts'
import { encodePng, type Paletted } from './png.ts'

/*
 * The picture of a slider's puzzle: hills of colour, a gap, and the piece that was cut out of it. Where the gap is
 * stands in the pixels alone. A second gap is on another height: the piece, which only moves sideways, does not fit it.
 */

export const width = 320
export const height = 160
/** Of the piece, in both directions. */
export const size = 52

const tones = 40
/** Pixels from the top, of a piece in the upper and in the lower half: the two never touch. */
const bands = [
  [6, 26],
  [82, 102],
] as const
/** Pixels from the left that the gap may be at: the piece's own start stays clear. */
const gaps = [90, 260] as const

export interface Drawn {
  puzzle: Extract<Puzzle, { way: 'slide' }>
  /** From the picture's left edge to the gap, in pixels. */
  wanted: number
}

/** @param random a whole number from `min`, below `max` */
export function drawPuzzle(random: (min: number, max: number) => number): Drawn {
  const half = random(0, 2)
  const place = (band: number): Spot => ({
    left: random(...gaps),
    top: random(...(bands[band === 0 ? 0 : 1] as readonly [number, number])),
  })
  const gap = place(half)
  const ground = groundOf(random)
  const colours = coloursOf(random)
  return {
    puzzle: {
      way: 'slide',
      width,
      height,
      image: urlOf(paintPicture(ground, colours, [gap, place(1 - half)])),
      piece: { image: urlOf(paintPiece(ground, colours, gap)), size, top: gap.top },
    },
    wanted: gap.left,
  }
}

interface Spot {
  left: number
  top: number
}

/** The tone of each pixel of the picture without gaps, row by row. Few sines: it is drawn while others wait, too. */
function groundOf(random: (min: number, max: number) => number): Uint8Array {
  const heights = new Float32Array(width * height).fill(tones / 2)
  for (let wave = 0; wave < 5; wave++) addWave(heights, random)
  for (let disc = 0; disc < 7; disc++) addDisc(heights, random)
  const ground = new Uint8Array(heights.length)
  for (let at = 0; at < ground.length; at++)
    ground[at] = Math.min(tones - 1, Math.max(0, Math.round(heights[at]!)))
  return ground
}

function addWave(heights: Float32Array, random: (min: number, max: number) => number): void {
  const [across, down] = [random(-60, 61) / 1_000, random(-80, 81) / 1_000]
  const phase = random(0, 6_283) / 1_000
  const sines = Float32Array.from({ length: width }, (_, x) => Math.sin(x * across))
  const cosines = Float32Array.from({ length: width }, (_, x) => Math.cos(x * across))
  for (let y = 0; y < height; y++) {
    // The sine of a sum.
    const sine = (Math.sin(y * down + phase) * tones) / 7
    const cosine = (Math.cos(y * down + phase) * tones) / 7
    for (let x = 0; x < width; x++) heights[y * width + x]! += sines[x]! * cosine + cosines[x]! * sine
  }
}

function addDisc(heights: Float32Array, random: (min: number, max: number) => number): void {
  const [left, top, radius] = [random(0, width), random(0, height), random(14, 46)]
  const shift = random(-9, 10)
  for (let y = Math.max(0, top - radius); y < Math.min(height, top + radius); y++) {
    const half = Math.round(Math.sqrt(radius ** 2 - (y - top) ** 2))
    for (let x = Math.max(0, left - half); x < Math.min(width, left + half); x++)
      heights[y * width + x]! += shift
  }
}

interface Colours {
  palette: Paletted['palette']
  /** Tone → index into the palette; its order says nothing about the picture. */
  light: readonly number[]
  dark: readonly number[]
  edge: number
  clear: number
}

function coloursOf(random: (min: number, max: number) => number): Colours {
  const hue = random(0, 360)
  const turn = random(40, 140)
  const shade = random(38, 56) / 100
  const tone = (at: number, dim: number): Paletted['palette'][number] =>
    rgb(hue + (turn * at) / tones, 0.42, (0.32 + (0.42 * at) / tones) * dim)
  const colours = [
    ...Array.from({ length: tones }, (_, at) => tone(at, 1)),
    ...Array.from({ length: tones }, (_, at) => tone(at, shade)),
    [255, 255, 255, 255] as const,
    [0, 0, 0, 0] as const,
  ]
  const order = shuffled(colours.length, random)
  const palette: Paletted['palette'][number][] = []
  for (const [at, colour] of colours.entries()) palette[order[at]!] = colour
  return {
    palette,
    light: order.slice(0, tones),
    dark: order.slice(tones, 2 * tones),
    edge: order[2 * tones]!,
    clear: order[2 * tones + 1]!,
  }
}

function shuffled(length: number, random: (min: number, max: number) => number): number[] {
  const order = Array.from({ length }, (_, at) => at)
  for (let at = length - 1; at > 0; at--) {
    const other = random(0, at + 1)
    const kept = order[at]!
    order[at] = order[other]!
    order[other] = kept
  }
  return order
}

/** Of hue (degrees), saturation and lightness, both from 0 to 1. */
function rgb(hue: number, saturation: number, lightness: number): Paletted['palette'][number] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4), 255]
}

function paintPicture(ground: Uint8Array, colours: Colours, spots: readonly Spot[]): Paletted {
  const pixels = ground.map((tone) => colours.light[tone]!)
  for (const { left, top } of spots)
    for (const [x, y, isEdge] of shape) {
      const at = (top + y) * width + left + x
      pixels[at] = isEdge ? colours.edge : colours.dark[ground[at]!]!
    }
  return { width, height, palette: colours.palette, pixels }
}

function paintPiece(ground: Uint8Array, colours: Colours, { left, top }: Spot): Paletted {
  const pixels = new Uint8Array(size * size).fill(colours.clear)
  for (const [x, y, isEdge] of shape)
    pixels[y * size + x] = isEdge ? colours.edge : colours.light[ground[(top + y) * width + left + x]!]!
  return { width: size, height: size, palette: colours.palette, pixels }
}

/** A square with a knob above and one at its right, and a notch at its left. */
function isPiece(x: number, y: number): boolean {
  const isNear = (cx: number, cy: number, radius: number): boolean =>
    (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2
  if (isNear(4, 30, 7)) return false
  return (x >= 2 && x < 44 && y >= 9 && y < size - 1) || isNear(23, 8, 7) || isNear(44, 30, 7)
}

function isEdge(x: number, y: number): boolean {
  return !isPiece(x - 1, y) || !isPiece(x + 1, y) || !isPiece(x, y - 1) || !isPiece(x, y + 1)
}

/** The pixels of a piece, and whether they lie on its edge. */
const shape = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
  .filter(([x, y]) => isPiece(x, y))
  .map(([x, y]) => [x, y, isEdge(x, y)] as const)

function urlOf(picture: Paletted): string {
  return `data:image/png;base64,${encodePng(picture).toString('base64')}`
}
