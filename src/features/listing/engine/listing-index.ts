import type { PriceTerms } from '#domain/shown/paid-price.ts'
import type { CardJson, RawCard } from '../queries/cards.ts'
import { createPlaceTable, type PlaceTable } from './place-table.ts'
import { rowLists, type RowLists } from './row-lists.ts'

/*
 * A column store in memory with everything that listings filter and sort by. A product has one row number, called its
 * place, in all columns. queries/store.ts loads it and keeps it current. A million products take some 100 MB, and 24 MB
 * for each currency in use.
 */

/** Flags of a product. */
export const isVisible = 1
export const isInStock = 2

export interface ListingIndex {
  /** Incremented by every change. */
  version: number
  /** Number of rows. */
  size: number
  ids: Float64Array
  flags: Uint8Array
  /** Microseconds since 1970: PostgreSQL's own precision. */
  publishedAt: Float64Array
  sold: Float64Array
  /** Hundredths of a star; -1 for none. */
  ratingAverage: Int16Array
  ratingCount: Int32Array
  /** Option values and tags of each row, packed: twice the term's number, plus one if it is in stock. Tags always are. */
  terms: RowLists
  /** Groups of each row, as {@link groupOf}: its categories with their ancestors, and its tags. */
  groups: RowLists
  prices: Map<string, Prices>
  /** By currency, where promotions are in the price: those of the last listing. */
  paid: Map<string, PaidSpans>
  dictionary: Term[]
  termNumbers: Map<string, number>
  termsByOption: Map<string, number[]>
  tagTerms: number[]
  inGroup: Map<number, Places>
  placeOf: PlaceTable
  /** Built by the first listing that reads them (blocks.ts); null before. */
  blocks: (Block | null)[]
}

/** A block has 2¹² = 4 096 rows: few enough that rebuilding one is cheap (0.2 ms). */
export const blockShift = 12

/** Bitmaps for 4 096 consecutive rows. */
export interface Block {
  /** The fixed bitmaps (`blockSets`), then two for each of `terms`: rows that have it, and rows that have it in stock. */
  readonly bits: Uint32Array
  readonly terms: Uint32Array
  /** CSR layout: posting lists of rare terms. `rareStart.length` is `rareTerms.length + 1`. */
  readonly rareTerms: Uint32Array
  readonly rareStart: Uint32Array
  /** Twice the row within the block, plus one if the term is in stock there. */
  readonly rareAt: Uint16Array
}

/** Minor units; NaN where the product has no price in the currency. */
export interface Spans {
  from: Float64Array
  to: Float64Array
  /** Built on demand, like the index's own; null before. */
  blocks: (PriceBlock | null)[]
}

/** Without promotions. */
export interface Prices extends Spans {
  /** The former price of the cheapest SKU; NaN if there is none. */
  line: Float64Array
}

/** The spans of what is really paid, in one currency. */
export interface PaidSpans {
  readonly offers: IndexOffers
  readonly spans: Spans
}

/** The promotions in the price, as the index can judge them. */
export interface IndexOffers {
  /** Another one for other promotions, and for other goods that they name. */
  readonly key: string
  /** No others than those in the price. */
  readonly terms: PriceTerms
  /** For each promotion what it names: ids of products, categories by `groupOf`; null for everything. */
  readonly goods: readonly ({ products: ReadonlySet<number>; categories: ReadonlySet<number> } | null)[]
}

/** The rows of a block that have a price, in the order of their lowest and of their highest price. */
export interface PriceBlock {
  /** Bitmap of the rows that have a price. */
  readonly priced: Uint32Array
  readonly byFrom: Uint16Array
  readonly byTo: Uint16Array
}

export type Term = { kind: 'option'; option: string; value: string } | { kind: 'tag'; id: number }

/** A growable list of places. */
export interface Places {
  all: Uint32Array
  length: number
}

/** A product as PostgreSQL returns it. Options are "1color\u0001sage": 1 for in stock, the option, the value. */
export type IndexRow = [
  id: number,
  flags: number,
  publishedAt: number,
  sold: number,
  ratingAverage: number,
  ratingCount: number,
  categories: number[] | null,
  tags: number[] | null,
  options: string[] | null,
]

