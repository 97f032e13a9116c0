import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { paidPrice, type PriceTerms, type RunningPromotion } from '#domain/shown/paid-price.ts'
import { refreshCards, refreshSpans } from '#features/catalog/queries/derived.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import type { Filters } from '../contract.ts'
import { cardsById } from './cards.ts'
import { listCards, type ListQuery, type ListRows } from './list.ts'
import { offerGoods } from './offer-goods.ts'

/* Listings while promotions are in the price, against what anybody would work out by hand. */

interface Product {
  id: number
  categories: number[]
  inCollection: boolean
  amounts: number[]
}

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(`
    insert into categories (id, slug, hash) overriding system value select n, 'c' || n, '' from generate_series(1, 3) n;
    insert into collections (id, slug, hash) overriding system value values (1, 'chosen', '')`)
})
afterAll(() => database.drop())
beforeEach(() => database.db.pool.query('delete from products'))

const products: fc.Arbitrary<Product[]> = fc
  .array(
    fc.record({
      categories: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
      inCollection: fc.boolean(),
      amounts: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 3, maxLength: 15 },
  )
  .map((all) => all.map((one, n) => ({ id: n + 1, ...one })))

const promotions: fc.Arbitrary<RunningPromotion[]> = fc
  .array(
    fc.record({
      benefit: fc.oneof(
        fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({
          kind: fc.constant('fixed-price' as const),
          amounts: fc.record({ USD: fc.integer({ min: 1, max: 2_000 }) }),
        }),
      ),
      products: fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p9'), { maxLength: 2 }),
      categories: fc.uniqueArray(fc.constantFrom('c1', 'c2', 'gone'), { maxLength: 2 }),
      collections: fc.uniqueArray(fc.constant('chosen'), { maxLength: 1 }),
      minimumQuantity: fc.constantFrom(1, 1, 1, 2),
    }),
    { maxLength: 4 },
  )
  .map((all) =>
    all.map(({ benefit, ...conditions }, n) => ({
      slug: `offer-${n}`,
      benefit,
      conditions: { ...conditions, firstOrder: false },
      names: null,
      startsAt: null,
      endsAt: null,
    })),
  )

const unfiltered: Filters = {
  options: {},
  priceMin: null,
  priceMax: null,
  inStock: false,
  tags: [],
  rating: null,
}
const limit = 20

it('filters, sorts and shows what is really paid, also after changes and under other promotions', async () => {
  let reduced = 0
  await fc.assert(
    fc.asyncProperty(products, products, promotions, promotions, async (before, after, first, second) => {
      for (const all of [before, after]) {
        await write(all)
        for (const offers of [first, second, first]) {
          const terms: PriceTerms = { ...plain, promotions: offers }
          const spans = new Map(all.map((product) => [product.id, spanOf(product, terms)]))
          const found = await list(terms, 'price-asc')
          expect(found.cards.map((card) => [card.id, card.amountFrom, card.amountTo])).toEqual(
            [...spans]
              .toSorted(([id, [a]], [other, [b]]) => a - b || other - id)
              .map(([id, [low, high]]) => [id, low, high]),
          )
          const all2 = [...spans.values()]
          expect([found.priceFrom, found.priceTo]).toEqual([
            Math.min(...all2.map(([low]) => low)),
            Math.max(...all2.map(([, high]) => high)),
          ])
          const limits = { priceMin: 200, priceMax: 900 }
          const within = await list(terms, 'price-desc', limits)
          expect(within.cards.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
            [...spans].flatMap(([id, [low, high]]) => (high >= 200 && low <= 900 ? id : [])),
          )
          // The price without promotions is struck; a product that nothing reduces has none.
          for (const card of found.cards) {
            const least = Math.min(...all.find(({ id }) => id === card.id)!.amounts)
            expect(card.lineFrom).toBe(card.amountFrom < least ? least : null)
            reduced += card.lineFrom === null ? 0 : 1
          }
          const ids = found.cards.map(({ id }) => id)
          expect(found.cards).toEqual(await cardsById(database.db, ids, terms))
        }
      }
    }),
    { numRuns: 10 },
  )
  expect(reduced).toBeGreaterThan(50)
}, 120_000)

const plain: PriceTerms = {
  currency: 'USD',
  rates: { baseCurrency: 'USD', currencies: [] },
  promotions: [],
}

async function list(
  terms: PriceTerms,
  sort: ListQuery['sort'],
  filters: Partial<Filters> = {},
): Promise<ListRows> {
  const offers = { terms, indexed: await offerGoods(database.db, terms) }
  const window = { limit, offset: 0, currency: 'USD' }
  return listCards(database.db, {
    scope: { kind: 'all' },
    filters: { ...unfiltered, ...filters },
    sort,
    offers,
    ...window,
  })
}

/** SKU by SKU, as the cart would charge one of each. */
function spanOf({ id, categories, inCollection, amounts }: Product, terms: PriceTerms): [number, number] {
  const goods = {
    product: `p${id}`,
    categories: categories.map((category) => `c${category}`),
    collections: inCollection ? ['chosen'] : [],
  }
  const paid = amounts.map((amount) => paidPrice(amount, goods, terms).amount)
  return [Math.min(...paid), Math.max(...paid)]
}

/** Makes the shop's products these. */
async function write(all: readonly Product[]): Promise<void> {
  const query = (text: string) =>
    database.db.pool.query(text, text.includes('$1') ? [JSON.stringify(all)] : [])
  const given = `json_to_recordset($1::json) as g(id bigint, categories json, "inCollection" boolean, amounts json)`
  for (const statement of [
    `delete from products where not id in (select id from ${given})`,
    `insert into products (id, slug, hash) overriding system value select id, 'p' || id, '' from ${given} on conflict (id) do nothing`,
    `delete from skus`,
    `delete from product_categories`,
    `delete from collection_products`,
    `insert into product_categories (category_id, product_id, direct) select c::bigint, g.id, true from ${given}, json_array_elements_text(g.categories) c`,
    `insert into collection_products (collection_id, product_id, position) select 1, id, id from ${given} where "inCollection"`,
    `insert into skus (product_id, sku, position) select g.id, g.id || '-' || s.place, s.place from ${given}, json_array_elements(g.amounts) with ordinality s(amount, place)`,
    `insert into sku_prices (sku_id, currency, amount)
      select k.id, 'USD', (s.amount #>> '{}')::bigint from ${given}, json_array_elements(g.amounts) with ordinality s(amount, place), skus k
      where k.sku = g.id || '-' || s.place`,
  ])
    await query(statement)
  const ids = all.map(({ id }) => id)
  await database.db.transact(async (tx) => {
    await refreshSpans(tx, ids)
    await refreshCards(tx, ids)
  })
}
