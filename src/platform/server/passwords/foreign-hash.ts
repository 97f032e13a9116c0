import { createHmac } from 'node:crypto'

/*
 * Hashes that other shops leave behind: bcrypt, WordPress's bcrypt (from 6.8), and phpass (WordPress before it, phpBB).
 * They are verified until their owner signs in, and replaced then.
 */

export type ForeignHash =
  | { kind: 'bcrypt'; hash: string; isWordPress: boolean }
  | {
      kind: 'phpass'
      /** The power of two that says how often MD5 is repeated. */
      rounds: number
      salt: string
      digest: string
    }

/** Powers of two. A higher cost would keep one processor busy for seconds with each try. */
const mostBcryptCost = 14
const mostPhpassRounds = 18

/** Characters, as in phpass and WordPress: MD5 reads the whole of it thousands of times. */
const longestInput = 4_096

/** The digits of phpass and, in another order, of bcrypt. */
export const phpassDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Null: no hash that is known here, or one that costs more than is allowed. */
export function readForeign(stored: string): ForeignHash | null {
  return readBcrypt(stored) ?? readPhpass(stored)
}

function readBcrypt(stored: string): ForeignHash | null {
  const found = /^(\$wp)?(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})$/.exec(stored)
  if (found === null) return null
  const cost = Number(found[3])
  if (cost < 4 || cost > mostBcryptCost) return null
  return { kind: 'bcrypt', hash: found[2]!, isWordPress: found[1] !== undefined }
}

function readPhpass(stored: string): ForeignHash | null {
  const found = /^\$[PH]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22})$/.exec(stored)
  if (found === null) return null
  const rounds = phpassDigits.indexOf(found[1]!)
  if (rounds < 7 || rounds > mostPhpassRounds) return null
  return { kind: 'phpass', rounds, salt: found[2]!, digest: found[3]! }
}

/**
 * What the other shop may have hashed when this was typed. WordPress takes away the white space around a password
 * (PHP's `trim`), others hash what is typed.
 */
export function foreignInputs(typed: string, hash: ForeignHash): string[] {
  if (typed.length > longestInput) return []
  const trimmed = typed.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
  if (hash.kind === 'phpass') return [...new Set([trimmed, typed])]
  return hash.isWordPress ? [createHmac('sha384', 'wp-sha384').update(trimmed).digest('base64')] : [typed]
}
