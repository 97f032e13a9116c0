import type { Tile } from './rules/tile.ts'
import { formats, widths, type Format, type Width } from './contract.ts'

/** One file of a picture: a width in a format, or the card that other sites show of a link. */
export type Rendition = { width: Width; format: Format } | 'share'

/** What a picture is rendered from: a tile, or the file of a stored original. */
export type Origin = { tile: Tile } | { path: string }

/** Open Graph's card, in pixels. */
export const shareSize = { width: 1200, height: 630 }

/** Reads `480.avif` or `og.jpg`; null for anything that is not on the list. */
export function readRendition(file: string): Rendition | null {
  if (file === 'og.jpg') return 'share'
  for (const width of widths) {
    for (const format of formats) if (file === `${width}.${format}`) return { width, format }
  }
  return null
}

export function fileName(rendition: Rendition): string {
  return rendition === 'share' ? 'og.jpg' : `${rendition.width}.${rendition.format}`
}
