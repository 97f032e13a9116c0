import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readItems, writeItems } from './items.ts'

describe('readItems', () => {
  it.each([
    ['a:2,b', { a: 2, b: 1 }],
    [' a : 2 , b:0,c:-1,:3,,d:12345', { a: 2 }],
    ['a:2,a:3', { a: 5 }],
    ['a:9999,a:9999', { a: 9999 }],
    ['', {}],
    [`${'x'.repeat(65)},y`, { y: 1 }],
    [`${'x'.repeat(64)}:2`, { ['x'.repeat(64)]: 2 }],
    ['a:1:2,a:,b:x,:,c c', { 'c c': 1 }],
  ])('reads %j', (text, expected) => {
    expect(Object.fromEntries(readItems(text))).toEqual(expected)
  })

  it('reads no more than fifty things', () => {
    expect(readItems(Array.from({ length: 80 }, (_, n) => `sku-${n}`).join()).size).toBe(50)
  })

  it.each(['::', 'x::', ':x', 'x'.repeat(65)])(
    'reads a link that is long for nothing in no time: …%s',
    (end) => {
      const begun = performance.now()
      // As long as the address of a request may be.
      expect(readItems(' '.repeat(16_000) + end).size).toBe(0)
      expect(performance.now() - begun).toBeLessThan(1_000)
    },
  )

  it('reads what writeItems writes', () => {
    const sku = fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/)
    const lines = fc.uniqueArray(fc.record({ sku, quantity: fc.integer({ min: 1, max: 999 }) }), {
      selector: (line) => line.sku,
      maxLength: 50,
    })
    fc.assert(
      fc.property(lines, (some) => {
        expect([...readItems(writeItems(some))]).toEqual(some.map((line) => [line.sku, line.quantity]))
      }),
    )
  })
})
