import { no } from '#domain/result.ts'
import { faultWords, openFetcher } from '#features/media/shop/fetch-picture.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { readRecipe, standIn, type RecipeFault } from '#features/media/actions/recipes.ts'
import {
  ensureMadePictures,
  listPictures,
  storePicture,
  type StoredPicture,
} from '#features/media/rules/save-pictures.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { PictureFetcher } from './fetch-pictures.ts'
import type { PictureRules, Recipe } from './pictures.ts'
import { shown } from '#wire/shown-text.ts'
import type { PictureWriter } from './write-pictures.ts'

/** The feature media, as an import uses it. */
export interface PictureDesk {
  rules: PictureRules
  writer: PictureWriter
  fetcher: PictureFetcher<StoredPicture>
  close(): void
}

/** @param allowPrivate for tests: pictures may come from this machine */
export function openPictureDesk(db: Database, mediaDir: string, allowPrivate: boolean): PictureDesk {
  const media = openMedia(mediaDir)
  const fetcher = openFetcher({ allowPrivate })
  return {
    rules: {
      standIn,
      readRecipe: (recipe) => {
        const read = readRecipe(recipe)
        return read.ok ? read : no(recipeWords(read.problem, recipe))
      },
    },
    writer: {
      draw: async (tx, recipes) => {
        const checked = recipes.flatMap((recipe) => {
          const read = readRecipe(recipe)
          return read.ok ? [read.value] : []
        })
        return (await ensureMadePictures(tx, media, checked)).map(({ id }) => id)
      },
    },
    fetcher: {
      fetch: async (url) => {
        const got = await fetcher.fetch(url)
        return got.ok
          ? got
          : no({ reason: faultWords(got.problem), ofHost: hostFaults.has(got.problem.code) })
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

function recipeWords(fault: RecipeFault, recipe: Recipe): string {
  return {
    unknown_motif: `has the motif ${shown(recipe.motif)}, which nobody can draw`,
    unknown_color: `has the colour ${shown(recipe.color)}, which is no colour`,
    seed_out_of_range: 'has a seed out of range',
  }[fault.code]
}
