import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeFavourites, type MergeFavourite } from './favourites-merge.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute))
const product = (id: number, minute: number): MergeFavourite => ({ type: 'product', id, addedAt: at(minute) })
const article = (id: number, minute: number): MergeFavourite => ({ type: 'article', id, addedAt: at(minute) })

describe('a guest’s favourites at sign-in', () => {
  it('come into the account’s list, each at its time', () => {
    const account = [product(1, 40), product(2, 10)]
    const guest = [product(3, 50), article(1, 20)]
    expect(mergeFavourites(account, guest, 500)).toEqual({
      favourites: [product(3, 50), product(1, 40), article(1, 20), product(2, 10)],
      joined: guest,
      left: [],
    })
  })

  it('are not there twice: the account’s stays as it is', () =>
    expect(mergeFavourites([product(1, 10)], [product(1, 50), product(1, 5), article(1, 3)], 500)).toEqual({
      favourites: [product(1, 10), article(1, 3)],
      joined: [article(1, 3)],
      left: [],
    }))

  it('come behind the account’s of the same minute', () =>
    expect(mergeFavourites([product(1, 10)], [product(2, 10)], 500).favourites).toEqual([
      product(1, 10),
      product(2, 10),
    ]))

  it('find as much room as there is, those added last first', () =>
    expect(mergeFavourites([product(1, 1)], [product(2, 9), product(3, 8), product(4, 7)], 3)).toEqual({
      favourites: [product(2, 9), product(3, 8), product(1, 1)],
      joined: [product(2, 9), product(3, 8)],
      left: [product(4, 7)],
    }))

  it('take nothing out of a list that is too long already', () =>
    expect(mergeFavourites([product(1, 2), product(2, 1)], [product(3, 3)], 1)).toMatchObject({
      favourites: [product(1, 2), product(2, 1)],
      joined: [],
      left: [product(3, 3)],
    }))
})

describe('whatever the lists', () => {
  const list = fc
    .uniqueArray(
      fc.record({
        type: fc.constantFrom('product' as const, 'article' as const),
        id: fc.integer({ min: 1, max: 12 }),
        addedAt: fc.integer({ min: 0, max: 30 }).map(at),
      }),
      { selector: ({ type, id }) => `${type} ${id}`, maxLength: 20 },
    )
    .map((all) => all.toSorted((a, b) => b.addedAt.getTime() - a.addedAt.getTime()))
  const keyOf = ({ type, id }: MergeFavourite): string => `${type} ${id}`

  it('nothing is there twice, both keep their order, nothing is lost, and merging again changes nothing', () =>
    fc.assert(
      fc.property(list, list, fc.integer({ min: 0, max: 30 }), (account, guest, most) => {
        const { favourites, joined, left } = mergeFavourites(account, guest, most)
        const keys = favourites.map(keyOf)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBeLessThanOrEqual(Math.max(most, account.length))
        for (const part of [account, joined])
          expect(favourites.filter((one) => part.includes(one))).toEqual(part)
        expect(favourites).toEqual(favourites.toSorted((a, b) => b.addedAt.getTime() - a.addedAt.getTime()))
        const placed = new Set([...keys, ...left.map(keyOf)])
        expect([...account, ...guest].filter((one) => !placed.has(keyOf(one)))).toEqual([])
        expect(mergeFavourites(favourites, guest, most)).toEqual({ favourites, joined: [], left })
      }),
    ))
})
