import { Color } from 'three'

/* Colours of things and of the paper behind them, in OKLCH (Björn Ottosson, 2020): lightness 0–1, chroma, hue in radians. */

export interface Oklch {
  l: number
  c: number
  h: number
}

/** The paper for a thing of this colour: its own tint, pale; a shade darker than a thing that is pale itself. */
export function backdropFor(hex: string): Color {
  const { l, c, h } = toOklch(new Color(hex))
  const light = l > 0.86 ? 0.805 : l > 0.7 ? 0.875 : 0.865
  return fromOklch({ l: light, c: Math.min(0.023, 0.005 + c * 0.22), h })
}

/** A colour like the given one: lighter or darker by `l`, its chroma times `c`, its hue turned by `h` radians. */
export function shift(hex: string, change: Partial<Oklch>): Color {
  const own = toOklch(new Color(hex))
  return fromOklch({
    l: Math.min(1, Math.max(0, own.l + (change.l ?? 0))),
    c: own.c * (change.c ?? 1),
    h: own.h + (change.h ?? 0),
  })
}

/** The same as `#rrggbb`. */
export function shiftHex(hex: string, change: Partial<Oklch>): string {
  return `#${shift(hex, change).getHexString()}`
}

export function lightness(hex: string): number {
  return toOklch(new Color(hex)).l
}

function toOklch(color: Color): Oklch {
  const { r, g, b } = color
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function fromOklch({ l, c, h }: Oklch): Color {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  return new Color(
    clamp(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clamp(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clamp(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  )
}
