import { describe, expect, it } from 'vitest'
import { groupsFor } from './options.ts'
import type { Suggested } from './suggestions.ts'

const answer: Suggested = {
  q: 'lam',
  terms: [
    { text: 'lamps', href: '/search?q=lamps' },
    { text: 'Lamp', href: '/search?q=lamp' },
  ],
  products: [
    { title: [{ text: 'Lamp', mark: true }], href: '/product/pebble-lamp', price: '$79', picture: null },
  ],
  categories: [{ title: [{ text: 'Lamps', mark: true }], href: '/category/lamps' }],
  collections: [],
  articles: [],
  pages: [],
  total: 1,
  didYouMean: null,
  hot: [{ text: 'mugs', href: '/search?q=mugs' }],
}
const names = (groups: ReturnType<typeof groupsFor>): string[] => groups.map(({ name }) => name)

describe('what may be meant', () => {
  it('is numbered through all groups, without those that are empty', () => {
    const groups = groupsFor('lam', answer, [], '/search')
    expect(names(groups)).toEqual(['search.terms', 'search.products', 'search.categories'])
    expect(groups.map(({ start }) => start)).toEqual([0, 2, 3])
  })

  it('begins with this device’s own searches that hold what was typed, and names none twice', () => {
    const [own, terms] = groupsFor('lam', answer, ['lamp', 'mug', 'clamp'], '/zh/search')
    expect(own!.options.map(({ term, href }) => [term, href])).toEqual([
      ['lamp', '/zh/search?q=lamp'],
      ['clamp', '/zh/search?q=clamp'],
    ])
    expect(terms!.options.map(({ term }) => term)).toEqual(['lamps'])
  })

  it('marks what was typed, whatever its case', () => {
    const [terms] = groupsFor('LAM', answer, [], '/search')
    expect(terms!.options[1]!.title).toEqual([
      { text: 'Lam', mark: true },
      { text: 'p', mark: false },
    ])
  })

  it('is the device’s own searches and what is in demand before a word is typed', () => {
    const empty = { ...answer, q: '', terms: [], products: [], categories: [], total: 0 }
    expect(names(groupsFor('', empty, ['mug'], '/search'))).toEqual(['search.history', 'search.hot'])
    expect(names(groupsFor('', null, [], '/search'))).toEqual([])
  })
})
