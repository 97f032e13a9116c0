import {
  blockShift,
  isInStock,
  isVisible,
  type Block,
  type ListingIndex,
  type PriceBlock,
  type Prices,
} from './listing-index.ts'

/*
 * The index once more as sets of bits, in blocks of places: "has this value" of 32 products is one number, so a filter
 * is an `and`, and counting does not look at products. Made from the columns when a listing comes to it, and forgotten
 * when a product in it changes.
 */

/** Numbers of 32 bits for each set. */
export const blockWords = 1 << (blockShift - 5)

/** A term that fewer of a block have is kept as a list: below this that is smaller, and quicker to count. */
const leastDense = blockWords

/** The sets that every block begins with. `rated` and so many: so many stars or more, one to four. Then the terms'. */
export const blockSets = { visible: 0, inStock: 1, rated: 1, terms: 6 } as const

/** The block of these places as they are now. */
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

  // Of a dense term its set, of a rare one the complement of where its next place is to stand.
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

/** The prices of these places in order as they are now. */
export function pricesAt(index: ListingIndex, prices: Prices, number: number): PriceBlock {
  return (prices.blocks[number] ??= makePrices(index, prices, number))
}

function makePrices({ size }: ListingIndex, { from, to }: Prices, number: number): PriceBlock {
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
    // One number of both, so that they sort together.
    low[count] = price * 2 ** blockShift + within
    high[count++] = to[first + within]! * 2 ** blockShift + within
  }
  const inOrder = (keys: Float64Array): Uint16Array =>
    Uint16Array.from(keys.subarray(0, count).sort(), (key) => key % 2 ** blockShift)
  return { priced, byFrom: inOrder(low), byTo: inOrder(high) }
}
