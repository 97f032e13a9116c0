import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by so many percent of what lives in it before it is cleared as a whole. V8 reads the flag anew after
 * each clearing. More is fewer clearings, each of which marks all that lives, and more memory.
 */
export function letHeapGrow(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