/** Prices in one currency. */
export interface PriceRows {
  currency: string
  rows: readonly (readonly [id: number, from: number, to: number, line: number | null])[]
}

export function createIndex(expected: number): ListingIndex {
  const capacity = Math.max(64, expected)
  return {
    version: 0,
    size: 0,
    ids: new Float64Array(capacity),
    flags: new Uint8Array(capacity),
    publishedAt: new Float64Array(capacity),
    sold: new Float64Array(capacity),
    ratingAverage: new Int16Array(capacity),
    ratingCount: new Int32Array(capacity),
    terms: rowLists(capacity),
    groups: rowLists(capacity),
    prices: new Map(),
    paid: new Map(),
    dictionary: [],
    termNumbers: new Map(),
    termsByOption: new Map(),
    tagTerms: [],
    inGroup: new Map(),
    placeOf: createPlaceTable(capacity),
    blocks: [],
  }
}

/** Inserts or updates products. */
export function putProducts(index: ListingIndex, given: readonly IndexRow[]): void {
  const left = new Map<number, Set<number>>()
  index.version += 1
  for (const [id, flags, publishedAt, sold, average, count, categories, tags, options] of given) {
    const place = index.placeOf.get(id) ?? addPlace(index, id)
    index.blocks[place >>> blockShift] = null
    index.flags[place] = flags
    index.publishedAt[place] = publishedAt
    index.sold[place] = sold
    index.ratingAverage[place] = average
    index.ratingCount[place] = count
    const terms = (options ?? []).map(
      (text) => optionTerm(index, text.slice(1)) * 2 + (text[0] === '1' ? 1 : 0),
    )
    for (const tag of tags ?? []) terms.push(tagTerm(index, tag) * 2 + 1)
    index.terms.put(place, terms)
    const groups = [
      ...(categories ?? []).map((category) => groupOf('category', category)),
      ...(tags ?? []).map((tag) => groupOf('tag', tag)),
    ]
    move(index, place, groups, left)
  }
  for (const [group, gone] of left) removePlaces(index.inGroup.get(group), gone)
}

/** Hides deleted products from every listing; their rows stay. */
export function removeProducts(index: ListingIndex, given: readonly number[]): void {
  const known = given.filter((id) => index.placeOf.has(id))
  putProducts(
    index,
    known.map((id) => [id, 0, 0, 0, -1, 0, null, null, null]),
  )
}

/** Sets prices in one currency. @param products those of them without a row lose their price */
export function putPrices(
  index: ListingIndex,
  products: readonly number[],
  { currency, rows }: PriceRows,
): void {
  const prices = pricesIn(index, currency)
  index.version += 1
  for (const id of products) {
    const place = index.placeOf.get(id)
    if (place === undefined) continue
    prices.from[place] = Number.NaN
    prices.blocks[place >>> blockShift] = null
  }
  for (const [id, from, to, line] of rows) {
    const place = index.placeOf.get(id)
    if (place === undefined) continue
    prices.from[place] = from
    prices.to[place] = to
    prices.line[place] = line ?? Number.NaN
    prices.blocks[place >>> blockShift] = null
  }
}

/** The facts of a product card that the index has; the rest is in the table `product_cards`. */
export type KnownFacts = Omit<RawCard, keyof CardJson | 'card' | 'groups'>

/** @param id a product of the index that has a price */
export function factsOf(index: ListingIndex, prices: Prices, id: number): KnownFacts {
  const place = index.placeOf.get(id)!
  const average = index.ratingAverage[place]!
  const line = prices.line[place]!
  return {
    id,
    inStock: (index.flags[place]! & isInStock) !== 0,
    publishedAt: new Date(Math.floor(index.publishedAt[place]! / 1_000)),
    ratingAverage: average < 0 ? null : average / 100,
    ratingCount: index.ratingCount[place]!,
    amountFrom: prices.from[place]!,
    amountTo: prices.to[place]!,
    lineFrom: Number.isNaN(line) ? null : line,
  }
}

function pricesIn(index: ListingIndex, currency: string): Prices {
  let prices = index.prices.get(currency)
  if (prices === undefined) {
    const from = new Float64Array(index.ids.length).fill(Number.NaN)
    const [to, line] = [new Float64Array(index.ids.length), new Float64Array(index.ids.length)]
    index.prices.set(currency, (prices = { from, to, line, blocks: [] }))
  }
  return prices
}

