import { randomBytes } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import { eachOf } from '#platform/server/jobs/each.ts'
import type { FilePlace, FileTaker } from '#platform/server/form-fields.ts'
import { tooFast } from '#platform/server/pace.ts'
import { isPrivate, mayGoOn, networkOf, siteOf, tooMany } from '#platform/server/rate.ts'
import type { Problem } from '#wire/problems.ts'
import { mediaUrl } from '../contract.ts'
import { ImagingFailed } from '../imaging.ts'
import {
  addOldUpload,
  addUpload,
  oldUploads,
  removePictures,
  removeUploads,
  uploadsByIds,
} from '../queries.ts'
import { sniff } from '../sniff.ts'
import type { Media } from './open-media.ts'
import { importPicture } from './save-pictures.ts'
import { readSquare, type Square } from './square.ts'

/** A picture that somebody has sent, until it becomes part of something. */
export interface Upload {
  id: string
  pictureId: number
  key: string
}

/** Pictures of one network; six for each of ten inquiries. */
const sending = { name: 'upload.image', most: 60, within: hour }
/** Requests whose pictures are in memory or at the decoder: each holds up to 12 MB. */
const mostPlaces = 8
/** Of one network. A browser sends its pictures one after the other. */
const mostPlacesOfNetwork = 2
/** Of all networks that one subscriber may have: the others are left more than half of the places. */
const mostPlacesOfSite = 3

/** Decodes and stores pictures. */
export function openUploads(media: Media): FileTaker<Upload> {
  const places = openPlaces()
  return {
    async admit(ctx, isSquare = false) {
      const sender = { network: networkOf(ctx.visitor.ip), site: siteOf(ctx.visitor.ip) }
      const leave = places.take(sender, !isPrivate(ctx.visitor.ip))
      if (!leave.ok) return leave
      try {
        if (await mayGoOn(ctx.db, sending, networkOf(ctx.visitor.ip), ctx.now))
          return ok(placeOf(ctx, media, leave.value, isSquare))
      } catch (error) {
        leave.value()
        throw error
      }
      leave.value()
      return no(tooMany(sending, ctx.now))
    },
  }
}

interface Places {
  /** A place for a request, as the function that frees it. @param isCounted its networks have limits of their own */
  take(sender: Sender, isCounted: boolean): Result<() => void, Problem>
}

interface Sender {
  network: string
  site: string
}

function openPlaces(): Places {
  const taken = new Set<Sender>()
  return {
    take(sender, isCounted) {
      const ofNetwork = [...taken].filter(({ network }) => network === sender.network).length
      const ofSite = [...taken].filter(({ site }) => site === sender.site).length
      const isFull = ofNetwork >= mostPlacesOfNetwork || ofSite >= mostPlacesOfSite
      if (isFull && isCounted) return no(tooFast())
      if (taken.size >= mostPlaces) return no({ name: 'unavailable' })
      taken.add(sender)
      return ok(() => {
        taken.delete(sender)
      })
    },
  }
}

function placeOf(ctx: Ctx, media: Media, leave: () => void, isSquare: boolean): FilePlace<Upload> {
  let isFirst = true
  return {
    leave,
    async refuse(head) {
      if (sniff(head) === null) return { name: 'not_a_picture' }
      // The first one was counted before the body was read.
      if (isFirst) {
        isFirst = false
        return null
      }
      const isAllowed = await mayGoOn(ctx.db, sending, networkOf(ctx.visitor.ip), ctx.now)
      return isAllowed ? null : tooMany(sending, ctx.now)
    },
    take: (bytes, fields) => takePicture(ctx, media, bytes, isSquare ? readSquare(fields) : null),
  }
}

async function takePicture(
  ctx: Ctx,
  media: Media,
  bytes: Buffer,
  square: Square | null,
): Promise<Result<Upload, Problem>> {
  try {
    const taken = await importPicture(ctx.db, media, bytes, null, square)
    if (!taken.ok) return taken
    const upload = { id: randomBytes(16).toString('hex'), pictureId: taken.value.id, key: taken.value.key }
    await addUpload(ctx.db, upload, ctx.now)
    return ok(upload)
  } catch (error) {
    // What breaks the decoder or keeps it busy for ever is no picture that can be used.
    if (error instanceof ImagingFailed) return no({ name: 'damaged_picture' })
    throw error
  }
}

/**
 * Gives a picture up that something showed until now: it is deleted with the next old uploads, unless something else
 * shows it. Actions have no folder of pictures at hand.
 */
export async function giveUpPicture(tx: Tx, pictureId: number): Promise<void> {
  await addOldUpload(tx, { id: randomBytes(16).toString('hex'), pictureId })
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
  // Their rows are gone: a file that stays now stays for ever.
  await eachOf(
    keys,
    (key) => `picture ${key}`,
    (key) => store.remove(key),
  )
}
