import { hash as digest, timingSafeEqual } from 'node:crypto'
import { compareSync } from 'bcryptjs'
import { phpassDigits, type ForeignHash } from './foreign-hash.ts'

/** Whether one of the inputs was hashed. All of it is JavaScript: for a thread that serves no pages. */
export function matchesForeign(inputs: readonly string[], hash: ForeignHash): boolean {
  return inputs.some((input) => isIt(input, hash))
}

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
