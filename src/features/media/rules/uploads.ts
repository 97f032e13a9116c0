import { randomBytes } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import { mayGoOn, networkOf } from '#platform/server/rate.ts'
import type { Problem } from '#wire/problems.ts'
import { mediaUrl } from '../contract.ts'
import { ImagingFailed } from '../imaging.ts'
import { addUpload, oldUploads, removePictures, removeUploads, uploadsByIds } from '../queries.ts'
import type { Media } from './open-media.ts'
import { importPicture } from './save-pictures.ts'

/** A picture that somebody has sent, until it becomes part of something. */
export interface Upload {
  id: string
  pictureId: number
  key: string
}

export interface Uploads {
  /** Decodes and keeps a picture, and says how it is called from now on. */
  take(ctx: Ctx, bytes: Buffer): Promise<Result<Upload, Problem>>
}

/** Pictures of one network; six for each of ten inquiries. */
const sending = { name: 'upload.image', most: 60, within: hour }
/** Pictures in memory and at the decoder. */
const mostAtOnce = 8

export function openUploads(media: Media): Uploads {
  let underWay = 0
  return {
    async take(ctx, bytes) {
      if (underWay >= mostAtOnce) return no({ name: 'unavailable' })
      underWay += 1
      try {
        if (!(await mayGoOn(ctx.db, sending, networkOf(ctx.visitor.ip), ctx.now)))
          return no({ name: 'too_many_requests' })
        const taken = await importPicture(ctx.db, media, bytes, null)
        if (!taken.ok) return taken
        const upload = {
          id: randomBytes(16).toString('hex'),
          pictureId: taken.value.id,
          key: taken.value.key,
        }
        await addUpload(ctx.db, upload, ctx.now)
        return ok(upload)
      } catch (error) {
        // What breaks the decoder or keeps it busy for ever is no picture that can be used.
        if (error instanceof ImagingFailed) return no({ name: 'damaged_picture' })
        throw error
      } finally {
        underWay -= 1
      }
    },
  }
}

/** Where a sent picture is shown to who sent it. */
export function uploadUrl(key: string): string {
  return mediaUrl(key, 320, 'webp')
}

/** The uploads of these ids that are still here, in the given order. */
export async function findUploads(db: Db, ids: readonly string[]): Promise<Upload[]> {
  const found = new Map((await uploadsByIds(db, ids)).map((upload) => [upload.id, upload]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Deletes uploads that were sent before this moment, and their pictures if nothing shows them. */
export async function pruneUploads(db: Database, store: Media['store'], before: Date): Promise<void> {
  const keys = await db.transact(async (tx) => {
    const old = await oldUploads(tx, before, 500)
    await removeUploads(
      tx,
      old.map(({ id }) => id),
    )
    return removePictures(
      tx,
      old.map(({ pictureId }) => pictureId),
    )
  })
  for (const key of keys) await store.remove(key)
}
