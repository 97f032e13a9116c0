import { groupOf, type ListingIndex, type Spans } from './listing-index.ts'
import { narrowByBlock } from './narrow-by-block.ts'
import { narrowByProduct } from './narrow-by-product.ts'
import type { Narrowed, Narrowing, Scope } from '../rules/narrowing.ts'

/** A scope that the index can resolve. A collection has to be read first and given as `found`. */
export type KnownScope = Exclude<Scope, { kind: 'collection' }>

// For fewer candidates, going product by product is quicker than block by block.
const fewProducts = 5_000

/** Filters a scope and counts its facets. Hits of a `found` scope keep their order. */
export function narrow(
  index: ListingIndex,
  scope: KnownScope,
  prices: Spans,
  narrowing: Narrowing,
): Narrowed {
  if (scope.kind === 'found') return narrowByProduct(index, placesOf(index, scope.ids), prices, narrowing)
  if (scope.kind === 'all') return narrowByBlock(index, null, prices, narrowing)
  const list = index.inGroup.get(groupOf(scope.kind, scope.id))
  const places = list === undefined ? new Uint32Array(0) : list.all.subarray(0, list.length)
  return (places.length < fewProducts ? narrowByProduct : narrowByBlock)(index, places, prices, narrowing)
}

function placesOf(index: ListingIndex, ids: readonly number[]): Uint32Array {
  const places = Uint32Array.from(ids, (id) => index.placeOf.get(id) ?? nowhere)
  return places.includes(nowhere) ? places.filter((place) => place !== nowhere) : places
}

const nowhere = 0xffff_ffff
