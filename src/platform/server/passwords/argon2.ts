import { argon2Sync } from 'node:crypto'
import type { Argon2Cost } from './argon2-hash.ts'

export interface Argon2Task extends Argon2Cost {
  message: Uint8Array<ArrayBuffer>
  salt: Uint8Array
  /** Bytes of the digest. */
  tagLength: number
}

export type Argon2 = (task: Argon2Task) => Uint8Array

/**
 * Argon2 compiled for this platform, which uses the wide registers of the processor and so takes a third of the time
 * of Node's own; Node's own where that cannot be loaded. Both give the same digest.
 */
export async function openArgon2(load: () => Promise<Compiled> = loadCompiled): Promise<Argon2> {
  const compiled = await load().catch(() => null)
  if (compiled === null) return byNode
  return ({ algorithm, memory, passes, parallelism, message, salt, tagLength }) =>
    compiled.hashRawSync(message, {
      algorithm: codes[algorithm],
      memoryCost: memory,
      timeCost: passes,
      parallelism,
      outputLen: tagLength,
      salt,
    })
}

export function byNode({ algorithm, message, salt, ...cost }: Argon2Task): Uint8Array {
  return argon2Sync(algorithm, { message, nonce: salt, ...cost })
}

type Compiled = Pick<typeof import('@node-rs/argon2'), 'hashRawSync'>

function loadCompiled(): Promise<Compiled> {
  return import('@node-rs/argon2')
}

/** The numbers of RFC 9106, section 3.1. */
const codes = { argon2i: 1, argon2id: 2 } as const
