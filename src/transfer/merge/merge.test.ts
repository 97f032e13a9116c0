import { describe, expect, it } from 'vitest'
import { lossesOf, lossesText } from './losses.ts'
import { merged, removesSomething } from './merge.ts'

const parts = {
  skus: { key: 'sku', needs: 'prices', parts: { unit: 'whole' } },
  pictures: { key: 'src' },
} as const
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const base = {
  title: { en: 'Cup', zh: '杯' },
  tags: ['a', 'b'],
  skus: [
    { sku: 's', prices: { USD: { price: '1', tiers: [1] } }, unit: { amount: 1, per: 2 } },
    { sku: 'l', prices: { USD: { price: '2' } } },
  ],
  pictures: [{ src: '1.jpg', alt: { en: 'One' } }, { src: '2.jpg' }],
}

describe('what a file says of an entry', () => {
  it.each<[string, object, object]>([
    ['leaves what it does not name', {}, {}],
    [
      'adds a language, and null takes one away',
      { title: { zh: null, de: 'Tasse' } },
      { title: { en: 'Cup', de: 'Tasse' } },
    ],
    ['says a whole list', { tags: ['c'] }, { tags: ['c'] }],
    ['takes a member away', { tags: null }, { tags: undefined }],
    [
      'changes a SKU in its place, and adds one',
      {
        skus: [
          { sku: 'xl', prices: { USD: { price: '3' } } },
          { sku: 's', prices: { EUR: { price: '9' } }, unit: { amount: 5 } },
        ],
      },
      {
        skus: [
          {
            sku: 's',
            prices: { USD: { price: '1', tiers: [1] }, EUR: { price: '9' } },
            unit: { amount: 5 },
          },
          base.skus[1],
          { sku: 'xl', prices: { USD: { price: '3' } } },
        ],
      },
    ],
    [
      'says the order of SKUs when it names all of them',
      { skus: [{ sku: 'l' }, { sku: 's' }] },
      { skus: [base.skus[1], base.skus[0]] },
    ],
    ['takes a SKU away that has no price', { skus: [{ sku: 's', prices: null }] }, { skus: [base.skus[1]] }],
    [
      'says which pictures there are, and keeps the words of those that stay',
      { pictures: [{ src: '3.jpg' }, { src: '1.jpg', alt: { zh: '一' } }] },
      { pictures: [{ src: '3.jpg' }, { src: '1.jpg', alt: { en: 'One', zh: '一' } }] },
    ],
  ])('%s', (_, given, changed) => {
    expect(plain(merged(base, given, parts))).toEqual(plain({ ...base, ...changed }))
  })

  it('may have any shape, and reaches no prototype', () => {
    const odd = JSON.parse('{"__proto__": {"x": 1}, "skus": "none", "title": ["a", null]}') as object
    const result = merged(base, odd, parts) as Record<string, unknown>
    expect([result['skus'], Object.getPrototypeOf(result), ({} as { x?: number }).x]).toEqual([
      'none',
      null,
      undefined,
    ])
    expect(merged(base, 5)).toBe(5)
    expect([removesSomething({ a: [{ b: null }] }), removesSomething({ a: [''] })]).toEqual([true, false])
  })
})

describe('what an entry loses', () => {
  it('is what it had and has no longer, by name or number', () => {
    const after = {
      title: { en: 'Mug' },
      tags: ['b', 'c'],
      skus: [{ sku: 's', prices: { USD: { price: '5' } }, unit: { amount: 1 } }],
      pictures: [],
    }
    expect(lossesText(lossesOf(base, after))).toBe(
      'title in zh, tag "a", SKU "l", SKU prices USD tier, SKU unit per, 2 × picture "1.jpg", "2.jpg"',
    )
    expect(lossesOf(base, after).map(({ what, count }) => `${count} ${what}`)).toEqual([
      '1 title in zh',
      '1 tag',
      '1 SKU',
      '1 SKU prices USD tier',
      '1 SKU unit per',
      '2 picture',
    ])
    expect(lossesOf(base, base)).toEqual([])
  })

  it('is nothing where a value changes, or a reduction ends', () => {
    const sku = (price: object) => ({ skus: [{ sku: 'a', prices: { USD: price } }] })
    expect(lossesOf(sku({ price: '1', linePrice: '2' }), sku({ price: '3' }))).toEqual([])
    expect(lossesOf({ details: [{ label: { en: 'a' } }] }, { details: [{ label: { en: 'b' } }] })).toEqual([])
  })
})
