import type { Filters } from '../contract.ts'
import { findOptionTerm, findTagTerm, type ListingIndex, type Term } from '../engine/listing-index.ts'

/* What a listing is asked and what it answers, for both ways of working it out. */

/** Which products a listing is about. */
export type Scope =
  | { kind: 'category'; id: number }
  | { kind: 'tag'; id: number }
  | { kind: 'collection'; id: number }
  /** What a search has found, the best first. */
  | { kind: 'found'; ids: readonly number[] }
  | { kind: 'all' }

export interface Narrowing extends Pick<Filters, 'priceMin' | 'priceMax' | 'inStock' | 'rating'> {
  options: Readonly<Record<string, readonly string[]>>
  /** Ids; null when no tag is chosen. */
  tags: readonly number[] | null
}

/** What is left of a scope, and what it could be narrowed to. */
export interface Narrowed {
  /** Places. */
  hits: Uint32Array
  terms: TermCount[]
  /** How many have so many stars or more, by stars: 1 to 4. */
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

/** The kinds of filter that something is chosen of, as numbers from one; 0 for terms of no such kind. */
export interface Kinds {
  /** Of each term. */
  kindOf: Int32Array
  /** Of each chosen term; 0 for the others. */
  chosenOf: Int32Array
  kinds: number
}

export function kindsOf(index: ListingIndex, { options, tags }: Narrowing): Kinds {
  const kindOf = new Int32Array(index.dictionary.length)
  const chosenOf = new Int32Array(index.dictionary.length)
  let kinds = 0
  const choose = (all: readonly number[], terms: readonly (number | null)[]): void => {
    kinds += 1
    for (const term of all) kindOf[term] = kinds
    for (const term of terms) if (term !== null) chosenOf[term] = kinds
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
  return { kindOf, chosenOf, kinds }
}

/** What was counted of each term, as it is told. */
export function termCounts(
  index: ListingIndex,
  { kindOf }: Kinds,
  counts: Uint32Array,
  samples: Uint32Array,
): TermCount[] {
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
  return terms
}
