/** A colour as people see it: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees (OKLCH, Björn Ottosson 2020). */
export interface Color {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Tints that a recipe may name instead of a hex colour; also the words that are looked for in titles. */
export const namedTints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    violet: '#8268b0',
    lilac: '#b5a3d1',
    lavender: '#c3bade',
    plum: '#6b4560',
    purple: '#75508f',
    blue: '#5b7ea6',
    navy: '#2f3f5c',
    indigo: '#434f80',
    sky: '#9dbdd3',
    ocean: '#3f7590',
    teal: '#3f7a7a',
    turquoise: '#5fa8a5',
    mint: '#b0d0bd',
    green: '#6d8f66',
    sage: '#a3b096',
    olive: '#7c7b4b',
    forest: '#3e5846',
    yellow: '#dfb94e',
    mustard: '#c3973b',
    gold: '#c7a25c',
    golden: '#c7a25c',
    ochre: '#c08b45',
    orange: '#d48550',
    terracotta: '#bc6f52',
    clay: '#b98468',
    copper: '#b67552',
    rust: '#9c5138',
    brown: '#866349',
    walnut: '#6d4c37',
    oak: '#c6a075',
    wood: '#b98f66',
    wooden: '#b98f66',
    bamboo: '#d2b684',
    tan: '#c9a580',
    camel: '#bd9468',
    red: '#b54a44',
    wine: '#71303f',
    pink: '#dba9ab',
    rose: '#cc8f90',
    blush: '#e6c7bd',
    coral: '#dd8270',
    cream: '#efe4ce',
    ivory: '#f1ebdd',
    beige: '#dccdb4',
    sand: '#d8c3a1',
    oat: '#e2d6c0',
    linen: '#e8dfce',
    white: '#f4f1ea',
    stone: '#b9b1a4',
    grey: '#93918d',
    gray: '#93918d',
    silver: '#bfc2c4',
    slate: '#66707a',
    graphite: '#4a4c50',
    charcoal: '#3b3b3d',
    black: '#2b2a2c',
  }),
)

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/

/** The canonical `#rrggbb` of a hex colour or of a named tint; null for anything else. */
export function hexOf(color: string): string | null {
  const text = color.trim().toLowerCase()
  const named = namedTints.get(text)
  if (named !== undefined) return named
  if (!hex.test(text)) return null
  return text.length === 7 ? text : text.replace(/[0-9a-f]/g, '$&$&')
}

/** Expects the canonical `#rrggbb`. */
export function colorOf(canonical: string): Color {
  const r = linear(Number.parseInt(canonical.slice(1, 3), 16))
  const g = linear(Number.parseInt(canonical.slice(3, 5), 16))
  const b = linear(Number.parseInt(canonical.slice(5, 7), 16))
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(x, y), h: (Math.atan2(y, x) * 180) / Math.PI }
}

/** The nearest `#rrggbb`; chroma that a screen cannot show is given up, lightness and hue are kept. */
export function css(color: Color): string {
  const l = clamp(color.l, 0, 1)
  for (let c = Math.max(0, color.c); ; c = c < 0.004 ? 0 : c * 0.92) {
    const rgb = toLinear(l, c, color.h)
    if (c === 0 || rgb.every((v) => v > -0.0005 && v < 1.0005)) return '#' + rgb.map(byte).join('')
  }
}

/**
 * The colour of a surface under so much light: 1 is the side that faces the lamp, 0 the one that faces away.
 * Deep shade keeps colour, full light bleaches a little, as paint and cloth do.
 */
export function lit(color: Color, light: number): Color {
  const i = clamp(light, 0, 1.25)
  return { l: Math.min(0.985, color.l * (0.66 + 0.4 * i)), c: color.c * (1.06 - 0.12 * i), h: color.h }
}

export function mix(a: Color, b: Color, share: number): Color {
  const at = polar(a)
  const bt = polar(b)
  const x = at[0] + (bt[0] - at[0]) * share
  const y = at[1] + (bt[1] - at[1]) * share
  return { l: a.l + (b.l - a.l) * share, c: Math.hypot(x, y), h: (Math.atan2(y, x) * 180) / Math.PI }
}

/** Nearly white, with a breath of the colour: what paper, plaster and cloth beside a thing take on. */
export function pale(color: Color, l = 0.93): Color {
  return { l, c: Math.min(0.022, 0.006 + color.c * 0.12), h: color.c < 0.02 ? 80 : color.h }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

function polar(color: Color): [number, number] {
  const angle = (color.h * Math.PI) / 180
  return [color.c * Math.cos(angle), color.c * Math.sin(angle)]
}

function toLinear(l: number, c: number, h: number): number[] {
  const [x, y] = polar({ l, c, h })
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function linear(value: number): number {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}

function byte(value: number): string {
  const v = clamp(value, 0, 1)
  const s = v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055
  return Math.round(s * 255)
    .toString(16)
    .padStart(2, '0')
}
