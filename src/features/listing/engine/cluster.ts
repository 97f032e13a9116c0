import { addTo, type ListingIndex } from './listing-index.ts'

/**
 * Reorders the rows so that products of a category are neighbours, the largest categories first: a listing then reads
 * memory sequentially, and most blocks have none of its products. Must be called before prices are loaded.
 */
export function clusterPlaces(index: ListingIndex): void {
  const order = clusteredOrder(index)
  const reordered = <A extends Float64Array | Int32Array | Int16Array | Uint8Array>(from: A, to: A): A => {
    for (let n = 0; n < order.length; n++) to[n] = from[order[n]!]!
    return to
  }
  const capacity = index.ids.length
  index.ids = reordered(index.ids, new Float64Array(capacity))
  index.flags = reordered(index.flags, new Uint8Array(capacity))
  index.publishedAt = reordered(index.publishedAt, new Float64Array(capacity))
  index.sold = reordered(index.sold, new Float64Array(capacity))
  index.ratingAverage = reordered(index.ratingAverage, new Int16Array(capacity))
  index.ratingCount = reordered(index.ratingCount, new Int32Array(capacity))
  index.terms = index.terms.reordered(order)
  index.groups = index.groups.reordered(order)
  index.inGroup = new Map()
  index.blocks = []
  const { data, start, length } = index.groups
  for (let place = 0; place < index.size; place++) {
    index.placeOf.set(index.ids[place]!, place)
    for (let at = start[place]!, end = at + length[place]!; at < end; at++)
      addTo(index.inGroup, data[at]!, place)
  }
}

/** The new order of places: by the set of categories, in the old order within each set. */
function clusteredOrder(index: ListingIndex): Uint32Array {
  const { kindOf, kinds } = kindsOf(index)
  // Category sets that share their largest categories become neighbours.
  const byRanks = [...kinds.keys()].sort((a, b) => compareRanks(kinds[a]!.ranks, kinds[b]!.ranks))
  const next = new Uint32Array(kinds.length)
  let before = 0
  for (const kind of byRanks) {
    next[kind] = before
    before += kinds[kind]!.count
  }
  const order = new Uint32Array(index.size)
  for (let place = 0; place < index.size; place++) order[next[kindOf[place]!]!++] = place
  return order
}

/** A set of categories that some products are in. */
interface Kind {
  /** Ranks of its categories by size, the largest first. */
  ranks: number[]
  count: number
}

/** The sets of categories that occur, and the set of each place. */
function kindsOf(index: ListingIndex): { kindOf: Uint32Array; kinds: Kind[] } {
  const rankOf = new Map(
    [...index.inGroup]
      // Categories, not tags.
      .filter(([group]) => group % 2 === 0)
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([group], rank) => [group, rank] as const),
  )
  const { data, start, length } = index.groups
  const kindOf = new Uint32Array(index.size)
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  for (let place = 0; place < index.size; place++) {
    const ranks: number[] = []
    for (let at = start[place]!, end = at + length[place]!; at < end; at++) {
      const rank = rankOf.get(data[at]!)
      if (rank !== undefined) ranks.push(rank)
    }
    ranks.sort((a, b) => a - b)
    const key = ranks.join()
    let kind = known.get(key)
    if (kind === undefined) known.set(key, (kind = kinds.push({ ranks, count: 0 }) - 1))
    kinds[kind]!.count += 1
    kindOf[place] = kind
  }
  return { kindOf, kinds }
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < Math.min(a.length, b.length); n++) if (a[n] !== b[n]) return a[n]! - b[n]!
  return a.length - b.length
}
