import { fill, n, stroke } from './ink.ts'
import type { Studio } from './studio.ts'

/** The shade of something that lies flat: a few offset copies of its outline. */
export function lying(s: Studio, d: string, deep = 22): void {
  const shade = { l: s.wall.l * 0.4, c: s.wall.c + 0.01, h: s.wall.h }
  for (let i = 1; i <= 7; i++) {
    const t = i / 7
    s.ink.body.push(`<g transform="translate(${n(deep * t * 0.8)} ${n(deep * t)})">`)
    stroke(s.ink, d, shade, deep * (1.1 - t), { opacity: 0.035 })
    fill(s.ink, d, shade, 0.05)
    s.ink.body.push('</g>')
  }
}
