import { setTimeout as pause } from 'node:timers/promises'

/**
 * Milliseconds. Longer than a hash takes that can be taken over, but for bcrypt of cost 12 and above and the dearest
 * Argon2.
 */
export const hashStep = 250
/** Milliseconds. Longer than looking an account up and writing a mail takes. */
export const lookStep = 25

/**
 * Waits until a whole number of steps has passed since `began` (of `performance.now()`). Answers whose work takes 20,
 * 40 or 90 ms, by whose algorithm the hash is, then all take the same time.
 */
export async function evenOut(began: number, step: number): Promise<void> {
  const until = began + Math.ceil((performance.now() - began) / step) * step
  // A timer may end a moment early, by the clock of the event loop.
  for (let left = until - performance.now(); left > 0; left = until - performance.now())
    await pause(Math.ceil(left))
}
