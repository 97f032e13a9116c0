import { groupOf, type ListingIndex, type Prices } from './listing-index.ts'
import { narrowByBlock } from './listing-narrow-by-block.ts'
import { narrowByProduct } from './listing-narrow-by-product.ts'
import type { Candidates, Narrowed, Narrowing, Scope } from './listing-narrowing.ts'

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

// Below this, looking at each product is quicker than looking at each block.
const fewCandidates = 10_000

/** What is left of the candidates, and what else could be chosen. */
export function narrow(
  index: ListingIndex,
  candidates: Candidates,
  prices: Prices,
  narrowing: Narrowing,
): Narrowed {
  const isFew = candidates !== null && candidates.length < fewCandidates
  return (isFew ? narrowByProduct : narrowByBlock)(index, candidates, prices, narrowing)
}
