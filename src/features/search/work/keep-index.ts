import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { doAll, openFaults } from '#platform/server/jobs/each.ts'
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
  type Thing,
} from '../queries/index.ts'

/** Marks per transaction; a change of a product leaves some four. */
const batch = 400
/** Products of tier 0, which every search asks. */
export const mostPopular = 20_000
/** Products of tier 1, asked when tier 0 has too few matches. All others are tier 2. */
export const mostKnown = 100_000

/**
 * Indexes everything that is marked as stale, unless another node is doing so. Returns how many things it indexed.
 * Triggers mark every change of a product, category, collection, article or page in the changing transaction. A batch
 * that fails is halved, until the thing that fails is alone: it stays marked, and holds up none of the others.
 */
export async function indexStale(
  db: Database,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const faults = openFaults()
  const failed: Thing[] = []
  let done = 0
  for (let marks = batch; await hasStale(db);) {
    const taken: { things: Thing[] } = { things: [] }
    try {
      await db.transact(async (tx) => {
        taken.things = (await lockIndex(tx)) ? await takeStale(tx, marks, failed) : []
        await indexThings(tx, taken.things)
      })
    } catch (error) {
      const [first, ...others] = taken.things
      if (first === undefined) return faults.end(error)
      if (others.length > 0) marks = Math.ceil(marks / 2)
      else {
        faults.add(error, `${first.kind} ${first.id}`)
        failed.push(first)
      }
      continue
    }
    if (taken.things.length === 0) break
    done += taken.things.length
    onProgress(done)
    marks = Math.min(batch, marks * 2)
  }
  // Without statistics PostgreSQL plans as if the index were empty.
  if (done >= 50) await analyzeIndex(db)
  faults.report()
  return done
}

/** Rebuilds the whole index; searches meanwhile see the part that is done. */
export async function rebuildIndex(db: Database, onProgress: (done: number) => void): Promise<number> {
  await db.transact(markAll)
  const done = await indexStale(db, onProgress)
  await refreshPopular(db)
  return done
}

/** Sorts products into tiers by their sales; changes nothing in a shop that fits into tier 0. */
export async function refreshPopular(db: Database): Promise<void> {
  const limit = 2_000
  const choice = { most: mostPopular, next: mostKnown, limit }
  const chooseSome = async (tx: Tx): Promise<number> => {
    await awaitIndex(tx)
    return choosePopular(tx, choice)
  }
  // A product that moves is written to every GIN index again, and indexing waits meanwhile: small transactions.
  const chooseAll = async (): Promise<void> => {
    while ((await db.transact(chooseSome)) === limit);
  }
  await doAll([chooseAll, () => db.transact(forgetWords)])
}

async function indexThings(tx: Tx, stale: readonly Thing[]): Promise<void> {
  const products = stale.filter(({ kind }) => kind === 'product').map(({ id }) => id)
  if (products.length > 0)
    await putProducts(tx, products, await productRows(await productSources(tx, products)), mostPopular)
  for (const kind of entryKinds) {
    const ids = stale.filter((thing) => thing.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await putEntries(tx, kind, ids, await entryRows(await entrySources(tx, kind, ids)))
  }
  // Pages rendered between the change and now show results of the old index.
  if (stale.length > 0) await announceChanges(tx, [searchTag], false)
}

/** The index rows of products. */
export function productRows(sources: readonly ProductSource[]): Promise<IndexRow[]> {
  return Promise.all(
    sources.map(async (product) => ({ id: product.id, ...(await vectorsOf(searchableProduct(product))) })),
  )
}

/** The texts of a product that can be searched. */
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
