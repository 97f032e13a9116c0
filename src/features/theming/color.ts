import { blend, clampRgb, converter, formatHex, interpolate, parse, wcagContrast, type Color } from 'culori'

/*
 * Colours as numbers: read from CSS, mixed in OKLab, compared by WCAG.
 */

/** sRGB, each 0 to 1; `a` is opacity. */
export interface Rgb {
  r: number
  g: number
  b: number
  a: number
}

/** Lightness 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

const rgbOf = converter('rgb')
const oklchOf = converter('oklch')

/** Below this chroma a colour is grey and its hue is rounding noise; what is derived from a grey is warm. */
const grey = { chroma: 1e-4, hue: 90 }

/** Reads what CSS has for a colour, as far as an sRGB screen can show it; null for anything else. */
export function parseColor(text: string): Rgb | null {
  const color = parse(text.trim().toLowerCase())
  return color ? onScreen(color) : null
}

/** A translucent colour as it looks on an opaque one. */
export function over(top: Rgb, below: Rgb): Rgb {
  return onScreen(blend([toCulori(below), toCulori(top)]))
}

/** `share` 0 gives `from`, 1 gives `to`; between them evenly for the eye. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return onScreen(interpolate([toCulori(from), toCulori(to)], 'oklab')(share))
}

export function toOklch(color: Rgb): Oklch {
  const { l, c, h = grey.hue } = oklchOf(toCulori(color))
  return { l, c, h: c < grey.chroma ? grey.hue : h }
}

/** The nearest colour that a screen can show: chroma gives way, lightness and hue stay. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  for (let chroma = c; ; chroma -= 0.005) {
    const color = rgbOf({ mode: 'oklch', l, c: Math.max(0, chroma), h })
    const isShown = [color.r, color.g, color.b].every((channel) => channel >= -0.0005 && channel <= 1.0005)
    if (chroma <= 0 || isShown) return onScreen(color)
  }
}

export function hex(color: Rgb): string {
  return formatHex(toCulori(color))
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  return wcagContrast(toCulori(one), toCulori(other))
}

function toCulori({ r, g, b, a: alpha }: Rgb): Color {
  return { mode: 'rgb', r, g, b, alpha }
}

function onScreen(color: Color): Rgb {
  const { r, g, b, alpha: a = 1 } = clampRgb(rgbOf(color))
  return { r, g, b, a }
}
