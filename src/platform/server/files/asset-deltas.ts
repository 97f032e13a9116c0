import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../db/db.ts'
import {
  deleteOldAssets,
  findAsset,
  keepAsset,
  listAssets,
  seeAssets,
  type AssetRow,
} from '../db/queries-assets.ts'
import { accepts } from '../pages/hit.ts'
import { dictionaryName, packDczApart } from './dcz.ts'

/*
 * Scripts and stylesheets after a deploy (RFC 9842). Nearly all of a new version stands in the one before, which the
 * browser has: it names that one's hash, and gets the difference. Versions of one file have the same name in front of
 * the hash of their URL, and each says of itself that it is the dictionary of all URLs of that name.
 *
 * They are stored in PostgreSQL: an image that is deployed holds its own build alone, and during a deploy nodes of two
 * builds stand side by side. A node reads at its start which versions there are. What it does not know, and whatever
 * fails, is sent as if there were no dictionaries.
 */

export interface AssetDeltas {
  /** The header by which a file becomes the dictionary of its successors; null for a file that has none. */
  match(file: string): string | null
  /** The file as a difference to what the browser has; null for none. Never rejects. */
  find(file: string, headers: IncomingHttpHeaders): Promise<Buffer | null>
  /** Resolves when this build is stored and the others are known. */
  settled(): Promise<void>
}

export interface AssetDeltasOptions {
  db: Database
  log: Logger
  now: () => Date
  /** Of the built files. */
  folder: string
}

/** Versions of each file: a deploy may be taken back, and not everybody comes between two of them. */
const mostVersions = 4
/** A stylesheet of 54 kB takes 2 ms of another thread. Level 19 takes twice as long for nothing. */
const level = 12
/** A difference that is hardly smaller than the file is not worth an answer of its own. */
const mostOfFile = 0.75

export function openAssetDeltas({ db, log, now, folder }: AssetDeltasOptions): AssetDeltas {
  const ownFiles = new Set<string>()
  // Filled once, with four versions of some sixty files.
  const known = new Map<string, AssetRow>()
  const made = new Map<string, Promise<Buffer | null>>()

  async function learn(): Promise<void> {
    const own = await readOwn(folder)
    for (const { file } of own) ownFiles.add(file)
    await db.transact(async (tx) => {
      const hashes = own.map((asset) => asset.hash)
      const missing = await seeAssets(tx, hashes, now())
      for (const asset of own) {
        if (!missing.some((one) => one.equals(asset.hash))) continue
        await keepAsset(tx, { ...asset, content: await readFile(join(folder, asset.file)) }, now())
      }
      await deleteOldAssets(tx, mostVersions)
    })
    for (const asset of await listAssets(db)) known.set(dictionaryName(asset.hash), asset)
  }

  const learnt = learn().catch((error: unknown) =>
    log.warn({ err: error }, 'the scripts of former builds could not be read or stored'),
  )

  async function make(file: string, former: AssetRow): Promise<Buffer | null> {
    const content = await findAsset(db, former.hash)
    if (content === null) return null
    const path = join(folder, file)
    const [plain, usual] = await Promise.all([readFile(path), stat(`${path}.br`)])
    const delta = await packDczApart(plain, { hash: former.hash, content }, level)
    return delta.length < usual.size * mostOfFile ? delta : null
  }

  return {
    match(file) {
      return ownFiles.has(file) ? `match="/assets/${versionsOf(file)!.urls}"` : null
    },
    async find(file, headers) {
      const available = headers['available-dictionary']
      if (typeof available !== 'string' || !ownFiles.has(file)) return null
      if (!accepts(headers['accept-encoding'], 'dcz')) return null
      const former = known.get(available)
      if (former === undefined || former.name !== versionsOf(file)?.name) return null
      const key = `${file} ${available}`
      let delta = made.get(key)
      if (delta === undefined) {
        delta = make(file, former).catch((error: unknown) => {
          // The next request tries again.
          made.delete(key)
          log.warn({ err: error }, 'a file could not be compressed with its former version')
          return null
        })
        made.set(key, delta)
      }
      return delta
    },
    settled: () => learnt,
  }
}

/** The files that have versions, with their hashes. */
async function readOwn(folder: string): Promise<(AssetRow & { file: string })[]> {
  const files = (await readdir(folder)).flatMap((file) => {
    const versions = versionsOf(file)
    return versions === null ? [] : [{ file, name: versions.name }]
  })
  return Promise.all(
    files.map(async (one) => ({
      ...one,
      hash: hash('sha256', await readFile(join(folder, one.file)), 'buffer'),
    })),
  )
}

/** What the versions of a file have in common: their name, and their URLs in the folder. */
function versionsOf(file: string): { name: string; urls: string } | null {
  // The bundler's hashes have a fixed length, and may have hyphens of their own.
  const parts = /^([\w.-]+)-[\w-]{7}(\.js)$|^([\w.-]+)-[\w-]{8}(\.css)$/.exec(file)
  if (parts === null) return null
  const [stem, ending] = [parts[1] ?? parts[3]!, parts[2] ?? parts[4]!]
  return { name: `${stem}${ending}`, urls: `${stem}-*${ending}` }
}
