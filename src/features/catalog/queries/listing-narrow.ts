import type { Filters } from '../contract.ts'
import {
  findOptionTerm,
  findTagTerm,
  groupOf,
  isInStock,
  isVisible,
  type ListingIndex,
  type Prices,
  type Term,
} from './listing-index.ts'

/** Which products a listing is about. */
export type Scope =
  | { kind: 'category'; id: number }
  | { kind: 'tag'; id: number }
  | { kind: 'collection'; id: number }
  /** What a search has found, the best first. */
  | { kind: 'found'; ids: readonly number[] }
  | { kind: 'all' }

/** Places of products in the index; null for all. */
export type Candidates = Uint32Array | null

export interface Narrowing extends Pick<Filters, 'priceMin' | 'priceMax' | 'inStock' | 'rating'> {
  options: Readonly<Record<string, readonly string[]>>
  /** Ids; null when no tag is chosen. */
  tags: readonly number[] | null
}

/** What is left of a scope, and what it could be narrowed to. */
export interface Narrowed {
  /** Places in the order of the candidates. */
  hits: Uint32Array
  terms: TermCount[]
  /** How many have so many stars or more, by stars: 0 to 5. */
  ratings: number[]
  inStockCount: number
  /** Before the price filter, minor units; null when there is nothing. */
  priceFrom: number | null
  priceTo: number | null
}

export interface TermCount {
  term: Term
  count: number
  /** A product that has it. */
  sample: number
  /** Others of the same kind are chosen, or this one is. */
  isKindChosen: boolean
}

/** The places of a scope's products; a collection's must be given as found. */
export function candidatesOf(index: ListingIndex, scope: Exclude<Scope, { kind: 'collection' }>): Candidates {
  if (scope.kind === 'all') return null
  if (scope.kind === 'found') {
    const places = Uint32Array.from(scope.ids, (id) => index.placeOf.get(id) ?? nowhere)
    return places.includes(nowhere) ? places.filter((place) => place !== nowhere) : places
  }
  const list = index.inGroup.get(groupOf(scope.kind, scope.id))
  return list === undefined ? new Uint32Array(0) : list.all.subarray(0, list.length)
}

const nowhere = 0xffff_ffff

/**
 * One walk over the candidates. What fails one kind of filter only counts for the other values of that kind: each
 * count says how many there would be with this value and without the others of its kind.
 */
export function narrow(
  index: ListingIndex,
  candidates: Candidates,
  prices: Prices,
  narrowing: Narrowing,
): Narrowed {
  const { flags, ratingAverage, ratingCount } = index
  const { data, start, length } = index.terms
  const { from, to } = prices
  const { kindOf, chosen, wanted } = kindsOf(index, narrowing)
  const { inStock } = narrowing
  const leastRating = narrowing.rating === null ? -1 : narrowing.rating * 100
  const priceMin = narrowing.priceMin ?? -Infinity
  const priceMax = narrowing.priceMax ?? Infinity
  const needed = isVisible | (inStock ? isInStock : 0)
  // With the last bit: a value that cannot be bought is as good as absent when only those that can are wanted.
  const leastStock = inStock ? 1 : 0

  const many = candidates === null ? index.size : candidates.length
  const hits = new Uint32Array(many)
  const counts = new Uint32Array(index.dictionary.length)
  const samples = new Uint32Array(index.dictionary.length)
  const ratings = [0, 0, 0, 0, 0, 0]
  let found = 0
  let inStockCount = 0
  let lowest = Infinity
  let highest = -Infinity

  for (let n = 0; n < many; n++) {
    const place = candidates === null ? n : candidates[n]!
    const flag = flags[place]!
    const low = from[place]!
    // NaN: no price in the currency.
    if ((flag & needed) !== needed || low !== low) continue
    const high = to[place]!
    const isPriced = high >= priceMin && low <= priceMax
    // It could only widen the span of prices, and it does not.
    if (!isPriced && low >= lowest && high <= highest) continue
    const first = start[place]!
    const end = first + length[place]!

    let missing = 0
    let missingStocked = 0
    if (wanted !== 0) {
      let has = 0
      let hasStocked = 0
      for (let at = first; at < end; at++) {
        const packed = data[at]!
        const bit = chosen[packed >>> 1]!
        if (bit === 0) continue
        has |= (packed & 1) >= leastStock ? bit : 0
        hasStocked |= (packed & 1) === 1 ? bit : 0
      }
      missing = wanted & ~has
      missingStocked = wanted & ~hasStocked
      // Two kinds fail: it counts for nothing.
      if ((missing & (missing - 1)) !== 0) continue
    }
    const stars = ratingCount[place]! > 0 ? ratingAverage[place]! : -1
    const isRated = stars >= leastRating
    if (!isRated && missing !== 0) continue
    if (missing === 0 && isRated) {
      if (low < lowest) lowest = low
      if (high > highest) highest = high
    }
    if (!isPriced) continue
    if (missing === 0 && stars >= 100) ratings[(stars / 100) | 0]! += 1
    if (!isRated) continue

    if (missing === 0) {
      hits[found++] = place
      if ((flag & isInStock) !== 0 && missingStocked === 0) inStockCount += 1
      for (let at = first; at < end; at++) {
        const packed = data[at]!
        if ((packed & 1) >= leastStock && counts[packed >>> 1]!++ === 0) samples[packed >>> 1] = place
      }
    } else {
      for (let at = first; at < end; at++) {
        const packed = data[at]!
        if (kindOf[packed >>> 1] !== missing || (packed & 1) < leastStock) continue
        if (counts[packed >>> 1]!++ === 0) samples[packed >>> 1] = place
      }
    }
  }
  for (let stars = 4; stars >= 0; stars--) ratings[stars]! += ratings[stars + 1]!

  const terms: TermCount[] = []
  counts.forEach((count, number) => {
    if (count > 0)
      terms.push({
        term: index.dictionary[number]!,
        count,
        sample: index.ids[samples[number]!]!,
        isKindChosen: kindOf[number] !== 0,
      })
  })
  return {
    hits: hits.subarray(0, found),
    terms,
    ratings,
    inStockCount,
    priceFrom: lowest === Infinity ? null : lowest,
    priceTo: lowest === Infinity ? null : highest,
  }
}

/** A bit for each kind of filter that something is chosen of; terms of no such kind have 0. */
function kindsOf(
  index: ListingIndex,
  { options, tags }: Narrowing,
): { kindOf: Int32Array; chosen: Int32Array; wanted: number } {
  const kindOf = new Int32Array(index.dictionary.length)
  const chosen = new Int32Array(index.dictionary.length)
  let kinds = 0
  const choose = (all: readonly number[], terms: readonly (number | null)[]): void => {
    const bit = 1 << kinds++
    for (const term of all) kindOf[term] = bit
    for (const term of terms) if (term !== null) chosen[term] = bit
  }
  if (tags !== null)
    choose(
      index.tagTerms,
      tags.map((id) => findTagTerm(index, id)),
    )
  for (const [option, values] of Object.entries(options)) {
    if (values.length > 0)
      choose(
        index.termsByOption.get(option) ?? [],
        values.map((value) => findOptionTerm(index, option, value)),
      )
  }
  return { kindOf, chosen, wanted: (1 << kinds) - 1 }
}
