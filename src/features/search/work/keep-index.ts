import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { vectorsOf, type Searchable } from '../text/vector.ts'
import { searchTag } from '../contract.ts'
import {
  analyzeIndex,
  awaitIndex,
  choosePopular,
  entryKinds,
  entrySources,
  forgetWords,
  hasStale,
  lockIndex,
  markAll,
  productSources,
  putEntries,
  putProducts,
  takeStale,
  type EntrySource,
  type IndexRow,
  type ProductSource,
} from '../queries/index.ts'

/** Marks that are taken in one transaction: each change of a product leaves some four. */
const batch = 400
/** In a shop of more products than this, so many are asked before the others. */
export const mostPopular = 20_000
/** And so many after them, before all the others. */
export const mostKnown = 100_000

/**
 * Indexes what has changed, until nothing is left, or somebody else is at it. Returns how many things that were.
 * Every change of a product, category, collection, article or page has left its mark in its own transaction.
 */
export async function indexStale(
  db: Database,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  while (await hasStale(db)) {
    const count = await db.transact(indexBatch)
    if (count === 0) break
    done += count
    onProgress(done)
  }
  // Before the first analysis PostgreSQL takes the index for empty.
  if (done >= 50) await analyzeIndex(db)
  return done
}

/** Makes the whole index anew; a search in the meantime finds what is there already. */
export async function rebuildIndex(db: Database, onProgress: (done: number) => void): Promise<number> {
  await db.transact(markAll)
  const done = await indexStale(db, onProgress)
  await refreshPopular(db)
  return done
}

/** Chooses anew which products are asked first; only in a shop of very many does this change anything. */
export async function refreshPopular(db: Database): Promise<void> {
  const limit = 2_000
  const choice = { most: mostPopular, next: mostKnown, limit }
  const chooseSome = async (tx: Tx): Promise<number> => {
    await awaitIndex(tx)
    return choosePopular(tx, choice)
  }
  // Each that moves is written into every index of its words: a million of them are not for one transaction, and what
  // changes meanwhile waits to be indexed.
  while ((await db.transact(chooseSome)) === limit);
  await db.transact(forgetWords)
}

async function indexBatch(tx: Tx): Promise<number> {
  if (!(await lockIndex(tx))) return 0
  const stale = await takeStale(tx, batch)
  const products = stale.filter(({ kind }) => kind === 'product').map(({ id }) => id)
  if (products.length > 0)
    await putProducts(tx, products, await productRows(await productSources(tx, products)), mostPopular)
  for (const kind of entryKinds) {
    const ids = stale.filter((thing) => thing.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await putEntries(tx, kind, ids, await entryRows(await entrySources(tx, kind, ids)))
  }
  // A page may have been made between the change and now, of the index as it was.
  if (stale.length > 0) await announceChanges(tx, [searchTag], false)
  return stale.length
}

/** The index rows of products. */
export function productRows(sources: readonly ProductSource[]): Promise<IndexRow[]> {
  return Promise.all(
    sources.map(async (product) => ({ id: product.id, ...(await vectorsOf(searchableProduct(product))) })),
  )
}

/** What of a product can be searched. */
function searchableProduct(product: Omit<ProductSource, 'id'>): Searchable {
  return {
    titles: product.titles ?? [],
    names: [product.brand, product.type].filter((name) => name !== null),
    numbers: product.numbers ?? [],
    labels: [
      ...product.options.flatMap((option) =>
        option.values
          .filter((value) => product.chosen?.includes(`${option.code} ${value.code}`) ?? false)
          .flatMap(({ name }) => Object.values(name)),
      ),
      ...(product.tags ?? []),
      ...(product.categories ?? []),
    ],
    texts: [
      ...plainTexts(product.summaries),
      ...plainTexts(product.descriptions),
      ...product.details.flatMap(({ value }) => Object.values(value)),
    ],
  }
}

function entryRows(sources: readonly EntrySource[]): Promise<IndexRow[]> {
  return Promise.all(
    sources.map(async ({ id, titles, texts, labels }) => ({
      id,
      ...(await vectorsOf({
        titles: titles ?? [],
        names: [],
        numbers: [],
        labels: labels ?? [],
        texts: plainTexts(texts),
      })),
    })),
  )
}

function plainTexts(html: readonly (string | null)[] | null): string[] {
  return (html ?? []).flatMap((text) =>
    text === null ? [] : [text.replace(/<[^>]*>/g, ' ').replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, ' ')],
  )
}
