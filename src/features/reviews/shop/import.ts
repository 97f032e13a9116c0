import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut } from '#platform/server/db/put-entries.ts'
import type { ReviewEntry } from '#wire/content-format.ts'
import { ownWords, putReviews, reviewedProducts, type ReviewIn } from '../queries/import.ts'
import { refreshRatings } from '../rules/ratings.ts'

export interface CheckedReview {
  entry: ReviewEntry
  productId: number
  skuId: number | null
  pictures: ReviewIn['pictures']
}

/**
 * Writes checked reviews that differ, and updates the ratings of their products. What a buyer wrote here stays as it was
 * written: of such a review a file changes the pictures' texts, the merchant's answer, and nothing else.
 */
export async function importReviews(tx: Tx, reviews: readonly CheckedReview[]): Promise<EntriesPut> {
  // A review that moves to another product leaves one whose rating changes too.
  const before = await reviewedProducts(
    tx,
    reviews.map(({ entry }) => entry.code),
  )
  const kept = await ownWords(
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
        fit: entry.fit ?? null,
        edited_at: entry.editedAt ?? null,
        ...kept.get(entry.code),
      },
      pictures,
    })),
  )
  if (put.added.size + put.changed.size > 0)
    await refreshRatings(tx, [...new Set([...before, ...reviews.map(({ productId }) => productId)])])
  return put
}
