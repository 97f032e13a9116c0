import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withoutPromotions } from '#domain/shown/paid-price.ts'
import { rows } from '#platform/server/db/rows.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { sorts, type Filters, type Sort } from '../contract.ts'
import { refreshCards, refreshSpans, refreshStock } from '#features/catalog/queries/derived.ts'
import { compareValues, listCards, type ListRows } from './list.ts'
import { createTermNames } from '../rules/term-names.ts'
import type { Scope } from '../rules/narrowing.ts'
import { listingStore, newsSince } from './store.ts'
import { cardsById } from './cards.ts'

/*
 * Listings against what anybody would work out by hand from the products themselves.
 */

interface Product {
  id: number
  visible: boolean
  publishedAt: number
  sold: number
  rating: number | null
  ratingCount: number
  categories: number[]
  tags: number[]
  /** Null: not sold in euros. */
  skus: { color: string; size: string | null; usd: number; eur: number | null; stock: number }[]
}

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(`
    insert into categories (id, slug, hash) overriding system value select n, 'c' || n, '' from generate_series(1, 3) n;
    insert into collections (id, slug, hash) overriding system value values (1, 'chosen', '');
    insert into tags (id, slug, hash) overriding system value select n, 't' || n, '' from generate_series(1, 3) n;
    insert into tag_texts (tag_id, locale, name) select id, 'en', 'Tag ' || id from tags`)
})
afterAll(() => database.drop())
beforeEach(() => database.db.pool.query('delete from products'))

const few = fc.integer({ min: 0, max: 3 })
const someOf = (most: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: most })
const sku = fc.record({
  color: fc.constantFrom('sage', 'ink', 'clay'),
  size: fc.constantFrom('s', 'l', null),
  usd: fc.integer({ min: 1, max: 6 }).map((n) => n * 100),
  eur: fc.option(fc.constantFrom(100, 200, 300)),
  stock: fc.integer({ min: 0, max: 2 }),
})
const products: fc.Arbitrary<Product[]> = fc
  .array(
    fc.record({
      visible: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      publishedAt: few,
      sold: few,
      rating: fc.option(fc.constantFrom(0.5, 1, 2.99, 3, 4, 4.4, 5)),
      ratingCount: few,
      categories: someOf(3),
      tags: someOf(3),
      skus: fc.array(sku, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 3, maxLength: 20 },
  )
  .map((all) => all.map((one, n) => ({ id: n + 1, ...one })))

/** Mostly nothing: all filters at once leave nothing of a small shop. */
function seldom<T>(value: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 2, arbitrary: value })
}
const filters: fc.Arbitrary<Filters> = fc.record({
  options: fc.record({
    color: seldom(fc.uniqueArray(fc.constantFrom('sage', 'ink', 'clay', 'nothing'), { maxLength: 2 }), []),
    size: seldom(fc.uniqueArray(fc.constantFrom('s', 'l'), { maxLength: 2 }), []),
  }),
  priceMin: seldom<number | null>(fc.constantFrom(200, 300), null),
  priceMax: seldom<number | null>(fc.constantFrom(300, 500), null),
  inStock: seldom(fc.constant(true), false),
  tags: seldom(fc.uniqueArray(fc.constantFrom('t1', 't2', 'unknown'), { maxLength: 2 }), []),
  rating: seldom<number | null>(fc.integer({ min: 1, max: 4 }), null),
})
const scopes: fc.Arbitrary<Scope> = fc.oneof(
  fc.record({ kind: fc.constant('category' as const), id: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('tag' as const), id: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: 'collection' as const, id: 1 }),
  fc.record({ kind: fc.constant('found' as const), ids: fc.uniqueArray(fc.integer({ min: 1, max: 22 })) }),
  fc.constant({ kind: 'all' as const }),
)
const currencies = fc.constantFrom('USD' as const, 'EUR' as const)

