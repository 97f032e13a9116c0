import type { Filters } from '../contract.ts'
import { blockAt, blockSets, blockWords } from './listing-blocks.ts'
import {
  blockShift,
  findOptionTerm,
  findTagTerm,
  groupOf,
  type Block,
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
 * What is left of the candidates, and what else could be chosen, block by block. What fails one kind of filter only
 * counts for the other values of that kind: each count says how many there would be with this value and without the
 * others of its kind.
 */
export function narrow(
  index: ListingIndex,
  candidates: Candidates,
  prices: Prices,
  narrowing: Narrowing,
): Narrowed {
  const work = beginWork(index, candidates, prices, narrowing)
  for (let number = 0; number << blockShift < index.size; number++)
    if (chooseIn(work, number)) countIn(work, number)

  const terms: TermCount[] = []
  work.counts.forEach((count, term) => {
    if (count > 0)
      terms.push({
        term: index.dictionary[term]!,
        count,
        sample: index.ids[work.samples[term]!]!,
        isKindChosen: work.kindOf[term] !== 0,
      })
  })
  return {
    hits: hitsOf(work.left, work.found, candidates),
    terms,
    ratings: work.ratings,
    inStockCount: work.inStockCount,
    priceFrom: work.lowest === Infinity ? null : work.lowest,
    priceTo: work.lowest === Infinity ? null : work.highest,
  }
}

interface Work {
  index: ListingIndex
  prices: Prices
  narrowing: Narrowing
  /** Of each term the kind of filter that it belongs to, from one; 0 for those of no kind that something is chosen of. */
  kindOf: Int32Array
  /** Of each chosen term its kind. */
  chosenOf: Int32Array
  kinds: number
  /** Bits of all places: before a block was looked at the candidates, then the hits. */
  left: Uint32Array
  /** Of the block: 0 the hits, then for each kind what fails it and nothing else, or hits. */
  sets: Uint32Array
  /** Of the block, for each kind: who has what was chosen; and of whom it can be bought. */
  fulfils: Uint32Array
  fulfilsInStock: Uint32Array
  found: number
  counts: Uint32Array
  samples: Uint32Array
  ratings: number[]
  inStockCount: number
  lowest: number
  highest: number
}

function beginWork(index: ListingIndex, candidates: Candidates, prices: Prices, narrowing: Narrowing): Work {
  const { kindOf, chosenOf, kinds } = kindsOf(index, narrowing)
  const left = new Uint32Array(((index.size >>> blockShift) + 1) * blockWords)
  if (candidates === null) left.fill(0xffff_ffff)
  else
    for (let n = 0; n < candidates.length; n++) {
      const place = candidates[n]!
      left[place >>> 5]! |= 1 << (place & 31)
    }
  return {
    index,
    prices,
    narrowing,
    kindOf,
    chosenOf,
    kinds,
    left,
    sets: new Uint32Array((kinds + 1) * blockWords),
    fulfils: new Uint32Array(kinds * blockWords),
    fulfilsInStock: new Uint32Array(kinds * blockWords),
    found: 0,
    counts: new Uint32Array(index.dictionary.length),
    samples: new Uint32Array(index.dictionary.length),
    ratings: [0, 0, 0, 0, 0],
    inStockCount: 0,
    lowest: Infinity,
    highest: -Infinity,
  }
}

/** The kinds of filter that something is chosen of, as numbers from one. */
function kindsOf(
  index: ListingIndex,
  { options, tags }: Narrowing,
): Pick<Work, 'kindOf' | 'chosenOf' | 'kinds'> {
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

/** Works out the sets of a block; false when there is nothing to count. */
function chooseIn(work: Work, number: number): boolean {
  const { left, sets, kinds, narrowing, fulfils, fulfilsInStock } = work
  const offset = number * blockWords
  if (isEmpty(left, offset)) return false
  const block = blockAt(work.index, number)
  const { bits } = block
  for (let w = 0; w < blockWords; w++)
    left[offset + w]! &=
      bits[blockSets.visible * blockWords + w]! &
      (narrowing.inStock ? bits[blockSets.inStock * blockWords + w]! : -1)
  if (kinds > 0) fulfil(work, block)
  choosePrices(work, offset)

  const { rating } = narrowing
  for (let w = 0; w < blockWords; w++) {
    // In `left` is now what fails one kind at most, and nothing else but its stars.
    let all = left[offset + w]!
    let allInStock = all & bits[blockSets.inStock * blockWords + w]!
    for (let kind = 0; kind < kinds; kind++) {
      all &= fulfils[kind * blockWords + w]!
      allInStock &= fulfilsInStock[kind * blockWords + w]!
    }
    if (all !== 0)
      for (let stars = 1; stars <= 4; stars++)
        work.ratings[stars]! += bitCount(all & bits[(blockSets.rated + stars) * blockWords + w]!)
    const rated = rating === null ? -1 : bits[(blockSets.rated + rating) * blockWords + w]!
    all &= rated
    work.found += bitCount(all)
    work.inStockCount += bitCount(allInStock & rated)
    sets[w] = all
    const others = left[offset + w]! & rated
    for (let kind = 0; kind < kinds; kind++)
      sets[(kind + 1) * blockWords + w] = all | (others & ~fulfils[kind * blockWords + w]!)
    left[offset + w] = all
  }
  return true
}

function isEmpty(words: Uint32Array, offset: number): boolean {
  for (let w = offset; w < offset + blockWords; w++) if (words[w] !== 0) return false
  return true
}

/** Which products of a block have what was chosen, of each kind. */
function fulfil(work: Work, { bits, terms, rare, rareAt }: Block): void {
  const { chosenOf, fulfils, fulfilsInStock, narrowing } = work
  fulfils.fill(0)
  fulfilsInStock.fill(0)
  const put = (kind: number, w: number, has: number, inStock: number): void => {
    // A value that cannot be bought is as good as absent when only those that can are wanted.
    fulfils[(kind - 1) * blockWords + w]! |= narrowing.inStock ? inStock : has
    fulfilsInStock[(kind - 1) * blockWords + w]! |= inStock
  }
  for (let n = 0; n < terms.length; n++) {
    const kind = chosenOf[terms[n]!]!
    if (kind === 0) continue
    const slot = (blockSets.terms + 2 * n) * blockWords
    for (let w = 0; w < blockWords; w++) put(kind, w, bits[slot + w]!, bits[slot + blockWords + w]!)
  }
  for (let n = 0; n < rare.length; n++) {
    const kind = chosenOf[rare[n]! >>> 1]!
    if (kind === 0) continue
    const bit = 1 << (rareAt[n]! & 31)
    put(kind, rareAt[n]! >>> 5, bit, (rare[n]! & 1) === 1 ? bit : 0)
  }
}

/** Takes away what fails two kinds, or the price, and widens the span of prices by what fails nothing else. */
function choosePrices(work: Work, offset: number): void {
  const { prices, left, kinds, fulfils, narrowing } = work
  const { from, to } = prices
  const priceMin = narrowing.priceMin ?? -Infinity
  const priceMax = narrowing.priceMax ?? Infinity
  const { bits } = blockAt(work.index, offset / blockWords)
  const rated = narrowing.rating === null ? -1 : (blockSets.rated + narrowing.rating) * blockWords
  for (let w = 0; w < blockWords; w++) {
    const candidates = left[offset + w]!
    if (candidates === 0) continue
    let once = 0
    let twice = 0
    for (let kind = 0; kind < kinds; kind++) {
      const failed = ~fulfils[kind * blockWords + w]!
      twice |= once & failed
      once |= failed
    }
    const spans = ~once & (rated < 0 ? -1 : bits[rated + w]!)
    const first = (offset + w) * 32
    let fits = 0
    for (let rest = candidates & ~twice; rest !== 0; rest &= rest - 1) {
      const at = 31 - Math.clz32(rest & -rest)
      // NaN, no price in the currency, is neither in a span nor outside of it.
      const low = from[first + at]!
      const high = to[first + at]!
      if ((low < work.lowest || high > work.highest) && ((spans >>> at) & 1) === 1) {
        if (low < work.lowest) work.lowest = low
        if (high > work.highest) work.highest = high
      }
      if (high >= priceMin && low <= priceMax) fits |= 1 << at
    }
    left[offset + w] = fits
  }
}

// Looking at each product's terms, against looking at each term's bits: both as measured.
const productCost = 14

/** Counts the terms of what was chosen in a block. */
function countIn(work: Work, number: number): void {
  const { sets } = work
  const block = blockAt(work.index, number)
  let products = 0
  for (let w = 0; w < sets.length; w++) products += bitCount(sets[w]!)
  if (products === 0) return
  if (products * productCost < block.terms.length * blockWords + 2 * block.rare.length)
    countByProduct(work, number)
  else countByTerm(work, number, block)
}

function countByProduct(work: Work, number: number): void {
  const { sets, kinds, kindOf, counts, samples, narrowing } = work
  const { data, start, length } = work.index.terms
  const leastStock = narrowing.inStock ? 1 : 0
  for (let set = 0; set <= kinds; set++)
    for (let w = 0; w < blockWords; w++) {
      const first = (number * blockWords + w) * 32
      for (let rest = sets[set * blockWords + w]!; rest !== 0; rest &= rest - 1) {
        const place = first + 31 - Math.clz32(rest & -rest)
        for (let at = start[place]!, stop = at + length[place]!; at < stop; at++) {
          const packed = data[at]!
          const term = packed >>> 1
          if (kindOf[term] === set && (packed & 1) >= leastStock && counts[term]!++ === 0)
            samples[term] = place
        }
      }
    }
}

function countByTerm(work: Work, number: number, { bits, terms, rare, rareAt }: Block): void {
  const { sets, kindOf, counts, samples, narrowing } = work
  const first = number << blockShift
  for (let n = 0; n < terms.length; n++) {
    const term = terms[n]!
    const set = kindOf[term]! * blockWords
    const slot = (blockSets.terms + 2 * n + (narrowing.inStock ? 1 : 0)) * blockWords
    const before = counts[term]!
    let count = 0
    for (let w = 0; w < blockWords; w++) count += bitCount(bits[slot + w]! & sets[set + w]!)
    if (count > 0 && before === 0) samples[term] = first + firstOf(bits, slot, sets, set)
    counts[term] = before + count
  }
  const leastStock = narrowing.inStock ? 1 : 0
  for (let n = 0; n < rare.length; n++) {
    const packed = rare[n]!
    const at = rareAt[n]!
    const term = packed >>> 1
    if ((packed & 1) < leastStock) continue
    if (((sets[kindOf[term]! * blockWords + (at >>> 5)]! >>> (at & 31)) & 1) === 0) continue
    if (counts[term]!++ === 0) samples[term] = first + at
  }
}

/** The first bit that both have. */
function firstOf(a: Uint32Array, atA: number, b: Uint32Array, atB: number): number {
  for (let w = 0; w < blockWords; w++) {
    const both = a[atA + w]! & b[atB + w]!
    if (both !== 0) return w * 32 + 31 - Math.clz32(both & -both)
  }
  return 0
}

/** The places whose bits are set, in the order of the candidates. */
function hitsOf(left: Uint32Array, count: number, candidates: Candidates): Uint32Array {
  const hits = new Uint32Array(count)
  let found = 0
  if (candidates === null)
    for (let w = 0; w < left.length; w++)
      for (let rest = left[w]!; rest !== 0; rest &= rest - 1)
        hits[found++] = w * 32 + 31 - Math.clz32(rest & -rest)
  else
    for (let n = 0; n < candidates.length; n++) {
      const place = candidates[n]!
      if (((left[place >>> 5]! >>> (place & 31)) & 1) === 1) hits[found++] = place
    }
  return hits
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
