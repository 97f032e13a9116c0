import { no } from '#domain/result.ts'
import { faultWords, openFetcher } from '#features/media/shop/fetch-picture.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { listPictures, storePicture, type StoredPicture } from '#features/media/rules/save-pictures.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { PictureFetcher } from './fetch-pictures.ts'

/** The feature media, as an import uses it. */
export interface PictureDesk {
  fetcher: PictureFetcher<StoredPicture>
  close(): void
}

/** @param allowPrivate for tests: pictures may come from this machine */
export function openPictureDesk(db: Database, mediaDir: string, allowPrivate: boolean): PictureDesk {
  const media = openMedia(mediaDir)
  const fetcher = openFetcher({ allowPrivate })
  return {
    fetcher: {
      fetch: async (url) => {
        const got = await fetcher.fetch(url)
        return got.ok
          ? got
          : no({ reason: faultWords(got.problem), ofHost: hostFaults.has(got.problem.name) })
      },
      keep: async (bytes, source) => {
        const stored = await storePicture(db, media, bytes, source)
        return stored.ok ? stored : no({ reason: faultWords(stored.problem), ofHost: false })
      },
      list: async (tx, stored) => (await listPictures(tx, stored)).map(({ id }) => id),
    },
    close() {
      fetcher.close()
      media.close()
    },
  }
}

const hostFaults: ReadonlySet<string> = new Set([
  'unreachable',
  'too_slow',
  'host_skipped',
  'private_address',
])