describe('a listing', () => {
  it('finds, counts and sorts as one would by hand, also after changes', async () => {
    let judged = 0
    await fc.assert(
      fc.asyncProperty(
        products,
        products,
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.tuple(scopes, filters, currencies), { minLength: 4, maxLength: 6 }),
        async (before, after, offset, questions) => {
          for (const all of [before, after]) {
            await replaceProducts(all)
            const names = createTermNames()
            for (const [scope, wanted, currency] of questions) {
              for (const sort of sorts) {
                const query = { scope, filters: wanted, sort, currency, limit: 5, offset }
                const found = await listCards(database.db, query, names)
                expect(summary(found)).toEqual(byHand(all, scope, wanted, sort, currency, offset, 5))
                // What is remembered of names is what would be read.
                const { facets, tags } = await listCards(database.db, query)
                expect([found.facets, found.tags]).toEqual([facets, tags])
                // What is remembered of a card is what the tables say.
                const ids = found.cards.map(({ id }) => id)
                expect(found.cards).toEqual(await cardsById(database.db, ids, withoutPromotions(currency)))
                judged += found.total > 0 ? 1 : 0
              }
            }
          }
        },
      ),
      { numRuns: 8 },
    )
    // Otherwise it was nothing but empty listings.
    expect(judged).toBeGreaterThan(50)
  }, 120_000)

  it('counts for each value what choosing it gives', async () => {
    await fc.assert(
      fc.asyncProperty(products, filters, async (all, wanted) => {
        await replaceProducts(all)
        const list = (other: Partial<Filters>): Promise<ListRows> =>
          listCards(database.db, {
            scope: { kind: 'all' },
            filters: { ...wanted, ...other },
            sort: 'new',
            currency: 'USD',
            limit: 1,
            offset: 0,
          })
        const found = await list({})
        for (const { option, value, count } of found.facets)
          expect([
            option,
            value,
            (await list({ options: { ...wanted.options, [option]: [value] } })).total,
          ]).toEqual([option, value, count])
        for (const { slug, count } of found.tags) expect((await list({ tags: [slug] })).total).toBe(count)
        for (const { min, count } of found.ratings) expect((await list({ rating: min })).total).toBe(count)
        expect((await list({ inStock: true })).total).toBe(found.inStockCount)
      }),
      { numRuns: 8 },
    )
  })

  it('sees a change in the next answer, also one of a transaction that began long before others', async () => {
    const mug: Product = {
      id: 1,
      visible: true,
      publishedAt: 0,
      sold: 0,
      rating: null,
      ratingCount: 0,
      categories: [1],
      tags: [],
      skus: [{ color: 'sage', size: 's', usd: 100, eur: null, stock: 1 }],
    }
    await replaceProducts([mug, { ...mug, id: 2 }, { ...mug, id: 3 }])
    const inStock = async (): Promise<number> =>
      (
        await listCards(database.db, {
          scope: { kind: 'category', id: 1 },
          filters: { options: {}, priceMin: null, priceMax: null, inStock: true, tags: [], rating: null },
          sort: 'new',
          currency: 'USD',
          limit: 5,
          offset: 0,
        })
      ).total
    expect(await inStock()).toBe(3)

    const slow = await database.db.pool.connect()
    try {
      await slow.query('begin; update products set in_stock = false where id = 1')
      for (const id of [2, 3]) {
        await database.db.pool.query(`update products set in_stock = false where id = ${id}`)
        expect(await inStock()).toBe(4 - id)
      }
      await database.db.pool.query('update products set in_stock = true where id = 2')
      expect(await inStock()).toBe(2)
      await slow.query('commit')
    } finally {
      slow.release()
    }
    expect(await inStock()).toBe(1)
    await database.db.pool.query('delete from products where id = 2')
    expect(await inStock()).toBe(0)
  })

  it('is not misled by changes that another database wrote', async () => {
    await database.db.pool.query(
      `insert into listing_changes (product_id, xid) values (999, '9000000000000000') on conflict (product_id) do update set xid = excluded.xid`,
    )
    const store = listingStore(database.db)
    const { index } = await store.ready('USD')
    await store.catchUp()
    expect(index.placeOf.has(999)).toBe(false)
    // Its index counts as current. (It may know of news: another test's transaction holds the horizon back.)
    const { horizon, news } = store.seen()
    const { rows: read } = await sql<{ news: string | null }>`
      select ${newsSince(horizon)} as news`.execute(rows(database.db))
    expect(read[0]!.news).toBe(news)
  })
})

