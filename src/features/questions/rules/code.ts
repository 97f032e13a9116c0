import { randomInt } from 'node:crypto'

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `q-K7M29QXD4T`: a name that is not counted up, for addresses and the operator; it opens nothing. */
export function newCode(kind: 'q' | 'a'): string {
  return `${kind}-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`
}