function addPlace(index: ListingIndex, id: number): number {
  if (index.size === index.ids.length) grow(index, Math.ceil(index.size * 1.5))
  const place = index.size++
  index.ids[place] = id
  index.placeOf.set(id, place)
  return place
}

function grow(index: ListingIndex, capacity: number): void {
  index.ids = grown(index.ids, new Float64Array(capacity))
  index.flags = grown(index.flags, new Uint8Array(capacity))
  index.publishedAt = grown(index.publishedAt, new Float64Array(capacity))
  index.sold = grown(index.sold, new Float64Array(capacity))
  index.ratingAverage = grown(index.ratingAverage, new Int16Array(capacity))
  index.ratingCount = grown(index.ratingCount, new Int32Array(capacity))
  index.terms.grow(capacity)
  index.groups.grow(capacity)
  for (const prices of index.prices.values()) {
    prices.from = grown(prices.from, new Float64Array(capacity).fill(Number.NaN))
    prices.to = grown(prices.to, new Float64Array(capacity))
    prices.line = grown(prices.line, new Float64Array(capacity))
  }
  for (const { spans } of index.paid.values()) {
    spans.from = grown(spans.from, new Float64Array(capacity).fill(Number.NaN))
    spans.to = grown(spans.to, new Float64Array(capacity))
  }
}

function grown<A extends Float64Array | Int32Array | Int16Array | Uint32Array | Uint8Array>(
  from: A,
  to: A,
): A {
  to.set(from)
  return to
}

function optionTerm(index: ListingIndex, key: string): number {
  const known = index.termNumbers.get(key)
  if (known !== undefined) return known
  const [option = '', value = ''] = key.split('\u0001')
  const number = addTerm(index, key, { kind: 'option', option, value })
  const others = index.termsByOption.get(option)
  if (others) others.push(number)
  else index.termsByOption.set(option, [number])
  return number
}

function tagTerm(index: ListingIndex, id: number): number {
  const key = String(id)
  const known = index.termNumbers.get(key)
  if (known !== undefined) return known
  const number = addTerm(index, key, { kind: 'tag', id })
  index.tagTerms.push(number)
  return number
}

function addTerm(index: ListingIndex, key: string, term: Term): number {
  index.termNumbers.set(key, index.dictionary.length)
  return index.dictionary.push(term) - 1
}

/** The key of a category or tag in `inGroup`: even for categories, odd for tags. */
export function groupOf(kind: 'category' | 'tag', id: number): number {
  return id * 2 + (kind === 'tag' ? 1 : 0)
}

/** Null if no product has it or ever had it. */
export function findTagTerm(index: ListingIndex, id: number): number | null {
  return index.termNumbers.get(String(id)) ?? null
}

export function findOptionTerm(index: ListingIndex, option: string, value: string): number | null {
  return index.termNumbers.get(`${option}\u0001${value}`) ?? null
}

function move(
  index: ListingIndex,
  place: number,
  groups: readonly number[],
  left: Map<number, Set<number>>,
): void {
  const before = index.groups.get(place)
  for (const group of before) {
    if (groups.includes(group)) continue
    const gone = left.get(group)
    if (gone) gone.add(place)
    else left.set(group, new Set([place]))
  }
  for (const group of groups) {
    if (before.includes(group)) continue
    // Removed and added again within one update.
    if (left.get(group)?.delete(place) !== true) addTo(index.inGroup, group, place)
  }
  index.groups.put(place, groups)
}

/** Appends a place to a list. */
export function addTo(lists: Map<number, Places>, key: number, place: number): void {
  let list = lists.get(key)
  if (list === undefined) lists.set(key, (list = { all: new Uint32Array(16), length: 0 }))
  if (list.length === list.all.length) list.all = grown(list.all, new Uint32Array(list.length * 2))
  list.all[list.length++] = place
}

function removePlaces(list: Places | undefined, gone: ReadonlySet<number>): void {
  if (list === undefined || gone.size === 0) return
  let kept = 0
  for (let n = 0; n < list.length; n++) {
    const place = list.all[n]!
    if (!gone.has(place)) list.all[kept++] = place
  }
  list.length = kept
}
