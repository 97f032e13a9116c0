import { byWord } from '#domain/by-word.ts'
import { namedColors } from './color-names.ts'

/*
 * Colours as numbers: read from CSS, mixed in OKLCH, compared by WCAG.
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

/** Reads `#rgb[a]`, `#rrggbb[aa]`, rgb(), hsl(), lab(), lch(), oklab(), oklch() and the named colours; else null. */
export function parseColor(text: string): Rgb | null {
  const value = text.trim().toLowerCase()
  if (value.startsWith('#')) return parseHex(value.slice(1))
  const call = /^([a-z]+)\(([^()]*)\)$/.exec(value)
  if (!call)
    return value === 'transparent' ? { r: 0, g: 0, b: 0, a: 0 } : parseHex(namedColors.get(value) ?? '')
  const parts = call[2]!.split(/[\s,/]+/).filter((part) => part !== '')
  return parts.length === 3 || parts.length === 4 ? parseCall(call[1]!, parts) : null
}

function parseHex(digits: string): Rgb | null {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [r, g, b, a = 1] = long.match(/../g)!.map((pair) => Number.parseInt(pair, 16) / 255)
  return { r: r!, g: g!, b: b!, a }
}

function parseCall(name: string, parts: readonly string[]): Rgb | null {
  const [x, y, z, alpha = '1'] = parts as [string, string, string, string?]
  const a = number(alpha, 1)
  const color = readers[name]?.(x, y, z)
  if (!color || ![color.r, color.g, color.b, a].every(Number.isFinite)) return null
  return { r: clamp(color.r), g: clamp(color.g), b: clamp(color.b), a: clamp(a) }
}

type Opaque = Omit<Rgb, 'a'>

const rgb = (x: string, y: string, z: string): Opaque => ({ r: byte(x), g: byte(y), b: byte(z) })
const hsl = (x: string, y: string, z: string): Opaque =>
  hslToRgb(angle(x), number(y, 1) / (y.endsWith('%') ? 1 : 100), number(z, 1) / (z.endsWith('%') ? 1 : 100))

const readers: Record<string, ((x: string, y: string, z: string) => Opaque) | undefined> = byWord({
  rgb,
  rgba: rgb,
  hsl,
  hsla: hsl,
  oklab: (l, a, b) => oklabToRgb(number(l, 1), number(a, 0.4), number(b, 0.4)),
  oklch: (l, c, h) => oklchToRgb({ l: number(l, 1), c: number(c, 0.4), h: angle(h) }),
  lab: (l, a, b) => labToRgb(number(l, 100), number(a, 125), number(b, 125)),
  lch: (l, c, h) => {
    const chroma = number(c, 150)
    const radians = (angle(h) * Math.PI) / 180
    return labToRgb(number(l, 100), chroma * Math.cos(radians), chroma * Math.sin(radians))
  },
})

/** `whole` is what 100% stands for. */
function number(text: string, whole: number): number {
  return text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * whole : Number(text)
}

function byte(text: string): number {
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / 255
}

function angle(text: string): number {
  const units: Record<string, number> = byWord({ deg: 1, turn: 360, rad: 180 / Math.PI })
  const unit = /(deg|turn|rad)$/.exec(text)?.[1]
  return unit === undefined ? Number(text) : Number(text.slice(0, -unit.length)) * units[unit]!
}

function hslToRgb(h: number, s: number, l: number): Opaque {
  const channel = (n: number): number => {
    const k = (((n + h / 30) % 12) + 12) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return { r: channel(0), g: channel(8), b: channel(4) }
}

/** A translucent colour as it looks on an opaque one. */
export function over(top: Rgb, below: Rgb): Rgb {
  const blend = (a: number, b: number): number => a * top.a + b * (1 - top.a)
  return { r: blend(top.r, below.r), g: blend(top.g, below.g), b: blend(top.b, below.b), a: 1 }
}

/** `share` 0 gives `from`, 1 gives `to`; between them evenly for the eye. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const a = toOklab(from)
  const b = toOklab(to)
  const at = (index: 0 | 1 | 2): number => a[index] + (b[index] - a[index]) * share
  const { r, g, b: blue } = oklabToRgb(at(0), at(1), at(2))
  return { r: clamp(r), g: clamp(g), b: clamp(blue), a: 1 }
}

export function toOklch(color: Rgb): Oklch {
  const [l, a, b] = toOklab(color)
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** The nearest colour that a screen can show: chroma gives way, lightness and hue stay. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  for (let chroma = c; ; chroma -= 0.005) {
    const { r, g, b } = oklchToRgb({ l, c: Math.max(0, chroma), h })
    if (chroma <= 0 || [r, g, b].every((channel) => channel >= -0.0005 && channel <= 1.0005)) {
      return { r: clamp(r), g: clamp(g), b: clamp(b), a: 1 }
    }
  }
}

export function hex({ r, g, b }: Rgb): string {
  return `#${[r, g, b]
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

// https://www.w3.org/TR/css-color-4/#color-conversion-code
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function encoded(channel: number): number {
  const size = Math.abs(channel)
  return size <= 0.0031308 ? channel * 12.92 : Math.sign(channel) * (1.055 * size ** (1 / 2.4) - 0.055)
}

function toOklab({ r, g, b }: Rgb): [number, number, number] {
  const [lr, lg, lb] = [linear(r), linear(g), linear(b)]
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb)
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb)
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function oklchToRgb({ l, c, h }: Oklch): Opaque {
  const radians = (h * Math.PI) / 180
  return oklabToRgb(l, c * Math.cos(radians), c * Math.sin(radians))
}

function oklabToRgb(lightness: number, a: number, b: number): Opaque {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    r: encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  }
}

function labToRgb(l: number, a: number, b: number): Opaque {
  const fy = (l + 16) / 116
  const cube = (f: number): number => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27))
  // D50 white, then Bradford to D65.
  const [x, y, z] = [0.9642956764 * cube(fy + a / 500), cube(fy), 0.8251046025 * cube(fy - b / 200)]
  const X = 0.9554734527 * x - 0.0230985368 * y + 0.0632593086 * z
  const Y = -0.0283697069 * x + 1.0099954581 * y + 0.0210413989 * z
  const Z = 0.0123140016 * x - 0.0205076964 * y + 1.3303659366 * z
  return {
    r: encoded(3.2409699419 * X - 1.5373831776 * Y - 0.4986107603 * Z),
    g: encoded(-0.9692436363 * X + 1.8759675015 * Y + 0.0415550574 * Z),
    b: encoded(0.0556300797 * X - 0.2039769589 * Y + 1.0569715142 * Z),
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
