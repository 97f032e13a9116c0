import { contrast, fromOklch, hex, parseColor, toOklch, type Rgb } from './color.ts'

const step = 0.0025

/**
 * The nearest colour of the same hue that reaches `ratio` on every ground, as a screen shows it (eight bits a
 * channel); null where there is none, because one ground is light and another dark. The colour itself when it does.
 */
export function readable(color: Rgb, grounds: readonly Rgb[], ratio: number): Rgb | null {
  const { l, c, h } = toOklch(color)
  for (let way = 0; way <= 1; way += step) {
    for (const lightness of way === 0 ? [l] : [l - way, l + way]) {
      if (lightness < -step || lightness > 1 + step) continue
      const moved = way === 0 ? color : shown(fromOklch({ l: Math.min(1, Math.max(0, lightness)), c, h }))
      if (grounds.every((ground) => contrast(moved, ground) >= ratio)) return moved
    }
  }
  return null
}

function shown(color: Rgb): Rgb {
  return parseColor(hex(color))!
}