interface Summary extends Pick<ListRows, 'total' | 'ratings' | 'inStockCount' | 'priceFrom' | 'priceTo'> {
  ids: number[]
  facets: string[]
  tags: string[]
}

function summary({ cards, facets, tags, ...rest }: ListRows): Summary {
  return {
    ...rest,
    ids: cards.map(({ id }) => id),
    facets: facets.map(({ option, value, count }) => `${option}=${value}:${count}`),
    tags: tags.map(({ slug, count }) => `${slug}:${count}`),
  }
}

function byHand(
  all: readonly Product[],
  scope: Scope,
  wanted: Filters,
  sort: Sort,
  currency: 'USD' | 'EUR',
  offset: number,
  limit: number,
): Summary {
  const inScope = all.filter((product) => product.visible && isIn(product, scope) && span(product) !== null)
  const hits = inScope.filter((product) => fits(product, wanted))
  const unpriced = inScope.filter((product) => fits(product, { ...wanted, priceMin: null, priceMax: null }))
  const facets = (['color', 'size'] as const).flatMap((option) => {
    const values = option === 'color' ? ['sage', 'ink', 'clay'] : ['s', 'l']
    return values
      .map((value) => ({
        value,
        count: inScope.filter((product) =>
          fits(product, { ...wanted, options: { ...wanted.options, [option]: [value] } }),
        ).length,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .map(({ value, count }) => `${option}=${value}:${count}`)
  })
  const count = (other: Partial<Filters>): number =>
    inScope.filter((product) => fits(product, { ...wanted, ...other })).length
  return {
    ids: hits
      .toSorted((a, b) => order(a, b))
      .slice(offset, offset + limit)
      .map(({ id }) => id),
    total: hits.length,
    facets,
    tags: [1, 2, 3]
      .map((id) => ({ id, count: count({ tags: [`t${id}`] }) }))
      .filter((tag) => tag.count > 0)
      .sort((a, b) => b.count - a.count || a.id - b.id)
      .map((tag) => `t${tag.id}:${tag.count}`),
    ratings: [4, 3, 2, 1]
      .map((min) => ({ min, count: count({ rating: min }) }))
      .filter((each) => each.count > 0),
    inStockCount: count({ inStock: true }),
    priceFrom: unpriced.length === 0 ? null : Math.min(...unpriced.map((product) => span(product)![0])),
    priceTo: unpriced.length === 0 ? null : Math.max(...unpriced.map((product) => span(product)![1])),
  }

  function span({ skus }: Product): [number, number] | null {
    const amounts = skus.flatMap(({ usd, eur }) => (currency === 'USD' ? usd : (eur ?? [])))
    return amounts.length === 0 ? null : [Math.min(...amounts), Math.max(...amounts)]
  }

  function fits(product: Product, { options, priceMin, priceMax, inStock, tags, rating }: Filters): boolean {
    const stocked = product.skus.filter(({ stock }) => stock > 0)
    const usable = inStock ? stocked : product.skus
    const [low, high] = span(product)!
    return (
      (!inStock || stocked.length > 0) &&
      (priceMin === null || high >= priceMin) &&
      (priceMax === null || low <= priceMax) &&
      (tags.length === 0 || product.tags.some((id) => tags.includes(`t${id}`))) &&
      (rating === null || (product.ratingCount > 0 && (product.rating ?? 0) >= rating)) &&
      Object.entries(options).every(
        ([option, values]) =>
          values.length === 0 ||
          usable.some((each) => values.includes(String(each[option as 'color' | 'size']))),
      )
    )
  }

  function order(a: Product, b: Product): number {
    if (sort === 'featured' && (scope.kind === 'found' || scope.kind === 'collection'))
      return place(a) - place(b)
    const by = keys(a)
    const other = keys(b)
    const differs = by.findIndex((key, n) => key !== other[n])
    return differs === -1 ? b.id - a.id : other[differs]! - by[differs]!
  }

  function place({ id }: Product): number {
    return scope.kind === 'found' ? scope.ids.indexOf(id) : -id
  }

  function keys(product: Product): number[] {
    switch (sort) {
      case 'featured':
        return [Number(product.skus.some(({ stock }) => stock > 0)), product.sold]
      case 'new':
        return [product.publishedAt]
      case 'price-asc':
        return [-span(product)![0]]
      case 'price-desc':
        return [span(product)![0]]
      case 'best':
        return [product.sold]
      case 'rating':
        return [product.rating ?? -1, product.ratingCount]
    }
  }
}

function isIn({ id, categories, tags }: Product, scope: Scope): boolean {
  switch (scope.kind) {
    case 'category':
      return categories.includes(scope.id)
    case 'tag':
      return tags.includes(scope.id)
    // Every second one, the last first.
    case 'collection':
      return id % 2 === 0
    case 'found':
      return scope.ids.includes(id)
    case 'all':
      return true
  }
}

/** Makes the shop's products these, leaving alone what is equal. */
async function replaceProducts(all: readonly Product[]): Promise<void> {
  await write(all)
  const ids = all.map(({ id }) => id)
  await database.db.transact(async (tx) => {
    await refreshSpans(tx, ids)
    await refreshStock(tx, ids)
    await refreshCards(tx, ids)
  })
}

async function write(all: readonly Product[]): Promise<void> {
  await database.db.pool.query(
    `with given as (select * from json_to_recordset($1::json) as g(id bigint, visible boolean, "publishedAt" int, sold int, rating numeric, "ratingCount" int, categories json, tags json, skus json)),
    gone as (delete from products where not id in (select id from given))
    insert into products (id, slug, hash, visible, published_at, sold_count, rating_average, rating_count) overriding system value
      select id, 'p' || id, '', visible, timestamptz '2026-01-01' + "publishedAt" * interval '1 microsecond', sold, rating, "ratingCount" from given
      on conflict (id) do update set visible = excluded.visible, published_at = excluded.published_at, sold_count = excluded.sold_count,
        rating_average = excluded.rating_average, rating_count = excluded.rating_count`,
    [JSON.stringify(all)],
  )
  const lists = `json_to_recordset($1::json) as g(id bigint, categories json, tags json, skus json)`
  const given = [JSON.stringify(all)]
  for (const statement of [
    `delete from skus`,
    `delete from product_categories`,
    `delete from product_tags`,
    `insert into product_categories (category_id, product_id, direct) select c::bigint, g.id, true from ${lists}, json_array_elements_text(g.categories) c`,
    `insert into product_tags (tag_id, product_id) select t::bigint, g.id from ${lists}, json_array_elements_text(g.tags) t`,
    `insert into collection_products (collection_id, product_id, position) select 1, g.id, -g.id from ${lists} where g.id % 2 = 0 on conflict do nothing`,
    `insert into skus (product_id, sku, position, on_hand, options)
      select g.id, g.id || '-' || s.place, s.place, (s.sku ->> 'stock')::int, jsonb_strip_nulls(jsonb_build_object('color', s.sku -> 'color', 'size', s.sku -> 'size'))
      from ${lists}, json_array_elements(g.skus) with ordinality s(sku, place)`,
    `insert into sku_prices (sku_id, currency, amount, line_amount)
      select k.id, upper(c.code), (s.sku ->> c.code)::bigint, case when (s.sku ->> 'stock')::int = 1 then (s.sku ->> c.code)::bigint + 50 end from ${lists}, json_array_elements(g.skus) with ordinality s(sku, place), (values ('usd'), ('eur')) c(code), skus k
      where k.sku = g.id || '-' || s.place and s.sku ->> c.code is not null`,
  ])
    await database.db.pool.query(statement, statement.includes('$1') ? given : [])
}

it('puts measures in the order of their size, and words by how many goods have them', () => {
  const values = { Oak: 3, '130 cm': 9, Ash: 7, '20 cm': 1, '1.5 l': 2, Birch: 3 }
  const sorted = Object.entries(values)
    .map(([value, count]) => ({ value, count }))
    .toSorted(compareValues)
    .map(({ value }) => value)
  expect(sorted).toEqual(['1.5 l', '20 cm', '130 cm', 'Ash', 'Birch', 'Oak'])
})
