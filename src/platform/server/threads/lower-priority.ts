import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lets this thread stand back behind the rest of the program, for good: what it does is not what a visitor waits for.
 * @param nicer by how much, from 0 to 19
 */
export function lowerPriority(nicer: number): void {
  // Linux alone has priorities of threads: elsewhere it would be the whole shop's.
  if (platform() !== 'linux') return
  try {
    setPriority(0, Math.min(getPriority(0) + nicer, 19))
  } catch {
    // Not allowed here; then it competes as an equal.
  }
}
