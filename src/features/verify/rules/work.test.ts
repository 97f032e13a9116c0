import fc from 'fast-check'
import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { firstWord, mostLetters } from '../islands/verify/sha256.ts'
import { solve } from '../islands/verify/solve.ts'
import { isWorkDone } from './work.ts'

it('hashes in the browser as Node does, every text that fits', () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: mostLetters })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(firstWord(text)).toBe(hash('sha256', text, 'buffer').readInt32BE(0))
    }),
    { numRuns: 1_000 },
  )
})

it('accepts what the browser has found, for this puzzle alone', async () => {
  const verifyId = 'a'.repeat(43)
  const nonce = await solve(verifyId, 12, () => true)
  expect(isWorkDone(verifyId, nonce!, 12)).toBe(true)
  expect(isWorkDone('b'.repeat(43), nonce!, 12)).toBe(false)
  expect(isWorkDone(verifyId, nonce!, 32)).toBe(false)
})

it('lets the longest id and nonce that it makes fit into one block', () => {
  expect(`${'a'.repeat(43)}:${'9'.repeat(11)}`).toHaveLength(mostLetters)
})

it('stops when nobody waits any more, and lets the page do other things meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const found = await solve('c'.repeat(43), 32, () => turns < 5)
  clearInterval(timer)
  expect(found).toBeNull()
  expect(turns).toBeGreaterThanOrEqual(5)
})

it('halves what passes with each bit', () => {
  const passing = (bits: number): number =>
    Array.from({ length: 4_096 }, (_, nonce) => isWorkDone('d', `${nonce}`, bits)).filter(Boolean).length
  const shares = [1, 2, 4].map((bits) => (passing(bits) / 4_096) * 2 ** bits)
  for (const share of shares) expect(share).toBeCloseTo(1, 0)
})
