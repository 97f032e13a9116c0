import { keepRatings } from '#features/catalog/rules/ratings.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { ReviewEntry } from '#wire/content-format.ts'
import { putReviews, ratingsOf, reviewedProducts, type ReviewIn } from '../queries/import.ts'

export interface CheckedReview {
  entry: ReviewEntry
  productId: number
  skuId: number | null
  pictures: ReviewIn['pictures']
}

/** Writes checked reviews that differ, and updates the ratings of their products. */
export async function importReviews(tx: Tx, reviews: readonly CheckedReview[]): Promise<EntriesPut> {
  // A review that moves to another product leaves one whose rating changes too.
  const before = await reviewedProducts(
    tx,
    reviews.map(({ entry }) => entry.code),
  )
  const put = await putReviews(
    tx,
    reviews.map(({ entry, productId, skuId, pictures }) => ({
      row: {
        code: entry.code,
        product_id: productId,
        sku_id: skuId,
        author: entry.author,
        locale: entry.locale,
        score: entry.score,
        title: entry.title ?? null,
        content: entry.content,
        created_at: entry.createdAt,
        helpful_count: entry.helpful,
        verified: entry.verified,
        reply: entry.reply?.content ?? null,
        replied_at: entry.reply?.createdAt ?? null,
      },
      pictures,
    })),
  )
  if (put.added.size + put.changed.size > 0)
    await refreshRatings(tx, [...new Set([...before, ...reviews.map(({ productId }) => productId)])])
  return put
}

/** Updates the ratings of these products from their visible reviews, and invalidates pages with reviews. */
export async function refreshRatings(tx: Tx, products: readonly number[]): Promise<void> {
  await keepRatings(tx, products, await ratingsOf(tx, products))
  await announceChanges(
    tx,
    products.map((id) => `reviews:${id}`),
    false,
  )
  await announceChanges(tx, ['reviews'], false)
}
