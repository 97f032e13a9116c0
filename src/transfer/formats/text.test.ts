import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugOf } from '#features/names/rules/slug.ts'
import { categoryEntry } from '#wire/catalog-format.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { codeOf, lineOfBrokenText } from './text.ts'

describe('addresses from names', () => {
  it.each([
    ['Clay Plant-Pot!', 'clay-plant-pot'],
    ["Men's Shirts", 'mens-shirts'],
    ['  Ünï  Çøde ', 'ünï-çøde'],
    ['蓝 杯', '蓝-杯'],
    ['50% off / "new"', '50-off-new'],
  ])('%s → %s', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('are addresses that our format takes, for any name, and the same each time', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ minLength: 200, maxLength: 300 })),
        fc.constantFrom(48, 120),
        (name, max) => {
          const slug = slugOf(name, max)
          expect(categoryEntry.shape.slug.safeParse(slug).success).toBe(true)
          expect(slug.length).toBeLessThanOrEqual(max)
          expect(slugOf(name, max)).toBe(slug)
        },
      ),
    )
  })

  it('tells two names of one address apart', () => {
    expect(codeOf('A-', new Map([['a', 'A+']]))).toMatch(/^a-[0-9a-f]{12}$/)
    expect(codeOf('A+', new Map([['a', 'A+']]))).toBe('a')
  })
})

describe('texts', () => {
  it('finds the line of the first broken byte', () => {
    const bytes = Buffer.concat([
      Buffer.from('one\ntwo ü\nthree '),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('\nfour'),
    ])
    expect(lineOfBrokenText(bytes, 10)).toBe(12)
  })

  it('shows a value without what a terminal would obey', () => {
    expect(printable('a\u001b[31mb\u202ec\n')).toBe('a\\u{1b}[31mb\\u{202e}c\\u{a}')
    expect(shown('x'.repeat(100))).toBe(`"${'x'.repeat(60)}…"`)
  })
})
