import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { bumpVersions } from '../queries/derived.ts'
import { lockProducts, setRatings, type Rating } from '../queries/ratings.ts'

/** Called before the ratings of these products are read, by whoever stores them. */
export const lockRated = lockProducts

/**
 * Stores the ratings that reviews give these products. From then on an import leaves their ratings alone, until the
 * last review is deleted.
 */
export async function keepRatings(
  tx: Tx,
  products: readonly number[],
  ratings: readonly Rating[],
): Promise<void> {
  const changed = await setRatings(tx, products, ratings)
  if (changed.length === 0) return
  await bumpVersions(tx, changed)
  await announceChanges(
    tx,
    changed.map((id) => `product:${id}`),
    true,
  )
  await announceChanges(tx, ['list'], false)
}
