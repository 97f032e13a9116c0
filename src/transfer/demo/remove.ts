import { no, ok, type Result } from '#domain/result.ts'
import type { EntryKind } from '#features/names/contract.ts'
import { entryNamed, forgetDeleted } from '#features/names/queries.ts'
import { lockImports } from '#features/catalog/queries/import-lock.ts'
import { releasePrices } from '#features/catalog/shop/reprice.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { picturesInUse, removePictures } from '#features/media/queries.ts'
import { refreshRatings } from '#features/reviews/rules/ratings.ts'
import { reviewedProducts } from '#features/reviews/queries/import.ts'
import { indexStale, refreshPopular } from '#features/search/work/keep-index.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { configOf } from '#features/shop/queries.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { removeEntries } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import { removeDemoCustomer } from './customer.ts'
import type { Configure } from './demo.ts'
import { demoHashes, demoKinds, demoTables, type DemoKeys, type DemoKind } from './entries.ts'
import { restoreSettings, type RestoredSettings } from './settings.ts'
import {
  articlesInUse,
  categoriesInUse,
  forgetEntries,
  productsInUse,
  recordedEntries,
  recordedPrices,
  tagsInUse,
  unsettle,
  type DemoEntry,
} from './queries.ts'

export interface DemoRemoval {
  removed: Record<DemoKind, number>
  /** Of the demo's customer, who goes with them. */
  orders: number
  pictures: number
  settings: RestoredSettings
  /** Entries of the demo that stay, and why. */
  kept: { kind: DemoKind; key: string; reason: 'changed' | 'in_use' }[]
  /** The merchant's collections and articles that showed products of the demo: "collection quiet". */
  touched: string[]
}

export type RemovalFault =
  | { name: 'nothing_recorded' }
  | { name: 'busy' }
  /** Rows that must not lose what they refer to, such as those of orders. */
  | { name: 'referred_to'; table: string; detail: string }

/** Deletes the demo's unchanged entries: all of them, or none if something that must be kept refers to one. */
export async function removeDemo(options: {
  db: Database
  mediaDir: string
  now: Date
  configure: Configure
}): Promise<Result<DemoRemoval, RemovalFault>> {
  const { db, mediaDir, now, configure } = options
  const lock = await lockImports(db)
  if (lock === null) return no({ name: 'busy' })
  try {
    const recorded = await db.transact(recordedEntries)
    const adopted = await db.transact(recordedPrices)
    if (recorded.length === 0) return no({ name: 'nothing_recorded' })
    const { removal, keys } = await db.transact((tx) => removeRecorded(tx, recorded, now))
    const { store } = openMedia(mediaDir)
    for (const key of keys) await store.remove(key)
    await indexStale(db)
    await refreshPopular(db)
    const settings = await restore(db, recorded, (document) => configure(db, document, now))
    await db.transact(async (tx) => releasePrices(tx, (await loadConfig(tx)).document.shop, adopted))
    return ok({ ...removal, settings })
  } catch (error) {
    const fault = referredTo(error)
    if (fault === null) throw error
    return no(fault)
  } finally {
    await lock.release()
  }
}

async function removeRecorded(
  tx: Tx,
  recorded: readonly DemoEntry[],
  now: Date,
): Promise<{ removal: Omit<DemoRemoval, 'settings'>; keys: string[] }> {
  // First: what it bought is what the demo sold.
  const orders = (await removeDemoCustomer(tx, now)) ?? 0
  const { own, kept } = await stillDemos(tx, recorded)
  const shownBefore = await picturesInUse(tx)
  const rated = await reviewedProducts(tx, own.reviews)
  const removed = Object.fromEntries(demoKinds.map((kind) => [kind, 0])) as Record<DemoKind, number>
  let touched: string[] = []
  for (const kind of demoKinds) {
    const inUse = await neededByOthers(tx, kind, own[kind])
    kept.push(...inUse.map((key) => ({ kind, key, reason: 'in_use' as const })))
    const keys = own[kind].filter((key) => !inUse.includes(key))
    if (kind === 'products') touched = await unsettle(tx, keys)
    removed[kind] = (await removeEntries(tx, demoTables[kind], keys)).length
    await forgetDeleted(tx, demoTables[kind].name, keys)
    if (kind === 'reviews') await refreshRatings(tx, rated)
  }
  const pictures = await removePictures(tx, shownBefore)
  await forgetEntries(tx)
  await announceChanges(tx, ['config'], true)
  return { removal: { removed, orders, pictures: pictures.length, kept, touched }, keys: pictures }
}

/** Entries with their original hash; the others have become the merchant's, or are deleted. */
async function stillDemos(
  tx: Tx,
  recorded: readonly DemoEntry[],
): Promise<{ own: DemoKeys; kept: DemoRemoval['kept'] }> {
  const came = (kind: DemoKind): DemoEntry[] => recorded.filter((entry) => entry.kind === kind)
  const keys = Object.fromEntries(
    demoKinds.map((kind) => [kind, came(kind).map(({ key }) => key)]),
  ) as DemoKeys
  const hashes = await demoHashes(tx, keys)
  const own = Object.fromEntries(
    demoKinds.map((kind) => [
      kind,
      came(kind)
        .filter(({ key, hash }) => hashes[kind].get(key) === hash)
        .map(({ key }) => key),
    ]),
  ) as DemoKeys
  const kept = demoKinds.flatMap((kind) =>
    keys[kind]
      .filter((key) => hashes[kind].has(key) && !own[kind].includes(key))
      .map((key) => ({ kind, key, reason: 'changed' as const })),
  )
  for (const kind of demoKinds)
    for (const key of keys[kind].filter((key) => !hashes[kind].has(key))) {
      const name = named[kind]
      const renamed = name === undefined ? null : await entryNamed(tx, name, key)
      if (renamed?.slug) kept.push({ kind, key: renamed.slug, reason: 'changed' })
    }
  return { own, kept }
}

/** The kinds of which a merchant may have renamed an entry. */
const named: Partial<Record<DemoKind, EntryKind>> = {
  pages: 'page',
  articles: 'article',
  collections: 'collection',
  products: 'product',
  tags: 'tag',
  categories: 'category',
}

async function neededByOthers(tx: Tx, kind: DemoKind, keys: readonly string[]): Promise<string[]> {
  if (kind === 'products') return productsInUse(tx, keys)
  if (kind === 'articles') return articlesInUse(tx, keys)
  if (kind === 'tags') return tagsInUse(tx, keys)
  return kind === 'categories' ? categoriesInUse(tx, keys) : []
}

async function restore(
  db: Database,
  recorded: readonly DemoEntry[],
  store: (document: unknown) => ReturnType<Configure>,
): Promise<RestoredSettings> {
  const documentOf = async (name: string): Promise<ShopConfigDocument> => {
    const version = Number(recorded.find(({ kind, key }) => kind === 'config' && key === name)?.hash)
    return shopConfig.parse((await configOf(db, version))?.document ?? {})
  }
  const [before, loaded] = [await documentOf('before'), await documentOf('loaded')]
  const { document: current } = await loadConfig(db)
  return restoreSettings({ before, loaded, current }, store)
}

function referredTo(error: unknown): RemovalFault | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== foreignKeyViolation) return null
  const { table, detail } = error as { table?: string; detail?: string }
  return { name: 'referred_to', table: table ?? 'another table', detail: detail ?? error.message }
}

const foreignKeyViolation = '23503'
