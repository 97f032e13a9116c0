/** From a product to its place. What is in it stays. */
export interface PlaceTable {
  get(id: number): number | undefined
  has(id: number): boolean
  set(id: number, place: number): void
}

const free = -1

/**
 * Open addressing in two arrays, at most half full: of a million products a `Map` keeps 50 MB in the heap, which each
 * collection of garbage walks through, and reads three places of memory for each product that is looked up.
 * @param expected room for so many from the start
 */
export function createPlaceTable(expected: number): PlaceTable {
  let bits = Math.max(6, Math.ceil(Math.log2(expected * 2)))
  let ids = new Float64Array(2 ** bits)
  let places = new Int32Array(2 ** bits).fill(free)
  let size = 0

  /** Where an id is, or where it would be put. */
  function slotOf(id: number): number {
    // Fibonacci hashing: ids that follow each other lie far apart.
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
