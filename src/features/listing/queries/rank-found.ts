import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { isInStock, isVisible, type ListingIndex, type Prices } from '../engine/listing-index.ts'
import { listingStore, newsSince } from './store.ts'

/** A product that something was found in, and how well it fits. */
export type FoundProduct = readonly [id: number, points: number]

// While an import runs, something has always changed: then the answer is the one of a moment ago.
const mostAttempts = 4

/**
 * Of what a statement finds, the products that are shown and have a price in the currency: best first, then what can be
 * bought, then what sells. Each list is ranked by itself. All of that is remembered (decision 016); hundreds of products
 * are not looked up for it.
 * @param ask reads the lists, and `news`, in one statement
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
