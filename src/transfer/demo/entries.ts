import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { articleTable, commentTable, pageTable } from '#features/content/queries/import.ts'
import { formTable } from '#features/inquiries/queries.ts'
import { couponTable, promotionTable } from '#features/promotions/queries/import.ts'
import { reviewTable } from '#features/reviews/queries/import.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { knownEntries, type EntryTable } from '#platform/server/db/put-entries.ts'
import { recordEntries, recordedEntries } from './queries.ts'

/*
 * The demo's entries are recorded with the hash of their content: an entry with the same hash is the demo's, one with
 * another hash has become the merchant's.
 */

/** The arrays of the demo's files and the tables that they go into, in the order in which they can be taken away. */
export const demoTables = {
  comments: commentTable,
  reviews: reviewTable,
  forms: formTable,
  coupons: couponTable,
  promotions: promotionTable,
  pages: pageTable,
  articles: articleTable,
  collections: bySlug('collections'),
  products: bySlug('products'),
  tags: bySlug('tags'),
  categories: bySlug('categories'),
} as const satisfies Record<string, EntryTable>
export type DemoKind = keyof typeof demoTables
export const demoKinds = Object.keys(demoTables) as DemoKind[]

function bySlug(name: string): EntryTable {
  return { name, key: 'slug', columns: {} }
}

export type DemoKeys = Record<DemoKind, string[]>

export interface DemoFiles {
  /** The slugs and codes of everything in them. */
  keys: DemoKeys
  /** The paths of the pictures that the entries show, in the media folder. */
  pictures: string[]
}

/** The entries in the files of these folders. */
export async function readDemoFiles(folders: readonly string[]): Promise<DemoFiles> {
  const keys = Object.fromEntries(demoKinds.map((kind) => [kind, []])) as unknown as DemoKeys
  const pictures = new Set<string>()
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json'))) {
      const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>
      collectPictures(file, pictures)
      for (const kind of demoKinds) {
        const entries = file[kind]
        if (!Array.isArray(entries)) continue
        const column = demoTables[kind].key
        for (const entry of entries as Record<string, unknown>[]) keys[kind].push(String(entry[column]))
      }
    }
  }
  return { keys, pictures: [...pictures] }
}

/** Every `src`, at any depth. */
function collectPictures(value: unknown, found: Set<string>): void {
  if (value === null || typeof value !== 'object') return
  if ('src' in value && typeof value.src === 'string') found.add(value.src)
  for (const inner of Object.values(value)) collectPictures(inner, found)
}

/** Kind, then key → hash. */
export type DemoHashes = Record<DemoKind, Map<string, string>>

/** The shop's rows under these keys. */
export async function demoHashes(tx: Tx, keys: DemoKeys): Promise<DemoHashes> {
  const found: [DemoKind, Map<string, string>][] = []
  for (const kind of demoKinds) {
    const known = await knownEntries(tx, demoTables[kind], keys[kind])
    found.push([kind, new Map([...known].map(([key, { hash }]) => [key, hash]))])
  }
  return Object.fromEntries(found) as DemoHashes
}

/**
 * Records what a load has brought: entries that did not exist before it, entries of an earlier load, and entries that
 * were exactly the demo's already. Entries that the merchant had under the same name are not recorded.
 */
export async function recordDemo(tx: Tx, keys: DemoKeys, before: DemoHashes): Promise<void> {
  const recorded = new Set((await recordedEntries(tx)).map(({ kind, key }) => `${kind} ${key}`))
  const after = await demoHashes(tx, keys)
  const rows = demoKinds.flatMap((kind) =>
    [...after[kind]].flatMap(([key, hash]) => {
      const had = before[kind].get(key)
      const isDemos = had === undefined || had === hash || recorded.has(`${kind} ${key}`)
      return isDemos ? [{ kind, key, hash }] : []
    }),
  )
  await recordEntries(tx, rows)
}
