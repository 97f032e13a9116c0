import { giveUpPicture } from '#features/media/rules/uploads.ts'
import type { Database } from '#platform/server/db/db.ts'
import { deleteInquiriesBefore } from '../queries.ts'

/** Inquiries of one transaction. */
const batch = 500

/** Deletes inquiries from before a moment; their pictures go with the next old uploads. */
export async function pruneInquiries(db: Database, before: Date): Promise<void> {
  for (let deleted = batch; deleted >= batch;)
    deleted = await db.transact(async (tx) => {
      const { count, pictures } = await deleteInquiriesBefore(tx, before, batch)
      for (const picture of pictures) await giveUpPicture(tx, picture)
      return count
    })
}
