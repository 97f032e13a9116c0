import { createHash } from 'node:crypto'
import { ok, type Result } from '#domain/result.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { IntakeFault } from '../intake.ts'
import { madeSize, recipeKey, type MadeRecipe } from '../made.ts'
import { addPictures, moveSource, pictureBySource, picturesByKeys, type PictureRow } from '../queries.ts'
import type { Media } from './open-media.ts'

/** The row of a drawn picture, added when it is new. Nothing is drawn but 16 pixels; the rest waits for a visitor. */
export async function ensureMadePicture(db: Db, media: Media, recipe: MadeRecipe): Promise<PictureRow> {
  const [row] = await ensureMadePictures(db, media, [recipe])
  if (row === undefined) throw new Error('a drawn picture was neither found nor added')
  return row
}

/** The same for many, in the given order, by two or three statements in all. */
export async function ensureMadePictures(
  db: Db,
  media: Media,
  recipes: readonly MadeRecipe[],
): Promise<PictureRow[]> {
  const wanted = new Map(recipes.map((recipe) => [recipeKey(recipe), recipe]))
  const rows = new Map((await picturesByKeys(db, [...wanted.keys()])).map((row) => [row.key, row]))
  const missing = [...wanted].filter(([key]) => !rows.has(key))
  const added = await Promise.all(
    missing.map(async ([key, recipe]) => ({
      key,
      source: null,
      made: recipe,
      width: madeSize,
      height: madeSize,
      bytes: 0,
      ...(await media.glimpse(recipe)),
    })),
  )
  for (const row of await addPictures(db, added)) rows.set(row.key, row)
  return recipes.flatMap((recipe) => rows.get(recipeKey(recipe)) ?? [])
}

/**
 * Decodes a picture from outside, stores it anew and lists it. The same bytes or the same picture twice give the
 * same row. `source` is the address that it came from, which leads to this picture from now on; without one the
 * bytes themselves are the source, so that a file that was taken in before is not even decoded.
 */
export async function importPicture(
  db: Db,
  media: Media,
  bytes: Uint8Array,
  source: string | null,
): Promise<Result<PictureRow, IntakeFault>> {
  const knownAs = source ?? `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (source === null) {
    const known = await pictureBySource(db, knownAs)
    if (known !== null && (await media.store.original(known.key)) !== null) return ok(known)
  }
  const taken = await media.imaging.takeIn(bytes)
  if (!taken.ok) return taken
  const { bytes: original, ...facts } = taken.value
  // The file first: a row never names an original that is not on the disk.
  const key = await media.store.keep(original)
  const [row] = await addPictures(db, [
    { ...facts, key, source: null, made: null, bytes: original.byteLength },
  ])
  if (row === undefined) throw new Error('a picture was neither found nor added')
  await moveSource(db, knownAs, key)
  return ok({ ...row, source: row.source ?? knownAs })
}
