/*
 * Hashes by Argon2 as texts, in the form of the Password Hashing Competition:
 * `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<digest>`, base64 without padding.
 */

export interface Argon2Cost {
  algorithm: 'argon2id' | 'argon2i'
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

export interface Argon2Hash extends Argon2Cost {
  salt: Buffer
  digest: Buffer
}

/**
 * What a hash from elsewhere may cost: above the defaults of the usual libraries (64 MiB, 3 or 4 passes, 4 lanes), and
 * far below what would let one imported row take the memory or the processors of the shop.
 */
const most = { memory: 131_072, passes: 10, parallelism: 16, memoryTimesPasses: 524_288 }

const form =
  /^\$(argon2id|argon2i)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Null: not such a hash, an older version of Argon2, or one that costs more than is allowed. */
export function readArgon2(stored: string): Argon2Hash | null {
  const found = form.exec(stored)
  if (found === null) return null
  const [, algorithm, m, t, p, salt, digest] = found
  const cost: Argon2Cost = {
    algorithm: algorithm as Argon2Cost['algorithm'],
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
  }
  return isAffordable(cost)
    ? { ...cost, salt: Buffer.from(salt!, 'base64'), digest: Buffer.from(digest!, 'base64') }
    : null
}

function isAffordable({ memory, passes, parallelism }: Argon2Cost): boolean {
  return (
    passes >= 1 &&
    passes <= most.passes &&
    parallelism >= 1 &&
    parallelism <= most.parallelism &&
    // Argon2 itself asks for so much.
    memory >= 8 * parallelism &&
    memory <= most.memory &&
    memory * passes <= most.memoryTimesPasses
  )
}

export function writeArgon2({ algorithm, memory, passes, parallelism, salt, digest }: Argon2Hash): string {
  return `$${algorithm}$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
