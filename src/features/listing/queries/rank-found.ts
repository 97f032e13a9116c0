import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { isInStock, isVisible, type ListingIndex, type Prices } from '../engine/listing-index.ts'
import { listingStore, newsSince } from './store.ts'

/** A product that matches a search, and its score. */
export type FoundProduct = readonly [id: number, points: number]

// While an import runs, the index is always behind; after so many attempts the answer may be a moment old.
const mostAttempts = 4

/**
 * Runs a search and ranks its hits: visible products with a price in the currency, by score, then in stock first, then by
 * sales. Each list is ranked by itself. These facts come from the listing index in memory (decision 016), so PostgreSQL
 * does not look up hundreds of products; `news` of the same statement tells whether the index is current.
 * @param ask runs the statement for the lists and `news`
 */
export async function rankFound(
  db: Db,
  currency: string,
  ask: (
    news: RawBuilder<unknown>,
  ) => Promise<{ lists: readonly (readonly FoundProduct[])[]; news: string | null }>,
): Promise<FoundProduct[][]> {
  const store = listingStore(db)
  const { index, prices } = await store.ready(currency)
  for (let attempt = 1; ; attempt++) {
    const seen = store.seen()
    const { lists, news } = await ask(newsSince(seen.horizon))
    if (attempt === mostAttempts || news === seen.news)
      return lists.map((list) => ranked(index, prices, list))
    await store.catchUp()
  }
}

function ranked(index: ListingIndex, prices: Prices, list: readonly FoundProduct[]): FoundProduct[] {
  const shown: { product: FoundProduct; isInStock: number; sold: number }[] = []
  for (const product of list) {
    const place = index.placeOf.get(product[0])
    if (place === undefined || Number.isNaN(prices.from[place]!)) continue
    const flags = index.flags[place]!
    if ((flags & isVisible) === 0) continue
    shown.push({ product, isInStock: flags & isInStock, sold: index.sold[place]! })
  }
  return shown
    .sort(
      (a, b) =>
        b.product[1] - a.product[1] ||
        b.isInStock - a.isInStock ||
        b.sold - a.sold ||
        b.product[0] - a.product[0],
    )
    .map(({ product }) => product)
}
