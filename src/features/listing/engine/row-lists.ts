/*
 * A list of integers for each row, all in one typed array: no object for each row, so a million lists cost no more than
 * their numbers.
 */
export interface RowLists {
  /** The numbers of all rows; those of row `r` are `data[start[r] .. start[r] + length[r])`. */
  readonly data: Uint32Array
  readonly start: Uint32Array
  readonly length: Uint32Array
  get(row: number): Uint32Array
  put(row: number, numbers: ArrayLike<number>): void
  /** A copy in another order: row `n` of it is row `order[n]` of this. */
  reordered(order: Uint32Array): RowLists
  /** Raises the capacity to `rows`. */
  grow(rows: number): void
}

/** @param numbers capacity of `data` @param used how much of it is taken already */
export function rowLists(capacity: number, numbers = capacity * 4, used = 0): RowLists {
  let data = new Uint32Array(numbers)
  let start = new Uint32Array(capacity)
  let length = new Uint32Array(capacity)

  /** Compacts `data` (a list that grew has left a gap) and makes room for `needed` more numbers. */
  function makeRoom(needed: number): void {
    const live = length.reduce((sum, each) => sum + each, 0)
    const next = new Uint32Array(Math.ceil((live + needed) * 1.5))
    let at = 0
    for (let row = 0; row < start.length; row++) {
      const from = start[row]!
      next.set(data.subarray(from, from + length[row]!), at)
      start[row] = at
      at += length[row]!
    }
    data = next
    used = at
  }

  return {
    get data() {
      return data
    },
    get start() {
      return start
    },
    get length() {
      return length
    },
    get: (row) => data.subarray(start[row]!, start[row]! + length[row]!),
    put(row, numbers) {
      if (numbers.length > length[row]!) {
        length[row] = 0
        if (used + numbers.length > data.length) makeRoom(numbers.length)
        start[row] = used
        used += numbers.length
      }
      data.set(numbers, start[row])
      length[row] = numbers.length
    },
    reordered(order) {
      const other = rowLists(start.length, used, used)
      let at = 0
      for (let row = 0; row < order.length; row++) {
        const from = start[order[row]!]!
        const count = length[order[row]!]!
        other.start[row] = at
        other.length[row] = count
        for (let n = 0; n < count; n++) other.data[at++] = data[from + n]!
      }
      return other
    },
    grow(rows) {
      const starts = new Uint32Array(rows)
      starts.set(start)
      start = starts
      const lengths = new Uint32Array(rows)
      lengths.set(length)
      length = lengths
    },
  }
}
