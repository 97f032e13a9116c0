import { createHash } from 'node:crypto'
import type { Media } from '#features/media/rules/open-media.ts'
import { storePicture, type StoredPicture } from '#features/media/rules/save-pictures.ts'
import { storedPictures } from '#features/theming/queries.ts'
import { isThemePicture, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { TakePicture } from './examine-theme.ts'

/** The pictures of a theme on their way into the shop. */
export interface ThemePictures {
  take: TakePicture
  /** Those that were stored, by their files. Pictures that an earlier version brought are not among them. */
  taken: ReadonlyMap<string, StoredPicture>
  close(): void
}

/** @param media opened with the first picture that the shop does not have yet */
export async function openThemePictures(
  db: Db,
  files: ThemeFiles,
  media: () => Media,
): Promise<ThemePictures> {
  const hashes = [...files].flatMap(([file, content]) => (isThemePicture(file) ? [hashOf(content)] : []))
  const known = await storedPictures(db, hashes)
  const taken = new Map<string, StoredPicture>()
  let opened: Media | null = null
  return {
    taken,
    async take(file, content, mayKeep) {
      if (known.has(hashOf(content))) return null
      opened ??= media()
      const stored = mayKeep
        ? await storePicture(db, opened, content, null)
        : await opened.imaging.takeIn(content, null)
      if (!stored.ok) return stored.problem
      if ('picture' in stored.value) taken.set(file, stored.value)
      return null
    },
    close: () => opened?.close(),
  }
}

/** By which a file is known, whatever theme it is of. */
export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
