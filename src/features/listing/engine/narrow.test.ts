import { describe, expect, it } from 'vitest'
import { clusterPlaces } from './cluster.ts'
import {
  createIndex,
  groupOf,
  putPrices,
  putProducts,
  removeProducts,
  type IndexRow,
} from './listing-index.ts'
import { narrowByBlock } from './narrow-by-block.ts'
import { narrowByProduct } from './narrow-by-product.ts'
import type { Narrowed, Narrowing } from '../rules/narrowing.ts'

/*
 * By block and by product, a listing comes to the same; by product it is held against a count by hand in list.test.ts.
 */

type Dice = (below: number) => number

// mulberry32
function dice(seed: number): Dice {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Some values that many have, and a hundred that few have. */
function product(id: number, random: Dice): IndexRow {
  const options = [
    `color\u0001${['sage', 'ink', 'clay'][random(3)]}`,
    `size\u0001${random(8)}`,
    ...(random(3) === 0 ? [`motif\u0001${random(100)}`] : []),
  ]
  const tags = [...new Set(Array.from({ length: random(4) }, () => 1 + random(40)))]
  const flags = (random(10) > 0 ? 1 : 0) + (random(5) > 0 ? 2 : 0)
  return [
    id,
    flags,
    random(1_000),
    random(50),
    random(3) === 0 ? -1 : random(501),
    random(4),
    [1 + random(4), 10 + random(2)],
    tags,
    options.map((option) => `${random(4) > 0 ? 1 : 0}${option}`),
  ]
}

function prices(ids: readonly number[], random: Dice): [id: number, from: number, to: number, line: null][] {
  return ids
    .filter(() => random(12) > 0)
    .map((id) => {
      const from = random(60) * 100
      return [id, from, from + random(4) * 500, null]
    })
}

function narrowings(count: number, random: Dice): Narrowing[] {
  const maybe = <T>(value: T): T | null => (random(3) === 0 ? value : null)
  return Array.from({ length: count }, () => ({
    options: {
      ...(maybe(true) && { color: ['sage', 'nothing'] }),
      ...(maybe(true) && { size: ['1', '2'] }),
      ...(maybe(true) && { motif: [String(random(100)), String(random(100))] }),
      ...(maybe(true) && { size: [] }),
    },
    tags: maybe([1 + random(45), 1 + random(45)]),
    priceMin: maybe(random(40) * 100),
    priceMax: maybe(1_000 + random(50) * 100),
    inStock: random(3) === 0,
    rating: maybe(1 + random(4)),
  }))
}

function summary(narrowed: Narrowed): object {
  return {
    ...narrowed,
    hits: [...narrowed.hits].sort((a, b) => a - b),
    ratings: narrowed.ratings.slice(1, 5),
    terms: narrowed.terms.map(({ sample: _, ...term }) => term),
  }
}

describe('a large listing', () => {
  it('comes to the same by blocks as product by product, also after changes', () => {
    const random = dice(11)
    const many = 9_500
    const index = createIndex(100)
    const ids = Array.from({ length: many }, (_, n) => n + 1)
    putProducts(
      index,
      ids.map((id) => product(id, random)),
    )
    clusterPlaces(index)
    putPrices(index, [], { currency: 'USD', rows: prices(ids, random) })
    const usd = index.prices.get('USD')!

    let found = 0
    for (const time of [1, 2, 3]) {
      for (const narrowing of narrowings(60, random)) {
        const list = index.inGroup.get(
          [groupOf('category', 1 + random(4)), groupOf('tag', 1 + random(40))][random(2)]!,
        )!
        const scopes = [
          list.all.subarray(0, list.length),
          Uint32Array.from({ length: index.size }, (_, n) => n),
        ]
        for (const scope of scopes) {
          const byProduct = narrowByProduct(index, scope, usd, narrowing)
          const isAll = scope.length === index.size
          expect(summary(narrowByBlock(index, isAll ? null : scope, usd, narrowing))).toEqual(
            summary(byProduct),
          )
          found += byProduct.hits.length
          for (const { term, sample } of byProduct.terms) {
            const place = index.placeOf.get(sample)!
            const has = [...index.terms.get(place)].map((packed) => index.dictionary[packed >>> 1])
            expect(has).toContain(term)
          }
        }
      }
      // Few of some blocks and many of others, some that are new, and some that go.
      const changed = [...ids.filter((id) => id % (time * 7) === 0), many + time]
      putProducts(
        index,
        changed.map((id) => product(id, random)),
      )
      putPrices(index, changed, { currency: 'USD', rows: prices(changed, random) })
      removeProducts(index, [time * 5, time * 5 + 1])
    }
    expect(found).toBeGreaterThan(10_000)
  })
})
