import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { no, ok, type No, type Result } from '#domain/result.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { bumpVersions, refreshCards } from '#features/catalog/queries/derived.ts'
import { showPicture, waitingSources, type PictureUsers } from '#features/catalog/queries/import-pictures.ts'
import { isUrl } from './pictures.ts'

/** Downloads and stores pictures. `Kept` is a stored picture that is not listed yet. */
export interface PictureFetcher<Kept> {
  fetch(url: string): Promise<Result<Buffer, PictureFault>>
  /** Decodes and stores a picture. @param source its identity, so that it is not downloaded twice */
  keep(bytes: Buffer, source: string | null): Promise<Result<Kept, PictureFault>>
  /** Returns their ids in the given order. */
  list(tx: Tx, kept: readonly Kept[]): Promise<number[]>
}

export interface PictureFault {
  reason: string
  /** The host is at fault: all of its pictures will fail the same way. */
  ofHost: boolean
}

export interface FetchedPictures {
  fetched: number
  failed: number
  waiting: number
}

/** With the pictures that other entries wait for: these were not tried. */
export type TriedPictures = FetchedPictures & { elsewhere: number }

/** The owners of pictures that are to be downloaded; they show drawn ones until then. */
export interface PictureUser {
  /** Sources after `after`, in the order of their bytes, in whose place a tile still stands. */
  waiting(db: Database, after: string, limit: number): Promise<string[]>
  /** Shows the picture wherever a tile stands in the place of this source. */
  show(tx: Tx, source: string, picture: number): Promise<void>
  /** The same for several at once, where that is cheaper. */
  showMany?(tx: Tx, shown: readonly ShownPicture[]): Promise<void>
}

export interface ShownPicture {
  source: string
  picture: number
}

export interface FetchOptions {
  /** The operator's folder with pictures; null for none. */
  folder: string | null
  /** False searches only the folder. */
  network: boolean
  /** Whether a picture is one that this import names. */
  isSought(source: string): boolean
  onProgress(done: number): void
  /** Receives the reason why a picture failed; the same text for all pictures of a host that is at fault. */
  onFault(note: string): void
}

const atOnce = 4
const page = 2_000
const largestFile = 40 * 1024 * 1024
/** Pictures of one transaction. */
const mostTogether = 50
/** Milliseconds for which downloaded pictures are gathered before they are written. */
const longestWait = 500

/**
 * Tries each source of this import in whose place a tile stands, and shows what it gets. What fails keeps its tile and
 * is tried again by the next import that names it.
 */
export async function fetchPictures<Kept>(
  db: Database,
  users: readonly PictureUser[],
  fetcher: PictureFetcher<Kept>,
  options: FetchOptions,
): Promise<TriedPictures> {
  const result: TriedPictures = { fetched: 0, failed: 0, waiting: 0, elsewhere: 0 }
  for (const user of users) await fetchFor(user, db, fetcher, options, result)
  return result
}

