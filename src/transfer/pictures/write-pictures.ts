import type { Tx } from '#platform/server/db/db.ts'
import { putPictures, type PictureRowIn } from '#features/catalog/queries/import-products.ts'
import {
  picturesBySource,
  picturesOfGroups,
  picturesOfProducts,
} from '#features/catalog/queries/import-pictures.ts'
import { isUrl, type PlannedPicture, type Recipe } from './pictures.ts'
import type { PreparedProduct } from '../catalog/prepare.ts'

/** How an import comes by drawn pictures. */
export interface PictureWriter {
  /** The ids of the drawn pictures, in the order of the recipes, which were checked before. */
  draw(tx: Tx, recipes: readonly Recipe[]): Promise<number[]>
}

export interface WriteOptions {
  now: Date
  /** Null leaves the pictures as they are. */
  pictures: PictureWriter | null
}

/**
 * Gives the products their pictures: real ones that the shop has, by their source, and drawn ones for the rest.
 * Returns the products of which a picture changed.
 */
export async function writeProductPictures(
  tx: Tx,
  products: readonly { id: number; product: PreparedProduct }[],
  writer: PictureWriter,
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
  const pictureIds = await drawMissing(
    tx,
    wanted.map(({ id, picture }) => ({
      made: picture.made,
      real: picture.src === null ? undefined : (had.get(`${id} ${picture.src}`) ?? fetched.get(picture.src)),
    })),
    writer,
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

/** The pictures of categories or collections, by address. */
export async function groupPictures(
  tx: Tx,
  kind: 'category' | 'collection',
  groups: readonly { slug: string; picture: PlannedPicture | null }[],
  writer: PictureWriter,
): Promise<Map<string, number>> {
  const fetched = await picturesBySource(tx, urlsOf(groups.flatMap(({ picture }) => picture ?? [])))
  const had = await picturesOfGroups(
    tx,
    kind,
    groups.map(({ slug }) => slug),
  )
  const wanted = groups.flatMap(({ slug, picture }) => (picture === null ? [] : [{ slug, picture }]))
  const pictureIds = await drawMissing(
    tx,
    wanted.map(({ slug, picture: { src, made } }) => {
      const before = had.get(slug)
      return {
        made,
        real: src === null ? undefined : before?.source === src ? before.pictureId : fetched.get(src),
      }
    }),
    writer,
  )
  return new Map(wanted.map(({ slug }, index) => [slug, pictureIds[index]!]))
}

/** The id of each picture: the real one, where there is one, else one that is drawn now. */
export async function drawMissing(
  tx: Tx,
  wanted: readonly { made: Recipe; real: number | undefined }[],
  writer: PictureWriter,
): Promise<number[]> {
  const missing = wanted.filter(({ real }) => real === undefined)
  const drawn = await writer.draw(
    tx,
    missing.map(({ made }) => made),
  )
  let next = 0
  return wanted.map(({ real }) => real ?? drawn[next++]!)
}

// A path means another file in each media folder, so only addresses are looked up among all pictures.
export function urlsOf(pictures: readonly PlannedPicture[]): string[] {
  return [...new Set(pictures.flatMap(({ src }) => (src !== null && isUrl(src) ? [src] : [])))]
}
