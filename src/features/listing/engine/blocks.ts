import {
  blockShift,
  isInStock,
  isVisible,
  type Block,
  type ListingIndex,
  type PriceBlock,
  type Spans,
} from './listing-index.ts'

/*
 * The columns once more as bitmaps, in blocks of 4 096 rows: a filter is a bitwise `and` over 32 products at a time, a
 * count is a population count. Built from the columns on demand, dropped when one of their products changes.
 */

/** Words of 32 bits in a bitmap. */
export const blockWords = 1 << (blockShift - 5)

/** Terms with fewer rows in a block are posting lists, which are smaller then, and quicker to count. */
const leastDense = blockWords

/** Numbers of the bitmaps in `Block.bits`. `rated + n`: n stars or more, n from 1 to 4. From `terms` on: two for each term. */
export const blockSets = { visible: 0, inStock: 1, rated: 1, terms: 6 } as const

/** The current bitmaps of a block. */
export function blockAt(index: ListingIndex, number: number): Block {
  return (index.blocks[number] ??= makeBlock(index, number))
}

function makeBlock(index: ListingIndex, number: number): Block {
  const first = number << blockShift
  const end = Math.min(index.size, first + (1 << blockShift))
  const { data, start, length } = index.terms
  const counts = new Uint32Array(index.dictionary.length)
  for (let place = first; place < end; place++)
    for (let at = start[place]!, stop = at + length[place]!; at < stop; at++) counts[data[at]! >>> 1]! += 1

  // A dense term's first bitmap, or for a rare term `~` of the next free position in `rareAt`.
  const slots = new Int32Array(counts.length)
  const terms: number[] = []
  const rareTerms: number[] = []
  const rareStart = [0]
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term]!
    if (count >= leastDense) slots[term] = blockSets.terms + 2 * (terms.push(term) - 1)
    else if (count > 0) {
      const next = rareStart.at(-1)!
      slots[term] = ~next
      rareTerms.push(term)
      rareStart.push(next + count)
    }
  }
  const block = {
    bits: new Uint32Array((blockSets.terms + 2 * terms.length) * blockWords),
    terms: Uint32Array.from(terms),
    rareTerms: Uint32Array.from(rareTerms),
    rareStart: Uint32Array.from(rareStart),
    rareAt: new Uint16Array(rareStart.at(-1)!),
  }
  for (let place = first; place < end; place++) putInBlock(index, place, slots, block)
  return block
}

function putInBlock(
  index: ListingIndex,
  place: number,
  slots: Int32Array,
  { bits, rareAt }: Pick<Block, 'bits' | 'rareAt'>,
): void {
  const { data, start, length } = index.terms
  const within = place & ((1 << blockShift) - 1)
  const word = within >>> 5
  const bit = 1 << (within & 31)
  const flags = index.flags[place]!
  if ((flags & isVisible) !== 0) bits[blockSets.visible * blockWords + word]! |= bit
  if ((flags & isInStock) !== 0) bits[blockSets.inStock * blockWords + word]! |= bit
  const stars = index.ratingCount[place]! > 0 ? index.ratingAverage[place]! : -1
  for (let least = 1; least <= 4 && least * 100 <= stars; least++)
    bits[(blockSets.rated + least) * blockWords + word]! |= bit
  for (let at = start[place]!, stop = at + length[place]!; at < stop; at++) {
    const term = data[at]! >>> 1
    const stock = data[at]! & 1
    const slot = slots[term]!
    if (slot < 0) {
      rareAt[~slot] = within * 2 + stock
      slots[term] = slot - 1
    } else {
      bits[slot * blockWords + word]! |= bit
      if (stock === 1) bits[(slot + 1) * blockWords + word]! |= bit
    }
  }
}

/** The current price order of a block. */
export function pricesAt(index: ListingIndex, prices: Spans, number: number): PriceBlock {
  return (prices.blocks[number] ??= makePrices(index, prices, number))
}

function makePrices({ size }: ListingIndex, { from, to }: Spans, number: number): PriceBlock {
  const first = number << blockShift
  const places = Math.min(size - first, 1 << blockShift)
  const priced = new Uint32Array(blockWords)
  const low = new Float64Array(places)
  const high = new Float64Array(places)
  let count = 0
  for (let within = 0; within < places; within++) {
    const price = from[first + within]!
    if (Number.isNaN(price)) continue
    priced[within >>> 5]! |= 1 << (within & 31)
    // Price and row in one number, so that sorting numbers sorts the rows.
    low[count] = price * 2 ** blockShift + within
    high[count++] = to[first + within]! * 2 ** blockShift + within
  }
  const inOrder = (keys: Float64Array): Uint16Array =>
    Uint16Array.from(keys.subarray(0, count).sort(), (key) => key % 2 ** blockShift)
  return { priced, byFrom: inOrder(low), byTo: inOrder(high) }
}
