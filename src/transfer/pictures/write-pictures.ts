import { ensureTiles } from '#features/media/rules/save-pictures.ts'
import type { Tile } from '#features/media/rules/tile.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { putPictures, type PictureRowIn } from '#features/catalog/queries/import-products.ts'
import {
  picturesBySource,
  picturesOfGroups,
  picturesOfProducts,
} from '#features/catalog/queries/import-pictures.ts'
import { isUrl, type PlannedPicture } from './pictures.ts'
import type { PreparedProduct } from '../catalog/prepare.ts'

export interface WriteOptions {
  now: Date
  /** False leaves the pictures as they are. */
  pictures: boolean
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
  const had = new Map(
    (await picturesOfProducts(tx, ids)).map(({ productId, source, pictureId }) => [
      `${productId} ${source}`,
      pictureId,
    ]),
  )
  const wanted = products.flatMap(({ id, product }) =>
    product.pictures.map((picture, position) => ({ id, picture, position })),
  )
  const pictureIds = await tileMissing(
    tx,
    wanted.map(({ id, picture }) => ({
      tile: picture.tile,
      real: picture.src === null ? undefined : (had.get(`${id} ${picture.src}`) ?? fetched.get(picture.src)),
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
    wanted.map(({ slug, picture: { src, tile } }) => {
      const before = had.get(slug)
      return {
        tile,
        real: src === null ? undefined : before?.source === src ? before.pictureId : fetched.get(src),
      }
    }),
  )
  return new Map(wanted.map(({ slug }, index) => [slug, pictureIds[index]!]))
}

/** The id of each picture: the real one, where there is one, else its tile. */
export async function tileMissing(
  tx: Tx,
  wanted: readonly { tile: Tile; real: number | undefined }[],
): Promise<number[]> {
  const missing = wanted.filter(({ real }) => real === undefined)
  const tiles = await ensureTiles(
    tx,
    missing.map(({ tile }) => tile),
  )
  let next = 0
  return wanted.map(({ real }) => real ?? tiles[next++]!.id)
}

// A path is another file in each media folder, so only URLs are looked up among all pictures.
export function urlsOf(pictures: readonly PlannedPicture[]): string[] {
  return [...new Set(pictures.flatMap(({ src }) => (src !== null && isUrl(src) ? [src] : [])))]
}
