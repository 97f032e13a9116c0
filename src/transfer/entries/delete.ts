import { no, ok, type Result } from '#domain/result.ts'
import { lockImports } from '#features/catalog/queries/import-lock.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { removePictures } from '#features/media/queries.ts'
import type { EntryKind } from '#features/names/contract.ts'
import { entryNamed, entryTables, lockEntry } from '#features/names/queries.ts'
import { indexStale, refreshPopular } from '#features/search/work/keep-index.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import { removeEntries } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { namedEntries } from '#wire/named-entries.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import type { ImportFault } from '../catalog/import.ts'
import { findEntries, importEntries, listOf, type Entries } from './entries.ts'
import {
  categoriesBelow,
  companionsOf,
  lockSkus,
  offersNaming,
  ordersUnderWay,
  picturesOf,
  referrersOf,
  type Referrers,
  type ShownPicture,
} from './queries.ts'

export interface Deletion {
  /** What goes with it, by what it is called in the singular: `{"review": 3}`. */
  with: Record<string, number>
  /** Entries that named it, and do no more: "collection evening". */
  changed: string[]
  /** Pictures that nothing else shows; null in a dry run, which cannot know. */
  pictures: number | null
}

export type DeletionFault =
  | { name: 'not_found' }
  /** What cannot do without it: "order K7M2N-9QXD4", "setting sales.terms". */
  | { name: 'needed'; by: string[] }
  /** An entry that names it could not be changed. */
  | { name: 'unchangeable'; entry: string; reason: string }
  | ImportFault

export interface DeletionOptions {
  document: ShopConfigDocument
  now: Date
  mediaDir: string
  dryRun: boolean
}

/** Of each kind of what an entry is needed by. */
const mostNamed = 5

/** The lists of an offer's conditions. */
const conditionLists: Readonly<Partial<Record<EntryKind, string>>> = {
  product: 'products',
  category: 'categories',
  collection: 'collections',
}

/**
 * Deletes an entry for good, with what belongs to it. Entries that name it are changed first, as by an import. Its
 * address answers 410 from then on; lines of orders keep what they say of it.
 */
export async function deleteEntry(
  db: Database,
  kind: EntryKind,
  slug: string,
  options: DeletionOptions,
): Promise<Result<Deletion, DeletionFault>> {
  const looked = await db.transact((tx) => lookAt(tx, kind, slug, options))
  if (!looked.ok || options.dryRun) return looked
  const referrers = await referrersOf(db, kind, slug)
  const loosened = await loosen(db, slug, referrers, options)
  if (!loosened.ok) return loosened
  const lock = await lockImports(db)
  if (lock === null) return no({ name: 'busy' })
  try {
    const gone = await db.transact(async (tx): Promise<Result<ShownPicture[], DeletionFault>> => {
      // Looked at again: an order may have come meanwhile.
      const again = await lookAt(tx, kind, slug, options)
      return again.ok ? ok(await remove(tx, kind, slug)) : again
    })
    if (!gone.ok) return gone
    const { store } = openMedia(options.mediaDir)
    const pictures = gone.value.filter(({ isTile }) => !isTile)
    for (const { key } of pictures) await store.remove(key)
    await indexStale(db)
    if (kind === 'product') await refreshPopular(db)
    return ok({ ...looked.value, pictures: pictures.length })
  } finally {
    await lock.release()
  }
}

async function lookAt(
  tx: Tx,
  kind: EntryKind,
  slug: string,
  { document }: DeletionOptions,
): Promise<Result<Deletion, DeletionFault>> {
  if (kind === 'product') await lockSkus(tx, slug)
  const id = await lockEntry(tx, kind, slug)
  if (id === null) return no({ name: 'not_found' })
  const by = await neededBy(tx, kind, id, slug, document)
  if (by.length > 0) return no({ name: 'needed', by })
  const referrers = await referrersOf(tx, kind, slug)
  return ok({
    with: await companionsOf(tx, kind, id),
    changed: referrers.flatMap((one) => one.slugs.map((name) => `${one.kind} ${name}`)),
    pictures: null,
  })
}

async function neededBy(
  tx: Tx,
  kind: EntryKind,
  id: number,
  slug: string,
  document: ShopConfigDocument,
): Promise<string[]> {
  const list = conditionLists[kind]
  return [
    ...(await settingsNaming(tx, kind, slug, document)).map((path) => `setting ${path}`),
    ...(kind === 'product' ? (await ordersUnderWay(tx, id, mostNamed)).map((one) => `order ${one}`) : []),
    ...(kind === 'category'
      ? (await categoriesBelow(tx, id, mostNamed)).map((one) => `category ${one}`)
      : []),
    // Without its last name an offer would hold for everything.
    ...(list === undefined ? [] : await offersNaming(tx, list, slug, mostNamed)),
  ]
}

/** The settings that name the entry, also by a former name: `sales.terms`. */
export async function settingsNaming(
  db: Db,
  kind: EntryKind,
  slug: string,
  document: ShopConfigDocument,
): Promise<string[]> {
  const paths: string[] = []
  for (const one of namedEntries(document))
    if (one.kind === kind && (await entryNamed(db, kind, one.slug))?.slug === slug) paths.push(one.path)
  return paths
}

/** Takes the slug out of the entries that name it. */
async function loosen(
  db: Database,
  slug: string,
  referrers: readonly Referrers[],
  { document, now, mediaDir }: DeletionOptions,
): Promise<Result<null, DeletionFault>> {
  const entries: Partial<Record<keyof Entries, object[]>> = {}
  for (const { kind, member, slugs } of referrers) {
    for (const found of await findEntries(db, kind, slugs)) {
      const entry = found as Record<string, unknown> & { slug: string }
      const value = entry[member]
      const without = Array.isArray(value) ? (value as unknown[]).filter((one) => one !== slug) : null
      ;(entries[listOf(kind)] ??= []).push({ slug: entry.slug, [member]: without })
    }
  }
  if (Object.keys(entries).length === 0) return ok(null)
  const options = { shop: document.shop, now, mediaDir, strict: true, dryRun: false }
  const imported = await importEntries(db, entries, options)
  if (!imported.ok) return imported
  const [problem] = imported.value.problems
  return problem === undefined
    ? ok(null)
    : no({ name: 'unchangeable', entry: problem.entry ?? '', reason: problem.reason })
}

/** Returns the pictures that went with it. */
async function remove(tx: Tx, kind: EntryKind, slug: string): Promise<ShownPicture[]> {
  const id = (await lockEntry(tx, kind, slug))!
  const pictures = await picturesOf(tx, kind, id)
  await removeEntries(tx, { name: entryTables[kind].table, key: 'slug', columns: {} }, [slug])
  await announceChanges(tx, ['catalog', 'list', 'content', 'promotions', `${kind}:${id}`], true)
  if (pictures.length === 0) return []
  const ids = pictures.map((picture) => picture.id)
  const keys = new Set(await removePictures(tx, ids))
  return pictures.filter(({ key }) => keys.has(key))
}
