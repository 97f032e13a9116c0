import type { Filters } from '../contract.ts'
import { findOptionTerm, findTagTerm, type ListingIndex, type Term } from '../engine/listing-index.ts'

/* Input and result of filtering, for both implementations. */

/** The products that a listing starts from. */
export type Scope =
  | { kind: 'category'; id: number }
  | { kind: 'tag'; id: number }
  | { kind: 'collection'; id: number }
  /** Search results, best first. */
  | { kind: 'found'; ids: readonly number[] }
  | { kind: 'all' }

export interface Narrowing extends Pick<Filters, 'priceMin' | 'priceMax' | 'inStock' | 'rating'> {
  options: Readonly<Record<string, readonly string[]>>
  /** Ids; null when no tag is chosen. */
  tags: readonly number[] | null
}

/** The hits of a scope and its facet counts. */
export interface Narrowed {
  /** Places. */
  hits: Uint32Array
  terms: TermCount[]
  /** `ratings[n]`: hits with n stars or more, n from 1 to 4, before the rating filter. */
  ratings: number[]
  inStockCount: number
  /** The price span before the price filter, in minor units; null if nothing matches. */
  priceFrom: number | null
  priceTo: number | null
}

export interface TermCount {
  term: Term
  count: number
  /** Id of a product that has it. */
  sample: number
  /** A value of the same kind (option or tags) is chosen. */
  isKindChosen: boolean
}

/** The kinds of filter with a chosen value (each option is one, tags are one), numbered from 1. */
export interface Kinds {
  /** The kind of each term; 0 if nothing of its kind is chosen. */
  kindOf: Int32Array
  /** The kind of each chosen term; 0 for all others. */
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

/** The counts as a list, without terms that no hit has. */
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
