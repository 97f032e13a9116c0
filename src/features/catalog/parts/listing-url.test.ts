import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sorts } from '#features/listing/contract.ts'
import {
  filterCount,
  listingSearch,
  mostTogether,
  readListing,
  starChoices,
  unfiltered,
  withNextPage,
  withoutOption,
  type ListingChoice,
} from './listing-url.ts'

const read = (search: string, currency = 'USD'): ListingChoice =>
  readListing(new URLSearchParams(search), currency)
const nothing: ListingChoice = {
  sort: 'featured',
  page: 1,
  from: 1,
  filters: { options: {}, priceMin: null, priceMax: null, inStock: false, tags: [], rating: null },
}

describe('reading an address', () => {
  it('reads everything a listing can be', () => {
    const search =
      '?sort=new&page=3&from=2&price=10-50.5&stock=1&o.color=sage&o.color=clay&o.size=l&tag=oak&tag=linen&rating=4'
    expect(read(search)).toEqual({
      sort: 'new',
      page: 3,
      from: 2,
      filters: {
        options: { color: ['sage', 'clay'], size: ['l'] },
        priceMin: 1000,
        priceMax: 5050,
        inStock: true,
        tags: ['oak', 'linen'],
        rating: 4,
      },
    })
  })

  it('lets no more pages stand together than it may, and none before the first', () => {
    expect(read('?page=9&from=1')).toMatchObject({ page: 9, from: 9 - mostTogether + 1 })
    expect(read('?page=2&from=7')).toMatchObject({ page: 2, from: 2 })
    expect(read('?from=1')).toMatchObject({ page: 1, from: 1 })
  })

  it('counts prices in the currency’s own minor units', () => {
    expect(read('?price=1000-', 'JPY').filters).toMatchObject({ priceMin: 1000, priceMax: null })
    expect(read('?price=-2.5', 'KWD').filters).toMatchObject({ priceMin: null, priceMax: 2500 })
  })

  it('takes the two fields of a form, in either order', () => {
    expect(read('?min=50&max=10').filters).toMatchObject({ priceMin: 1000, priceMax: 5000 })
    expect(read('?min=&max=10').filters).toMatchObject({ priceMin: null, priceMax: 1000 })
  })

  it.each([
    '',
    '?sort=cheapest',
    '?page=0',
    '?page=-1',
    '?page=1e9',
    '?page=2000',
    '?price=abc',
    '?price=-',
    '?price=1.999-',
    '?stock=yes',
    '?rating=5',
    '?rating=0',
    '?rating=4.5',
    '?tag=',
    `?tag=${'t'.repeat(121)}`,
    '?from=1',
    '?o.=x',
    '?o.color=',
    `?o.${'c'.repeat(65)}=x`,
    `?o.color=${'x'.repeat(65)}`,
  ])('takes %j as nothing', (search) => {
    expect(read(search)).toEqual(nothing)
  })

  it('stays out of the prototype’s way', () => {
    const { options } = read('?o.__proto__=x&o.constructor=y').filters
    expect(Object.entries(options)).toEqual([
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('bounds what one address can ask of the database', () => {
    const many = Array.from({ length: 40 }, (_, n) => `o.k${n}=a&o.k0=v${n}&o.k0=w${n}`).join('&')
    const { options } = read(`?${many}`).filters
    expect(Object.keys(options)).toHaveLength(8)
    expect(options.k0).toHaveLength(50)
  })
})

describe('writing an address', () => {
  it('says nothing of what is not chosen', () => {
    expect(listingSearch(nothing, 'USD')).toBe('')
  })

  it('has one spelling for one choice', () => {
    const choice = read('?stock=1&o.size=l&o.color=sage&page=2&price=19.90-50&sort=best&o.color=clay')
    expect(listingSearch(choice, 'USD')).toBe(
      '?o.color=clay&o.color=sage&o.size=l&page=2&price=19.90-50&sort=best&stock=1',
    )
  })

  it('is read back as it was written', () => {
    const code = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed())
    const amount = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
    const pages = fc
      .tuple(fc.integer({ min: 1, max: 496 }), fc.integer({ min: 0, max: mostTogether - 1 }))
      .map(([from, more]) => ({ from, page: from + more }))
    const base = fc.record({
      sort: fc.constantFrom(...sorts),
      filters: fc.record({
        options: fc.dictionary(code, fc.uniqueArray(code, { minLength: 1, maxLength: 5 }), {
          maxKeys: 8,
          noNullPrototype: true,
        }),
        priceMin: amount,
        priceMax: amount,
        inStock: fc.boolean(),
        tags: fc.uniqueArray(code, { maxLength: 4 }),
        rating: fc.option(fc.constantFrom(...starChoices)),
      }),
    })
    const choice = fc.tuple(base, pages).map(([some, place]) => ({ ...some, ...place }))
    fc.assert(
      fc.property(choice, fc.constantFrom('USD', 'JPY', 'KWD'), (some, currency) => {
        const written = listingSearch(some, currency)
        expect(listingSearch(read(written, currency), currency)).toBe(
          inOrder(some) ? written : listingSearch(swapped(some), currency),
        )
      }),
    )
  })
})

function inOrder({ filters: { priceMin, priceMax } }: ListingChoice): boolean {
  return priceMin === null || priceMax === null || priceMin <= priceMax
}

function swapped(choice: ListingChoice): ListingChoice {
  const { priceMin, priceMax } = choice.filters
  return { ...choice, filters: { ...choice.filters, priceMin: priceMax, priceMax: priceMin } }
}

describe('changing a choice', () => {
  const choice = read('?sort=new&page=3&price=10-50&stock=1&o.color=sage&o.color=clay')

  it('lets one value go, back on the first page', () => {
    expect(listingSearch(withoutOption(choice, 'color', 'sage'), 'USD')).toBe(
      '?o.color=clay&price=10-50&sort=new&stock=1',
    )
    expect(withoutOption(read('?o.color=sage'), 'color', 'sage').filters.options).toEqual({})
  })

  it('puts the next page after those that are shown, as long as they may stand together', () => {
    expect(listingSearch(withNextPage(read('?sort=new')), 'USD')).toBe('?from=1&page=2&sort=new')
    expect(listingSearch(withNextPage(read('?page=2')), 'USD')).toBe('?from=2&page=3')
    expect(listingSearch(withNextPage(read('?page=5&from=1')), 'USD')).toBe('?page=6')
  })

  it('lets everything go but the order', () => {
    expect(listingSearch(unfiltered(choice), 'USD')).toBe('?sort=new')
  })

  it('counts a price span as one', () => {
    expect(filterCount(choice.filters)).toBe(4)
    expect(filterCount(nothing.filters)).toBe(0)
  })
})
