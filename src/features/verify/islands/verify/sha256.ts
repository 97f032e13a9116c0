/*
 * SHA-256 (FIPS 180-4) of one short text, again and again. The browser's own is asynchronous, which takes longer than
 * the hash of so few bytes, and is missing where a shop is tried out over plain http.
 */

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)

/** The first 32 bits of what follows the point. */
function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) | 0
}

const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const words = new Int32Array(64)

/** What fits into one block. */
export const mostLetters = 55

/** The first 32 bits of the hash, as a signed integer. @param text ASCII, at most `mostLetters` long */
export function firstWord(text: string): number {
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at++) words[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8)
  words[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8)
  words[15] = text.length * 8
  for (let at = 16; at < 64; at++) {
    const far = words[at - 15]!
    const near = words[at - 2]!
    words[at] =
      words[at - 16]! +
      words[at - 7]! +
      (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) +
      (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10))
  }
  return rounds()
}

function rounds(): number {
  let [a, b, c, d, e, f, g, h] = start as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let at = 0; at < 64; at++) {
    const one =
      h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[at]! + words[at]!
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (start[0]! + a) | 0
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
