import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byNode, openArgon2, type Argon2Task } from './argon2.ts'

// Two and more lanes, salts of other programs, letters beyond ASCII: whatever an imported hash may be made of.
const task: fc.Arbitrary<Argon2Task> = fc.record({
  algorithm: fc.constantFrom('argon2id', 'argon2i'),
  parallelism: fc.integer({ min: 1, max: 4 }),
  memory: fc.integer({ min: 32, max: 512 }),
  passes: fc.integer({ min: 1, max: 4 }),
  message: fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
  salt: fc.uint8Array({ minLength: 8, maxLength: 64 }),
  tagLength: fc.integer({ min: 16, max: 64 }),
})

it("gives the digest that Node's own Argon2 gives", async () => {
  const argon2 = await openArgon2()
  fc.assert(
    fc.property(task, (asked) => {
      expect(Buffer.from(argon2(asked)).toString('hex')).toBe(Buffer.from(byNode(asked)).toString('hex'))
    }),
    { numRuns: 200 },
  )
})

it('is compiled where tests run', async () => {
  expect(await openArgon2()).not.toBe(byNode)
})

it("is Node's own where no compiled one can be loaded", async () => {
  expect(await openArgon2(() => Promise.reject(new Error('no binary for this platform')))).toBe(byNode)
})
