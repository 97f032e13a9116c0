import { keepRatings, lockRated } from '#features/catalog/rules/ratings.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { ratingsOf } from '../queries/import.ts'

/**
 * Updates the ratings of these products from their visible reviews, and invalidates pages with reviews.
 * @param isGone something is not to be seen any more: no page may show it for another moment
 */
export async function refreshRatings(tx: Tx, products: readonly number[], isGone = false): Promise<void> {
  // Two reviews at once would each write a rating without the other.
  await lockRated(tx, products)
  await keepRatings(tx, products, await ratingsOf(tx, products))
  await announceChanges(
    tx,
    products.map((id) => `reviews:${id}`),
    isGone,
  )
  await announceChanges(tx, ['reviews'], isGone)
}
