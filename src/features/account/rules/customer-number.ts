import { randomInt } from 'node:crypto'

// Crockford's base 32, as in the numbers of orders: nothing looks like something else.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `C-7KQ2M4XW`: guessed by no counting. */
export function newCustomerNumber(): string {
  return `C-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`
}
