import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogPictures, fetchPictures, type FetchedPictures } from '../pictures/fetch-pictures.ts'
import { openPictureDesk, type PictureDesk } from '../pictures/picture-desk.ts'
import { printable } from '#wire/shown-text.ts'
import { lockImports } from '#features/catalog/queries/import-lock.ts'
import type { Database } from '#platform/server/db/db.ts'
import { contentPictures } from '../content/pictures.ts'

/*
 * Decoding the demo's pictures takes longer than the rest of loading it, and needs the database very little. So it
 * begins at once, in its own process, while the entries are read and written.
 */

export interface DemoPictures {
  /** Shows them wherever tiles stand in their places. `note` hears why one could not be had. */
  show(note: (text: string) => void): Promise<FetchedPictures>
  /** Ends whatever is still under way. */
  close(): void
}

const atOnce = 4

export function openDemoPictures(
  db: Database,
  mediaDir: string,
  { folder, paths }: { folder: string; paths: readonly string[] },
): DemoPictures {
  const desk = openPictureDesk(db, mediaDir, false)
  const fetcher = onceEach(desk.fetcher)
  const wanted = new Set(paths)
  let isOpen = true

  // In the order in which they will be needed.
  const left = paths.toSorted()
  async function work(): Promise<void> {
    for (let path = left.shift(); path !== undefined && isOpen; path = left.shift()) {
      try {
        await fetcher.keep(await readFile(join(folder, path)), null)
      } catch {
        // Failures are seen again by `show`, which reports them.
      }
    }
  }
  for (let n = 0; n < atOnce; n++) void work()

  return {
    async show(note) {
      const lock = await lockImports(db)
      if (lock === null) throw new Error('the pictures could not be shown: another import has begun')
      try {
        const { elsewhere: _, ...shown } = await fetchPictures(
          db,
          [catalogPictures, contentPictures],
          fetcher,
          {
            folder,
            network: true,
            isSought: (source) => wanted.has(source),
            onProgress: () => {},
            onFault: (text) => note(printable(text)),
          },
        )
        return shown
      } finally {
        await lock.release()
      }
    },
    close() {
      isOpen = false
      desk.close()
    },
  }
}

type Fetcher = PictureDesk['fetcher']

/** The same bytes are decoded once, even when requested several times. */
function onceEach(fetcher: Fetcher): Fetcher {
  const begun = new Map<string, ReturnType<Fetcher['keep']>>()
  return {
    ...fetcher,
    keep(bytes, source) {
      if (source !== null) return fetcher.keep(bytes, source)
      const id = createHash('sha256').update(bytes).digest('base64')
      const kept = begun.get(id) ?? fetcher.keep(bytes, null)
      begun.set(id, kept)
      return kept
    },
  }
}
