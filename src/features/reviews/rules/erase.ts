import { giveUpPicture } from '#features/media/rules/uploads.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { deleteReviewRow, reviewsOfCustomer } from '../queries/own.ts'
import { refreshRatings } from './ratings.ts'

/** Deletes what a customer wrote about what they bought, with its pictures, and takes it out of the ratings. */
export async function eraseReviews(tx: Tx, customer: number, now: Date): Promise<void> {
  const written = await reviewsOfCustomer(tx, customer)
  for (const { id, pictures } of written) {
    await deleteReviewRow(tx, id, now)
    for (const picture of pictures) await giveUpPicture(tx, picture)
  }
  const shown = new Set(written.flatMap(({ isShown, productId }) => (isShown ? [productId] : [])))
  if (shown.size > 0) await refreshRatings(tx, [...shown], true)
}
