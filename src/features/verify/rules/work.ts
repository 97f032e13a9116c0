import { hash } from 'node:crypto'

/*
 * Proof of work, as hashcash has it: a result that takes long to find and no time to check.
 */

/** Leading zero bits: a blink on a desktop, some seconds on an old telephone; and for a network that asks often. */
export const workBits = { first: 17, further: 20 } as const

/** Whether SHA-256 of `<verifyId>:<nonce>` begins with so many zero bits. */
export function isWorkDone(verifyId: string, nonce: string, bits: number): boolean {
  return Math.clz32(hash('sha256', `${verifyId}:${nonce}`, 'buffer').readUInt32BE(0)) >= bits
}
