import { createHash } from 'node:crypto'
import { ok, type Result } from '#domain/result.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { IntakeFault } from '../intake.ts'
import {
  addPictures,
  moveSources,
  pictureBySource,
  picturesByKeys,
  type NewPicture,
  type PictureRow,
} from '../queries.ts'
import type { Media } from './open-media.ts'
import type { Square } from './square.ts'
import { tileGround, tileKey, tileSize, type Tile } from '../rules/tile.ts'

/** The rows of these tiles, in the given order, by two or three statements in all; nothing is drawn before it is asked for. */
export async function ensureTiles(db: Db, tiles: readonly Tile[]): Promise<PictureRow[]> {
  const wanted = new Map(tiles.map((tile) => [tileKey(tile), tile]))
  const rows = new Map((await picturesByKeys(db, [...wanted.keys()])).map((row) => [row.key, row]))
  const missing = [...wanted].filter(([key]) => !rows.has(key))
  const added = missing.map(([key, tile]) => ({
    key,
    source: null,
    made: tile,
    width: tileSize,
    height: tileSize,
    bytes: 0,
    preview: '',
    averageColor: tileGround(tile),
  }))
  for (const row of await addPictures(db, added)) rows.set(row.key, row)
  return tiles.map((tile) => {
    const row = rows.get(tileKey(tile))
    if (row === undefined) throw new Error('a tile was neither found nor added')
    return row
  })
}

/** A picture from outside whose original is on the disk. */
export interface StoredPicture {
  /** The URL that it came from, or the hash of the bytes that were given. */
  knownAs: string
  picture: PictureRow | NewPicture
}

/**
 * Decodes a picture from outside and stores it anew; `listPictures` makes a picture of the shop of it. `source` is
 * the URL that it came from; without one the bytes themselves are the source, so that a file that was taken in
 * before is not even decoded.
 * @param square all that is wanted of it; null for the whole picture
 */
export async function storePicture(
  db: Db,
  media: Media,
  bytes: Uint8Array,
  source: string | null,
  square: Square | null = null,
): Promise<Result<StoredPicture, IntakeFault>> {
  const part = square === null ? '' : `#${JSON.stringify(square)}`
  const knownAs = source ?? `sha256:${createHash('sha256').update(bytes).digest('hex')}${part}`
  if (source === null) {
    const known = await pictureBySource(db, knownAs)
    if (known !== null && (await media.store.original(known.key)) !== null)
      return ok({ knownAs, picture: known })
  }
  const taken = await media.imaging.takeIn(bytes, square)
  if (!taken.ok) return taken
  const { bytes: original, ...facts } = taken.value
  // The file first: a row never names an original that is not on the disk.
  const key = await media.store.keep(original)
  return ok({
    knownAs,
    picture: { ...facts, key, source: null, made: null, bytes: original.byteLength },
  })
}

/**
 * Lists stored pictures, in the given order, by two or three statements in all. The same picture twice gives the same
 * row; its sources lead to it from now on.
 */
export async function listPictures(db: Db, stored: readonly StoredPicture[]): Promise<PictureRow[]> {
  const fresh = stored.flatMap(({ knownAs, picture }) => ('id' in picture ? [] : [{ knownAs, picture }]))
  const added = await addPictures(
    db,
    fresh.map(({ picture }) => picture),
  )
  await moveSources(
    db,
    fresh.map(({ knownAs: source, picture: { key } }) => ({ source, key })),
  )
  const byKey = new Map(added.map((row) => [row.key, row]))
  // Of two that turn out to be one picture the first names it.
  const names = new Map(fresh.map(({ knownAs, picture }) => [picture.key, knownAs] as const).toReversed())
  return stored.map(({ picture }) => {
    if ('id' in picture) return picture
    const row = byKey.get(picture.key)
    if (row === undefined) throw new Error('a picture was neither found nor added')
    return { ...row, source: row.source ?? names.get(row.key)! }
  })
}

/** Stores and lists one picture. @param square as of `storePicture` */
export async function importPicture(
  db: Db,
  media: Media,
  bytes: Uint8Array,
  source: string | null,
  square: Square | null = null,
): Promise<Result<PictureRow, IntakeFault>> {
  const stored = await storePicture(db, media, bytes, source, square)
  if (!stored.ok) return stored
  const [row] = await listPictures(db, [stored.value])
  return ok(row!)
}
