import { tintOf, type Tile, type TileIcon } from '#features/media/rules/tile.ts'
import type { ProductEntry } from '#wire/catalog-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { shown } from '#wire/shown-text.ts'

/** A picture with everything decided: from `src`, with a tile in its place until that is there; or only the tile. */
export interface PlannedPicture {
  src: string | null
  tile: Tile
  alt: Record<string, string>
  for: Record<string, string>
}

/** The pictures of a product. One without any gets a tile. */
export function planPictures(entry: ProductEntry): Result<PlannedPicture[], string> {
  const given = entry.pictures.length === 0 ? [{}] : entry.pictures
  const planned: PlannedPicture[] = []
  for (const [index, picture] of given.entries()) {
    const plan = planPicture({ tint: swatchFor(entry, picture), ...picture }, 'product')
    if (!plan.ok) return no(`pictures[${index}] ${plan.problem}`)
    planned.push(plan.value)
  }
  return ok(planned)
}

/** One picture of whatever has one. */
export function planPicture(picture: PictureEntry, icon: TileIcon): Result<PlannedPicture, string> {
  const { src = null, tint, alt = {}, for: options = {} } = picture
  const sourceFault = src === null ? null : srcFault(src)
  if (sourceFault !== null) return no(sourceFault)
  return ok({ src, tile: { tint: tint === undefined ? null : tintOf(tint), icon }, alt, for: options })
}

/** As it stands in our format: `tint` is told only where the tile is the picture and does not wait for one. */
export function plannedEntry({ src, tile: { tint }, alt, for: options }: PlannedPicture): PictureEntry {
  return {
    ...(src === null ? (tint === null ? {} : { tint }) : { src }),
    ...(Object.keys(alt).length === 0 ? {} : { alt }),
    ...(Object.keys(options).length === 0 ? {} : { for: options }),
  }
}

export function isUrl(src: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(src)
}

/** Why a source is neither a URL nor a path inside the media folder, or null. */
function srcFault(src: string): string | null {
  if (isUrl(src)) {
    const url = URL.parse(src)
    if (url === null) return `is at ${shown(src)}, which is no address`
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return `is at ${shown(src)}: only http and https are fetched`
    return url.username === '' && url.password === '' ? null : 'is at an address with a password in it'
  }
  const steps = src.split('/')
  const outside = src.includes('\\') || steps.some((step) => step === '' || step === '.' || step === '..')
  return outside ? `is at ${shown(src)}, which is no path inside the media folder` : null
}

/** The swatch or the code of the value that a picture is shown for. */
function swatchFor(entry: ProductEntry, picture: PictureEntry): string | undefined {
  for (const [code, valueCode] of Object.entries(picture.for ?? {})) {
    const value = entry.options
      .find((option) => option.code === code)
      ?.values.find((candidate) => candidate.code === valueCode)
    if (value !== undefined) return value.swatch ?? value.code
  }
  return undefined
}
