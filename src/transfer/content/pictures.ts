import type { PictureUser } from '../pictures/fetch-pictures.ts'
import { plannedEntry, type PlannedPicture } from '../pictures/pictures.ts'
import { oldRecipe, tileMissing, urlsOf, type WriteOptions } from '../pictures/write-pictures.ts'
import { picturesBySource } from '#features/catalog/queries/import-pictures.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { heldPictures, showPicture, waitingSources } from './queries.ts'
import type { ContentKind } from './read.ts'

/** A picture in its place. */
export interface Placed {
  id: number
  source: string | null
  alt: Record<string, string>
}

/**
 * The pictures of each entry: real ones that the shop has, by their source, and tiles for the rest. Where pictures
 * are left alone, those that the entries have.
 */
export async function placePictures(
  tx: Tx,
  kind: ContentKind,
  items: readonly { key: string; pictures: readonly PlannedPicture[]; keeps: boolean }[],
  { pictures: withPictures }: WriteOptions,
): Promise<Placed[][]> {
  const held = Map.groupBy(
    await heldPictures(
      tx,
      kind,
      items.map(({ key }) => key),
    ),
    ({ key }) => key,
  )
  const heldOf = (key: string): Placed[] =>
    (held.get(key) ?? []).map(({ pictureId: id, source, alt }) => ({ id, source, alt }))
  if (!withPictures) return items.map(({ key }) => heldOf(key))
  const fetched = await picturesBySource(tx, urlsOf(items.flatMap(({ pictures }) => pictures)))
  const wanted = items.flatMap(({ key, pictures, keeps }) =>
    (keeps ? [] : pictures).map((picture, index) => {
      const { src, tile } = picture
      const own = held.get(key)?.find(({ source, made }) => source === src && made === null)
      const real = src === null ? undefined : (own?.pictureId ?? fetched.get(src))
      return { tile, kept: real ?? oldRecipe(picture, held.get(key)?.[index]) }
    }),
  )
  const ids = (await tileMissing(tx, wanted)).values()
  return items.map(({ key, pictures, keeps }) =>
    keeps
      ? heldOf(key)
      : pictures.map((picture) => ({
          id: ids.next().value!,
          source: picture.src,
          alt: plannedEntry(picture).alt ?? {},
        })),
  )
}

/** Articles, pages, promotions and reviews, and the descriptions of the catalogue. */
export const contentPictures: PictureUser = {
  waiting: waitingSources,
  async show(tx, source, picture) {
    const { articles, pages, promotions, products, described } = await showPicture(tx, source, picture)
    const tags = [
      ...articles.map((id) => `article:${id}`),
      ...pages.map((id) => `page:${id}`),
      ...(articles.length + pages.length > 0 ? ['content'] : []),
      ...(promotions.length > 0 ? ['promotions'] : []),
      ...products.map((id) => `reviews:${id}`),
      ...(products.length > 0 ? ['reviews'] : []),
      ...described.products.map((id) => `product:${id}`),
      ...described.categories.map((id) => `category:${id}`),
      ...described.collections.map((id) => `collection:${id}`),
      ...(described.categories.length + described.collections.length > 0 ? ['catalog'] : []),
    ]
    await announceChanges(tx, tags, false)
  },
}
