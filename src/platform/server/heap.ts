import { setFlagsFromString } from 'node:v8'

/**
 * Sets by how many percent of its live size the heap may grow before the next major GC. V8 reads the flag again after
 * each one. A higher value means fewer collections, each of which marks everything alive, and more memory.
 */
export function letHeapGrow(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
