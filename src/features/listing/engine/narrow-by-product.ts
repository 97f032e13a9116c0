import { isInStock, isVisible, type ListingIndex, type Spans } from './listing-index.ts'
import { kindsOf, termCounts, type Narrowed, type Narrowing } from '../rules/narrowing.ts'

/**
 * Filters and counts in one pass over the candidates; hits keep their order. A facet count says how many products there
 * would be with this value instead of the chosen ones of its kind. So a product that fails exactly one kind of filter
 * still counts for the values of that kind.
 */
export function narrowByProduct(
  index: ListingIndex,
  candidates: Uint32Array,
  prices: Spans,
  narrowing: Narrowing,
): Narrowed {
  const { flags, ratingAverage, ratingCount } = index
  const { data, start, length } = index.terms
  const { from, to } = prices
  const kinds = kindsOf(index, narrowing)
  const { kindOf, chosenOf } = kinds
  const wanted = 2 ** kinds.kinds - 1
  const { inStock } = narrowing
  const leastRating = narrowing.rating === null ? -1 : narrowing.rating * 100
  const priceMin = narrowing.priceMin ?? -Infinity
  const priceMax = narrowing.priceMax ?? Infinity
  const needed = isVisible | (inStock ? isInStock : 0)
  // With the filter "in stock", a value counts only where it is in stock (the packed term's last bit).
  const leastStock = inStock ? 1 : 0

  const hits = new Uint32Array(candidates.length)
  const counts = new Uint32Array(index.dictionary.length)
  const samples = new Uint32Array(index.dictionary.length)
  const ratings = [0, 0, 0, 0, 0, 0]
  let found = 0
  let inStockCount = 0
  let lowest = Infinity
  let highest = -Infinity

  for (let n = 0; n < candidates.length; n++) {
    const place = candidates[n]!
    const flag = flags[place]!
    const low = from[place]!
    // NaN: no price in the currency.
    if ((flag & needed) !== needed || low !== low) continue
    const high = to[place]!
    const isPriced = high >= priceMin && low <= priceMax
    // Outside the price filter a product can only widen the price span; this one does not.
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
        const kind = chosenOf[packed >>> 1]!
        if (kind === 0) continue
        const bit = 1 << (kind - 1)
        has |= (packed & 1) >= leastStock ? bit : 0
        hasStocked |= (packed & 1) === 1 ? bit : 0
      }
      missing = wanted & ~has
      missingStocked = wanted & ~hasStocked
      // Fails two kinds or more: counts for nothing.
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
      const kindMissing = 32 - Math.clz32(missing)
      for (let at = first; at < end; at++) {
        const packed = data[at]!
        if (kindOf[packed >>> 1] !== kindMissing || (packed & 1) < leastStock) continue
        if (counts[packed >>> 1]!++ === 0) samples[packed >>> 1] = place
      }
    }
  }
  for (let stars = 4; stars >= 0; stars--) ratings[stars]! += ratings[stars + 1]!

  return {
    hits: hits.subarray(0, found),
    terms: termCounts(index, kinds, counts, samples),
    ratings,
    inStockCount,
    priceFrom: lowest === Infinity ? null : lowest,
    priceTo: lowest === Infinity ? null : highest,
  }
}
