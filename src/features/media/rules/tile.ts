import { formatHex, interpolate, parse } from 'culori'
import { keyOf } from '../store.ts'

/*
 * What stands where a shop has no picture, or could not fetch it: a quiet ground with a sign of what kind of thing
 * is missing. It never looks like a thing that is sold.
 */

/** Drawn on a 24 px square with one line weight, as the icons of the pages are. */
const icons = {
  product: 'M3.5 7.8 12 3.3l8.5 4.5v8.4L12 20.7l-8.5-4.5ZM3.5 7.8l8.5 4.5 8.5-4.5M12 12.3v8.4',
  category: 'M4.5 4.5h6v6h-6Zm9 0h6v6h-6Zm-9 9h6v6h-6Zm9 0h6v6h-6Z',
  page: 'M6 3.5h8.5L18 7v13.5H6ZM9 11h6M9 14.5h6',
} as const
export type TileIcon = keyof typeof icons

export interface Tile {
  /** `#rrggbb`; null is neutral. */
  tint: string | null
  icon: TileIcon
}

/** Grows when tiles are drawn in another way: a picture's URL is cached for a year, so it must get a new one. */
const drawing = 1

/** Pixels of a tile's own size, both ways. */
export const tileSize = 1600

export function tileKey({ tint, icon }: Tile): string {
  return keyOf(`tile ${drawing} ${icon} ${tint}`)
}

/** The canonical `#rrggbb` of a colour as a file has it; null for what is no colour in CSS. */
export function tintOf(color: string): string | null {
  return formatHex(parse(color.trim().toLowerCase())) ?? null
}

/** From the column of a picture that was never stored; also a recipe of older versions, of which only the colour counts. */
export function readTile(column: unknown): Tile {
  const { tint, color, icon } = column as Record<string, unknown>
  const said = tint ?? color
  return {
    tint: typeof said === 'string' ? tintOf(said) : null,
    icon: typeof icon === 'string' && Object.hasOwn(icons, icon) ? (icon as TileIcon) : 'product',
  }
}

/**
 * Whether a column holds a recipe of older versions: a drawing, of which only the colour is still shown. Its key is not
 * `tileKey`, so it is recognised where it stands.
 */
export function isOldRecipe(column: unknown): boolean {
  return typeof column === 'object' && column !== null && !Object.hasOwn(column, 'icon')
}

/** Paler than any swatch, so that a page of tiles stays calm. */
export function tileGround({ tint }: Tile): string {
  return between('#f3f2ef', tint ?? '#b8b4ac', 0.2)
}

/** The tile as an SVG document of these pixels: no filters, no fonts, no links. */
export function drawTile(tile: Tile, width: number, height: number): string {
  const ground = tileGround(tile)
  const size = 0.17 * Math.min(width, height)
  const move = `translate(${(width - size) / 2} ${(height - size) / 2}) scale(${size / 24})`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/><path d="${icons[tile.icon]}" transform="${move}" fill="none" stroke="${between(ground, '#4a4640', 0.4)}" stroke-width="0.8" stroke-linejoin="round" stroke-linecap="round"/></svg>`
}

function between(from: string, to: string, share: number): string {
  return formatHex(interpolate([from, to], 'oklab')(share))
}
