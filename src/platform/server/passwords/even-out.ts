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
  const passed = performance.now() - began
  // A timer counts whole milliseconds, and must not end before its step.
  await pause(Math.ceil(Math.ceil(passed / step) * step - passed))
}
