import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaceTable } from './place-table.ts'

test('it is a map, whatever is put into it', () => {
  const id = fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    // Far apart, and alike in their lower 32 bits.
    fc.integer({ min: 1, max: 20 }).map((n) => n * 2 ** 32 + 7),
    fc.maxSafeNat(),
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(id, fc.nat({ max: 5_000_000 })), { maxLength: 400 }),
      fc.array(id),
      (put, asked) => {
        const table = createPlaceTable(1)
        const map = new Map<number, number>()
        for (const [key, place] of put) {
          table.set(key, place)
          map.set(key, place)
        }
        for (const key of [...asked, ...map.keys()]) {
          expect(table.get(key)).toBe(map.get(key))
          expect(table.has(key)).toBe(map.has(key))
        }
      },
    ),
  )
})

test('ids one after the other are found at once, also when there are more than were expected', () => {
  const table = createPlaceTable(100)
  for (let id = 1; id <= 50_000; id++) table.set(id, id - 1)
  for (let id = 1; id <= 50_000; id++) if (table.get(id) !== id - 1) throw new Error(`${id} is lost`)
  expect(table.get(50_001)).toBeUndefined()
  expect(table.get(0)).toBeUndefined()
})