async function fetchFor<Kept>(
  user: PictureUser,
  db: Database,
  fetcher: PictureFetcher<Kept>,
  options: FetchOptions,
  result: TriedPictures,
): Promise<void> {
  const showcase = openShowcase(user, db, fetcher)
  for (let after = ''; ;) {
    const sources = await user.waiting(db, after, page)
    if (sources.length === 0) return
    after = sources.at(-1)!
    const left = sources.filter((source) => options.isSought(source))
    result.elsewhere += sources.length - left.length
    const work = async (): Promise<void> => {
      for (let source = left.shift(); source !== undefined; source = left.shift()) {
        const kept = await keepOne(source, fetcher, options)
        if (kept === null) result.waiting++
        else if (kept.ok) {
          await showcase.add(source, kept.value)
          result.fetched++
        } else {
          result.failed++
          options.onFault(faultNote(source, kept.problem))
        }
        options.onProgress(result.fetched + result.failed + result.waiting)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await showcase.show()
  }
}

/** Null if there is nowhere to search. */
async function keepOne<Kept>(
  source: string,
  fetcher: PictureFetcher<Kept>,
  options: FetchOptions,
): Promise<Result<Kept, PictureFault> | null> {
  const bytes = await bytesOf(source, fetcher, options)
  if (bytes === null || !bytes.ok) return bytes
  return fetcher.keep(bytes.value, isUrl(source) ? source : null)
}

interface Showcase<Kept> {
  /** Writes the picture together with those that come soon after it; sometimes this waits for a transaction. */
  add(source: string, kept: Kept): Promise<void>
  /** Shows whatever is not shown yet. */
  show(): Promise<void>
}

function openShowcase<Kept>(user: PictureUser, db: Database, fetcher: PictureFetcher<Kept>): Showcase<Kept> {
  let waiting: { source: string; kept: Kept }[] = []
  let waitingSince = 0
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const together = waiting
    waiting = []
    if (together.length === 0) return
    await db.transact(async (tx) => {
      const ids = await fetcher.list(
        tx,
        together.map(({ kept }) => kept),
      )
      const shown = together.map(({ source }, index) => ({ source, picture: ids[index]! }))
      if (user.showMany) await user.showMany(tx, shown)
      else for (const { source, picture } of shown) await user.show(tx, source, picture)
    })
  }

  // One after the other: two transactions could deadlock over the same products.
  const show = (): Promise<void> => (writing = writing.then(write))
  return {
    async add(source, kept) {
      if (waiting.length === 0) waitingSince = performance.now()
      waiting.push({ source, kept })
      if (waiting.length >= mostTogether || performance.now() - waitingSince >= longestWait) await show()
    },
    show,
  }
}

function faultNote(source: string, { reason, ofHost }: PictureFault): string {
  const host = ofHost ? URL.parse(source)?.host : undefined
  return host === undefined
    ? `the picture ${source} could not be had: ${reason}`
    : `pictures of ${host} could not be had: ${reason}`
}

/** Null if there is nowhere to search. */
async function bytesOf(
  source: string,
  fetcher: Pick<PictureFetcher<unknown>, 'fetch'>,
  { folder, network }: FetchOptions,
): Promise<Result<Buffer, PictureFault> | null> {
  if (!isUrl(source)) return folder === null ? null : readInside(folder, source)
  for (const name of folder === null ? [] : copyNames(source)) {
    const copy = await readInside(folder!, name)
    if (copy.ok) return copy
  }
  return network ? fetcher.fetch(source) : null
}

/** Where a media folder has its copy of a picture from the web. */
export function copyName(url: string, extension: 'webp' | 'jpg' | 'png' | 'avif'): string {
  return `by-url/${createHash('sha256').update(url).digest('hex').slice(0, 32)}.${extension}`
}

function copyNames(url: string): string[] {
  return (['webp', 'jpg', 'png', 'avif'] as const).map((extension) => copyName(url, extension))
}

async function readInside(folder: string, path: string): Promise<Result<Buffer, PictureFault>> {
  try {
    const root = await realpath(folder)
    // A link in the folder must not lead out of it.
    const file = await realpath(join(root, ...path.split('/')))
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep))
      return fileFault('it leads out of the media folder')
    const found = await stat(file)
    if (!found.isFile()) return fileFault('it is not a file')
    if (found.size > largestFile) return fileFault(`it is larger than ${largestFile / 1024 / 1024} MB`)
    return ok(await readFile(file))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fileFault(code === 'ENOENT' ? 'the file is not there' : `the file cannot be read (${code})`)
  }
}

function fileFault(reason: string): No<PictureFault> {
  return no({ reason, ofHost: false })
}

/** Products, categories and collections. */
export const catalogPictures: PictureUser = {
  waiting: waitingSources,
  show: (tx, source, picture) => showMany(tx, [{ source, picture }]),
  showMany,
}

async function showMany(tx: Tx, shown: readonly ShownPicture[]): Promise<void> {
  const users: PictureUsers = { products: [], categories: [], collections: [] }
  for (const { source, picture } of shown) {
    const { products, categories, collections } = await showPicture(tx, source, picture)
    users.products.push(...products)
    users.categories.push(...categories)
    users.collections.push(...collections)
  }
  const products = [...new Set(users.products)]
  await refreshCards(tx, products)
  await bumpVersions(tx, products)
  await announceChanges(
    tx,
    products.map((id) => `product:${id}`),
    false,
  )
  if (products.length > 0) await announceChanges(tx, ['list'], false)
  const groups = [
    ...users.categories.map((id) => `category:${id}`),
    ...users.collections.map((id) => `collection:${id}`),
  ]
  if (groups.length > 0) await announceChanges(tx, ['catalog', ...groups], false)
}
