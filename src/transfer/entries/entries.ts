import type { Result } from '#domain/result.ts'
import {
  beginSnapshot,
  exportedCategories,
  exportedCollections,
  exportedTags,
  productsBySlug,
} from '#features/catalog/queries/export.ts'
import { exportedArticles, exportedPages } from '#features/content/queries/export.ts'
import { exportedForms } from '#features/inquiries/queries.ts'
import { exportedCoupons, exportedPromotions } from '#features/promotions/queries/export.ts'
import type { EntryKind } from '#features/names/contract.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import type { ImportFault, ImportOptions } from '../catalog/import.ts'
import { categoryEntryOf, collectionEntryOf, productEntryOf, tagEntryOf } from '../catalog/export-entries.ts'
import {
  articleEntryOf,
  couponEntryOf,
  formEntryOf,
  pageEntryOf,
  promotionEntryOf,
} from '../content/entries.ts'
import { textSource } from '../formats/source.ts'
import { importShop, type ShopImportReport } from '../import-shop.ts'

/* Single entries in the spelling of our own files: read from the shop, and changed as by a file. */

/** An array of a file. */
export type List =
  | 'products'
  | 'categories'
  | 'tags'
  | 'collections'
  | 'articles'
  | 'pages'
  | 'promotions'
  | 'coupons'
  | 'forms'

const catalogLists: readonly List[] = ['products', 'categories', 'tags', 'collections']

interface Kind {
  list: List
  find(tx: Tx, slugs: readonly string[]): Promise<object[]>
}

const kinds: Readonly<Record<EntryKind, Kind>> = {
  product: {
    list: 'products',
    find: async (tx, slugs) => (await productsBySlug(tx, slugs)).map(productEntryOf),
  },
  category: {
    list: 'categories',
    find: async (tx, slugs) => (await exportedCategories(tx, slugs)).map(categoryEntryOf),
  },
  tag: { list: 'tags', find: async (tx, slugs) => (await exportedTags(tx, slugs)).map(tagEntryOf) },
  collection: {
    list: 'collections',
    find: async (tx, slugs) => (await exportedCollections(tx, slugs)).map(collectionEntryOf),
  },
  article: {
    list: 'articles',
    find: async (tx, slugs) => (await exportedArticles(tx, '', slugs.length, slugs)).map(articleEntryOf),
  },
  page: {
    list: 'pages',
    find: async (tx, slugs) => (await exportedPages(tx, '', slugs.length, slugs)).map(pageEntryOf),
  },
  promotion: {
    list: 'promotions',
    find: async (tx, slugs) => (await exportedPromotions(tx, '', slugs.length, slugs)).map(promotionEntryOf),
  },
  coupon: {
    list: 'coupons',
    find: async (tx, slugs) => (await exportedCoupons(tx, '', slugs.length, slugs)).map(couponEntryOf),
  },
  inquiry: {
    list: 'forms',
    find: async (tx, slugs) => (await exportedForms(tx, '', slugs.length, slugs)).map(formEntryOf),
  },
}

/** The array of a file that entries of the kind stand in. */
export function listOf(kind: EntryKind): List {
  return kinds[kind].list
}

/** Entries by slug, as an export writes them; those that the shop does not have are left out. */
export function findEntries(db: Database, kind: EntryKind, slugs: readonly string[]): Promise<object[]> {
  return db.transact(async (tx) => {
    await beginSnapshot(tx)
    return kinds[kind].find(tx, slugs)
  })
}

/** Entries by the array of a file that they stand in. */
export type Entries = Partial<Record<List, readonly object[]>>

/** The files that have these entries. */
export function filesOf(entries: Entries): { format: string; version: 1 }[] {
  const named = Object.entries(entries) as [List, readonly object[]][]
  const file = (format: string, isIn: (list: List) => boolean) => {
    const lists = named.filter(([list, found]) => isIn(list) && found.length > 0)
    return lists.length === 0 ? [] : [{ format, version: 1 as const, ...Object.fromEntries(lists) }]
  }
  return [
    ...file('violet-catalog', (list) => catalogLists.includes(list)),
    ...file('violet-content', (list) => !catalogLists.includes(list)),
  ]
}

/**
 * Imports entries that a command has written, so that every rule of files holds for them. Pictures stay as they are.
 * @param strict all of them go in, or none
 */
export function importEntries(
  db: Database,
  entries: Entries,
  options: Pick<ImportOptions, 'shop' | 'now' | 'mediaDir' | 'strict' | 'dryRun'>,
): Promise<Result<ShopImportReport, ImportFault>> {
  return importShop(db, {
    ...options,
    path: filesOf(entries).map((file) => textSource('the command', JSON.stringify(file))),
    format: 'violet',
    currency: null,
    locale: 'en',
    pictures: 'none',
    pictureFolder: null,
    onProgress: () => {},
  })
}
