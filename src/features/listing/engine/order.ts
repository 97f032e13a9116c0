import type { Sort } from '../contract.ts'
import { isInStock, type ListingIndex, type Spans } from './listing-index.ts'

/**
 * One page of the sorted hits, as product ids. Ties are broken by id, so that a page is the same at each visit. Only the
 * page is sorted; quickselect separates it from the pages before and after.
 * @param inOrder the hits already have the order that "featured" means
 */
export function pageOf(
  index: ListingIndex,
  hits: Uint32Array,
  prices: Spans,
  { sort, inOrder, limit, offset }: { sort: Sort; inOrder: boolean; limit: number; offset: number },
): number[] {
  const end = Math.min(hits.length, offset + limit)
  if (offset >= end) return []
  if (inOrder && sort === 'featured')
    return Array.from(hits.subarray(offset, end), (place) => index.ids[place]!)
  const { keys, ids, length } = firstOf(index, hits, keyOf(index, prices, sort), end)
  if (offset > 0) part(keys, ids, 0, length - 1, offset)
  if (end < length) part(keys, ids, offset, length - 1, end)
  return Array.from({ length: end - offset }, (_, n) => offset + n)
    .sort((a, b) => (comesFirst(keys[a]!, ids[a]!, keys[b]!, ids[b]!) ? -1 : 1))
    .map((rank) => ids[rank]!)
}

interface Ranked {
  keys: Float64Array
  ids: Float64Array
  length: number
}

/** A superset of the first `count` hits, unsorted; hits that cannot be among them are dropped on the way. */
function firstOf(
  { ids }: ListingIndex,
  hits: Uint32Array,
  keyOf: (place: number) => number,
  count: number,
): Ranked {
  const room = Math.min(hits.length, count * 2)
  const first: Ranked = { keys: new Float64Array(room), ids: new Float64Array(room), length: 0 }
  let least = -Infinity
  for (let n = 0; n < hits.length; n++) {
    const place = hits[n]!
    const key = keyOf(place)
    if (key < least) continue
    if (first.length === room) {
      part(first.keys, first.ids, 0, room - 1, count)
      first.length = count
      least = first.keys.subarray(0, count).reduce((a, b) => Math.min(a, b))
      if (key < least) continue
    }
    first.keys[first.length] = key
    first.ids[first.length++] = ids[place]!
  }
  return first
}

// Above any number of sales, and small enough that the sum is exact in a double.
const soldOutLast = 2 ** 51

/** The sort key of a place; the greatest comes first. */
function keyOf(index: ListingIndex, { from }: Spans, sort: Sort): (place: number) => number {
  const { flags, sold, publishedAt, ratingAverage, ratingCount } = index
  switch (sort) {
    case 'featured':
      return (place) => ((flags[place]! & isInStock) === 0 ? 0 : soldOutLast) + sold[place]!
    case 'new':
      return (place) => publishedAt[place]!
    case 'price-asc':
      return (place) => -from[place]!
    case 'price-desc':
      return (place) => from[place]!
    case 'best':
      return (place) => sold[place]!
    case 'rating':
      return (place) => ratingAverage[place]! * 2 ** 32 + ratingCount[place]!
  }
}

function comesFirst(key: number, id: number, otherKey: number, otherId: number): boolean {
  return key > otherKey || (key === otherKey && id > otherId)
}

/** Quickselect: afterwards everything before index `rank` sorts before everything from `rank` on. */
function part(keys: Float64Array, ids: Float64Array, first: number, last: number, rank: number): void {
  let low = first
  let high = last
  while (low < high) {
    const middle = low + ((high - low) >>> 1)
    const [pivotKey, pivotId] = medianOf(keys, ids, low, middle, high)
    let left = low
    let right = high
    while (left <= right) {
      while (comesFirst(keys[left]!, ids[left]!, pivotKey, pivotId)) left++
      while (comesFirst(pivotKey, pivotId, keys[right]!, ids[right]!)) right--
      if (left > right) break
      const key = keys[left]!
      const id = ids[left]!
      keys[left] = keys[right]!
      ids[left++] = ids[right]!
      keys[right] = key
      ids[right--] = id
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else return
  }
}

function medianOf(keys: Float64Array, ids: Float64Array, a: number, b: number, c: number): [number, number] {
  const before = (x: number, y: number): boolean => comesFirst(keys[x]!, ids[x]!, keys[y]!, ids[y]!)
  const middle = before(a, b)
    ? before(b, c)
      ? b
      : before(a, c)
        ? c
        : a
    : before(a, c)
      ? a
      : before(b, c)
        ? c
        : b
  return [keys[middle]!, ids[middle]!]
}
