import { isInStock, isVisible, blockShift, type Block, type ListingIndex } from './listing-index.ts'

/*
 * The index once more as sets of bits, in blocks of places: "has this value" of 32 products is one number, so a filter
 * is an `and`, and counting does not look at products. Made from the columns when a listing comes to it, and forgotten
 * when a product in it changes.
 */

/** Numbers of 32 bits for each set. */
export const blockWords = 1 << (blockShift - 5)

/** A term that fewer of a block have is kept as a list: below this that is smaller, and quicker to count. */
const leastDense = blockWords

/** The sets that every block begins with; `rated`: so many stars or more, from one to four. */
export const blockSets = { visible: 0, inStock: 1, rated: 1, terms: 6 } as const

/** The block of these places as they are now. */
export function blockAt(index: ListingIndex, number: number): Block {
  return (index.blocks[number] ??= makeBlock(index, number))
}

/** Hundredths of a star; -1 for none. */
export function starsOf({ ratingAverage, ratingCount }: ListingIndex, place: number): number {
  return ratingCount[place]! > 0 ? ratingAverage[place]! : -1
}

function makeBlock(index: ListingIndex, number: number): Block {
  const first = number << blockShift
  const end = Math.min(index.size, first + (1 << blockShift))
  const { data, start, length } = index.terms
  const counts = new Uint32Array(index.dictionary.length)
  for (let place = first; place < end; place++)
    for (let at = start[place]!, stop = at + length[place]!; at < stop; at++) counts[data[at]! >>> 1]! += 1

  const slots = new Int32Array(counts.length).fill(-1)
  const terms: number[] = []
  let rareCount = 0
  counts.forEach((count, term) => {
    if (count >= leastDense) slots[term] = blockSets.terms + 2 * (terms.push(term) - 1)
    else rareCount += count
  })
  const block = {
    bits: new Uint32Array((blockSets.terms + 2 * terms.length) * blockWords),
    terms: Uint32Array.from(terms),
    rare: new Uint32Array(rareCount),
    rareAt: new Uint16Array(rareCount),
  }
  fillBlock(index, first, end, slots, block)
  return block
}

function fillBlock(
  index: ListingIndex,
  first: number,
  end: number,
  slots: Int32Array,
  { bits, rare, rareAt }: Block,
): void {
  const { data, start, length } = index.terms
  let listed = 0
  for (let place = first; place < end; place++) {
    const within = place - first
    const word = within >>> 5
    const bit = 1 << (within & 31)
    const flags = index.flags[place]!
    if ((flags & isVisible) !== 0) bits[blockSets.visible * blockWords + word]! |= bit
    if ((flags & isInStock) !== 0) bits[blockSets.inStock * blockWords + word]! |= bit
    const stars = Math.min(4, Math.floor(starsOf(index, place) / 100))
    for (let least = 1; least <= stars; least++) bits[(blockSets.rated + least) * blockWords + word]! |= bit
    for (let at = start[place]!, stop = at + length[place]!; at < stop; at++) {
      const packed = data[at]!
      const slot = slots[packed >>> 1]!
      if (slot < 0) {
        rare[listed] = packed
        rareAt[listed++] = within
      } else {
        bits[slot * blockWords + word]! |= bit
        if ((packed & 1) === 1) bits[(slot + 1) * blockWords + word]! |= bit
      }
    }
  }
}
