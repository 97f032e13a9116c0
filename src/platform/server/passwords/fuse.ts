/*
 * A binary fuse filter (Graf and Lemire, 2022): says of a key whether it is in a set, never wrongly "no", and wrongly
 * "yes" once in 2^bits. It takes some 1.13 to 1.2 times `bits` for each key of a large set.
 *
 * Each key has three slots, in three successive segments; the slots of a key in the set, combined by XOR, are its
 * fingerprint. Keys are 64 random bits, given as two halves: they come from SHA-1.
 */

export interface FuseShape {
  /** Changed until the set can be built. */
  seed: number
  /** Slots of a segment: a power of two. */
  segmentLength: number
  /** Segments that a key may begin in; two more follow. */
  segmentCount: number
}

export interface Fuse extends FuseShape {
  slots: Uint16Array
}

/** Tries before it is given up; each succeeds nine times in ten. Only a set with equal keys ends there. */
const mostTries = 100

/** Of `count` different keys. Fingerprints have 16 bits at most. Throws when two keys are equal. */
export function buildFuse(high: Uint32Array, low: Uint32Array, count: number, bits: number): Fuse {
  for (let seed = 1; seed <= mostTries; seed += 1) {
    const shape = { seed, ...shapeOf(count) }
    const slots = fill(high, low, count, bits, shape)
    if (slots !== null) return { ...shape, slots }
  }
  throw new Error('a filter cannot be built: some keys are equal')
}

function shapeOf(count: number): Omit<FuseShape, 'seed'> {
  if (count === 0) return { segmentLength: 1, segmentCount: 0 }
  const segmentLength = 2 ** Math.floor(Math.log(count) / Math.log(3.33) + 2.25)
  const spare = count === 1 ? 1 : Math.max(1.125, 0.875 + (0.25 * Math.log(1e6)) / Math.log(count))
  return { segmentLength, segmentCount: Math.max(1, Math.ceil((count * spare) / segmentLength) - 2) }
}

/** Writes a key's three slots and its fingerprint (16 bits) into `place`. */
export function locate(high: number, low: number, shape: FuseShape, place: Uint32Array): void {
  const { seed, segmentLength, segmentCount } = shape
  const first = scramble(high ^ scramble(low + Math.imul(seed, 0x9e3779b1)))
  const second = scramble(low ^ scramble(first + 0x7f4a7c15))
  const third = scramble(second + Math.imul(first, 0x85ebca77))
  const start = Math.floor((first * segmentCount * segmentLength) / 2 ** 32)
  const mask = segmentLength - 1
  place[0] = start
  place[1] = (start + segmentLength) ^ (second & mask)
  place[2] = (start + 2 * segmentLength) ^ ((second >>> 16) & mask)
  place[3] = third >>> 16
}

/** A one-to-one mapping of 32 bits, after which similar numbers have nothing in common (MurmurHash3's last step). */
function scramble(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Null: with this seed some keys lie in each other's way. */
function fill(
  high: Uint32Array,
  low: Uint32Array,
  count: number,
  bits: number,
  shape: FuseShape,
): Uint16Array | null {
  const size = count === 0 ? 0 : (shape.segmentCount + 2) * shape.segmentLength
  const place = new Uint32Array(4)
  const order = peel(high, low, count, shape, size)
  if (order === null) return null
  const slots = new Uint16Array(size)
  const mask = 2 ** bits - 1
  // Backwards: the slot that a key had for itself is written after the others that the key shares.
  for (let at = count - 1; at >= 0; at -= 1) {
    const key = order.keys[at]!
    locate(high[key]!, low[key]!, shape, place)
    const own = order.slots[at]!
    const [a, b, c, fingerprint] = place as unknown as [number, number, number, number]
    slots[own] = (fingerprint ^ slots[a]! ^ slots[b]! ^ slots[c]!) & mask
  }
  return slots
}

/** The order in which keys can be taken away, each with a slot that no other key has by then. Null: there is none. */
function peel(
  high: Uint32Array,
  low: Uint32Array,
  count: number,
  shape: FuseShape,
  size: number,
): { keys: Uint32Array; slots: Uint32Array } | null {
  const place = new Uint32Array(4)
  /** How many keys have this slot, and all of their numbers combined by XOR: of a single one, its number. */
  const users = new Uint32Array(size)
  const combined = new Uint32Array(size)
  for (let key = 0; key < count; key += 1) {
    locate(high[key]!, low[key]!, shape, place)
    for (let which = 0; which < 3; which += 1) {
      const slot = place[which]!
      users[slot] = users[slot]! + 1
      combined[slot] = combined[slot]! ^ key
    }
  }

  const single = new Uint32Array(size)
  let waiting = 0
  for (let slot = 0; slot < size; slot += 1) if (users[slot] === 1) single[waiting++] = slot
  const keys = new Uint32Array(count)
  const slots = new Uint32Array(count)
  let taken = 0
  while (waiting > 0) {
    const slot = single[--waiting]!
    if (users[slot] !== 1) continue
    const key = combined[slot]!
    keys[taken] = key
    slots[taken++] = slot
    locate(high[key]!, low[key]!, shape, place)
    for (let which = 0; which < 3; which += 1) {
      const other = place[which]!
      users[other] = users[other]! - 1
      combined[other] = combined[other]! ^ key
      if (users[other] === 1) single[waiting++] = other
    }
  }
  return taken === count ? { keys, slots } : null
}
