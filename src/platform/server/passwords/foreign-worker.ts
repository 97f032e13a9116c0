import { hash as digest, timingSafeEqual } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'
import { phpassDigits, type ForeignHash } from './foreign-hash.ts'

/*
 * Computes one foreign hash, in a thread of its own: these are JavaScript, and would hold up every page meanwhile.
 */

export interface ForeignTask {
  /** Any of them may be the password. */
  inputs: readonly string[]
  hash: ForeignHash
}

const { inputs, hash } = workerData as ForeignTask
parentPort!.postMessage(inputs.some((input) => isIt(input, hash)))

function isIt(input: string, known: ForeignHash): boolean {
  if (known.kind === 'bcrypt') return compareSync(input, known.hash)
  return timingSafeEqual(Buffer.from(phpass(input, known.salt, 2 ** known.rounds)), Buffer.from(known.digest))
}

/** The portable hash of phpass: MD5 over and over, in 22 digits. */
function phpass(input: string, salt: string, times: number): string {
  const password = Buffer.from(input)
  let last = digest('md5', Buffer.concat([Buffer.from(salt), password]), 'buffer')
  for (let done = 0; done < times; done += 1) last = digest('md5', Buffer.concat([last, password]), 'buffer')
  return inDigits(last)
}

/** Three bytes are four digits, the lowest bits first. */
function inDigits(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = bytes.subarray(at, at + 3)
    const value = three.readUIntLE(0, three.length)
    for (let digit = 0; digit <= three.length; digit += 1) text += phpassDigits[(value >> (6 * digit)) & 63]
  }
  return text
}
