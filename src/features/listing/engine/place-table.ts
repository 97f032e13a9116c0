/** A hash table from product id to row number (`place`). Entries are never removed. */
export interface PlaceTable {
  get(id: number): number | undefined
  has(id: number): boolean
  set(id: number, place: number): void
}

const free = -1

/**
 * Open addressing in two typed arrays, at most half full. A `Map` of a million products takes 50 MB of heap, which every
 * garbage collection traverses, and a look-up in it reads three memory locations.
 * @param expected initial capacity, in products
 */
export function createPlaceTable(expected: number): PlaceTable {
  let bits = Math.max(6, Math.ceil(Math.log2(expected * 2)))
  let ids = new Float64Array(2 ** bits)
  let places = new Int32Array(2 ** bits).fill(free)
  let size = 0

  /** The slot that has the id, or the free slot where it would be put. */
  function slotOf(id: number): number {
    // Fibonacci hashing: spreads consecutive ids.
    let slot = Math.imul(id | 0, 0x9e37_79b1) >>> (32 - bits)
    while (places[slot] !== free && ids[slot] !== id) slot = (slot + 1) & (places.length - 1)
    return slot
  }

  function grow(): void {
    const [beforeIds, beforePlaces] = [ids, places]
    bits += 1
    ids = new Float64Array(2 ** bits)
    places = new Int32Array(2 ** bits).fill(free)
    for (let n = 0; n < beforePlaces.length; n++) {
      if (beforePlaces[n] === free) continue
      const slot = slotOf(beforeIds[n]!)
      ids[slot] = beforeIds[n]!
      places[slot] = beforePlaces[n]!
    }
  }

  return {
    get(id) {
      const place = places[slotOf(id)]!
      return place === free ? undefined : place
    },
    has: (id) => places[slotOf(id)] !== free,
    set(id, place) {
      let slot = slotOf(id)
      if (places[slot] === free) {
        if (++size * 2 > places.length) {
          grow()
          slot = slotOf(id)
        }
        ids[slot] = id
      }
      places[slot] = place
    },
  }
}
