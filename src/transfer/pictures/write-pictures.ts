import { ensureTiles } from '#features/media/rules/save-pictures.ts'
import { isOldRecipe, readTile, type Tile } from '#features/media/rules/tile.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { putPictures, type PictureRowIn } from '#features/catalog/queries/import-products.ts'
import {
  picturesBySource,
  picturesOfGroups,
  picturesOfProducts,
  type PictureHere,
} from '#features/catalog/queries/import-pictures.ts'
import { isUrl, type PlannedPicture } from './pictures.ts'
import type { Merging } from '../merge/settle.ts'
import type { PreparedProduct } from '../catalog/prepare.ts'

export interface WriteOptions {
  now: Date
  /** False leaves the pictures as they are. */
  pictures: boolean
  merging: Merging
}

/**
 * Gives the products their pictures: real ones that the shop has, by their source, and tiles for the rest. Returns
 * the products of which a picture changed.
 */
export async function writeProductPictures(
  tx: Tx,
  products: readonly { id: number; product: PreparedProduct }[],
): Promise<number[]> {
  const ids = products.map(({ id }) => id)
  const planned = products.flatMap(({ product }) => product.pictures)
  const fetched = await picturesBySource(tx, urlsOf(planned))
  const had = await picturesOfProducts(tx, ids)
  const real = new Map(
    had
      .filter(({ made }) => made === null)
      .map(({ productId, source, pictureId }) => [`${productId} ${source}`, pictureId]),
  )
  const placed = new Map(had.map((here) => [`${here.productId} ${here.position}`, here]))
  const wanted = products.flatMap(({ id, product }) =>
    product.pictures.map((picture, position) => ({ id, picture, position })),
  )
  const pictureIds = await tileMissing(
    tx,
    wanted.map(({ id, picture, position }) => ({
      tile: picture.tile,
      kept:
        (picture.src === null ? undefined : (real.get(`${id} ${picture.src}`) ?? fetched.get(picture.src))) ??
        oldRecipe(picture, placed.get(`${id} ${position}`)),
    })),
  )
  const rows = wanted.map(({ id, picture, position }, index): PictureRowIn => ({
    product_id: id,
    position,
    picture_id: pictureIds[index]!,
    alt: picture.alt,
    options: picture.for,
    source: picture.src,
  }))
  return putPictures(tx, ids, rows)
}

/** The pictures of categories or collections, by slug. */
export async function groupPictures(
  tx: Tx,
  kind: 'category' | 'collection',
  groups: readonly { slug: string; picture: PlannedPicture | null }[],
): Promise<Map<string, number>> {
  const fetched = await picturesBySource(tx, urlsOf(groups.flatMap(({ picture }) => picture ?? [])))
  const had = await picturesOfGroups(
    tx,
    kind,
    groups.map(({ slug }) => slug),
  )
  const wanted = groups.flatMap(({ slug, picture }) => (picture === null ? [] : [{ slug, picture }]))
  const pictureIds = await tileMissing(
    tx,
    wanted.map(({ slug, picture }) => {
      const { src, tile } = picture
      const before = had.get(slug)
      const isReal = src !== null && before?.made === null && before.source === src
      const real = isReal ? before.pictureId : src === null ? undefined : fetched.get(src)
      return { tile, kept: real ?? oldRecipe(picture, before) }
    }),
  )
  return new Map(wanted.map(({ slug }, index) => [slug, pictureIds[index]!]))
}

/**
 * The picture in this place, where it is a recipe of older versions that means the same: an export names its colour, or
 * the source that it waits for, and importing that again must change nothing.
 */
export function oldRecipe({ src, tile }: PlannedPicture, here: PictureHere | undefined): number | undefined {
  if (here === undefined || here.source !== src || !isOldRecipe(here.made)) return undefined
  return src !== null || readTile(here.made).tint === tile.tint ? here.pictureId : undefined
}

/** The id of each picture: the one that is kept, where there is one, else its tile. */
export async function tileMissing(
  tx: Tx,
  wanted: readonly { tile: Tile; kept: number | undefined }[],
): Promise<number[]> {
  const missing = wanted.filter(({ kept }) => kept === undefined)
  const tiles = await ensureTiles(
    tx,
    missing.map(({ tile }) => tile),
  )
  let next = 0
  return wanted.map(({ kept }) => kept ?? tiles[next++]!.id)
}

// A path is another file in each media folder, so only URLs are looked up among all pictures.
export function urlsOf(pictures: readonly PlannedPicture[]): string[] {
  return [...new Set(pictures.flatMap(({ src }) => (src !== null && isUrl(src) ? [src] : [])))]
}
