import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setStock } from '#features/catalog/shop/stock.ts'
import { followChanges } from '#platform/server/db/changes.ts'
import { createPageCache } from '#platform/server/pages/page-cache.ts'
import { openSearchShop, product, products, type SearchShop } from '#test/search-shop.ts'
import { choosePopular } from '../queries/index.ts'
import { indexStale, rebuildIndex } from '../work/keep-index.ts'

let shop: SearchShop

beforeAll(async () => {
  shop = await openSearchShop()
})
afterAll(() => shop.close())

it('finds a word in title, option, number, brand and text, the title first', async () => {
  expect(await shop.found('oak')).toEqual(['oak-table', 'oak-stool', 'reed-lamp'])
  expect(await shop.found('no-oak-stool-sage')).toEqual(['oak-stool'])
  expect(await shop.found('ninth joint')).toEqual(['oak-stool'])
  expect(await shop.found('foot')).toEqual(['reed-lamp'])
})

it('knows plurals, synonyms, pinyin and the other script', async () => {
  expect(await shop.found('stools')).toEqual(['oak-stool'])
  expect(await shop.found('couches')).toEqual(['sofa'])
  expect(await shop.found('coffee cup')).toEqual(['b-and-b'])
  expect(await shop.found('taideng')).toEqual(['reed-lamp'])
  expect(await shop.found('檯燈', { locale: 'zh-HK' })).toEqual(['reed-lamp'])
})

it('never finds what is hidden, and what is sold out comes last', async () => {
  expect(await shop.found('hidden')).toEqual([])
  expect(await shop.found('hidden lamp')).toEqual(['reed-lamp'])
  const set = await setStock(shop.database.db, 'NO-OAK-TABLE-INK', 0, new Date())
  expect(set.ok).toBe(true)
  expect((await shop.found('oak')).slice(0, 2)).toEqual(['oak-stool', 'oak-table'])
  await setStock(shop.database.db, 'NO-OAK-TABLE-INK', 5, new Date())
})

it('finds a change when it has been indexed, and no more what is gone', async () => {
  await shop.putProducts([
    ...products().slice(1),
    product('oak-stool', 'Birch Stool', '桦木凳', {}, ['ink', 'sage']),
  ])
  expect(await shop.found('birch')).toEqual(['oak-stool'])
  expect(await shop.found('oak')).not.toContain('oak-stool')
  await shop.database.db.pool.query(
    "update product_texts set title = 'Ash Stool' where title = 'Birch Stool'",
  )
  expect(await shop.found('ash')).toEqual([])
  expect(await indexStale(shop.database.db)).toBe(1)
  expect(await shop.found('ash')).toEqual(['oak-stool'])
  const words = await shop.database.db.pool.query(
    "select word, things from search_words where word in ('birch', 'ash') order by 1",
  )
  expect(words.rows.filter(({ things }) => things > 0)).toEqual([{ word: 'ash', things: 1 }])
  await shop.putProducts(products())
  await shop.database.db.pool.query("update product_texts set title = 'Oak Stool' where title = 'Ash Stool'")
  await indexStale(shop.database.db)
})

it('remembers what it found no longer than to the moment in which the index follows a change', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const changes = await followChanges({
    db: shop.database.db,
    url: shop.database.url,
    log: pino({ level: 'silent' }),
    apply: ({ tags, hard }) => cache.change(tags, hard),
  })
  try {
    expect(await shop.found('larch', { kept: cache.data })).toEqual([])
    await shop.database.db.pool.query(
      "update product_texts set title = 'Larch Stool' where title = 'Oak Stool'",
    )
    expect(await shop.found('larch', { kept: cache.data })).toEqual([])
    expect(await indexStale(shop.database.db)).toBe(1)
    await changes.catchUp()
    expect(await shop.found('larch', { kept: cache.data })).toEqual(['oak-stool'])
    await shop.database.db.pool.query(
      "update product_texts set title = 'Oak Stool' where title = 'Larch Stool'",
    )
    await indexStale(shop.database.db)
  } finally {
    await changes.close()
  }
})

it('has the same index after it was made anew', async () => {
  const before = await shop.database.db.pool.query(
    'select product_id, head::text, words::text from search_products order by 1',
  )
  const words = await shop.database.db.pool.query('select * from search_words where things > 0 order by 1')
  expect(before.rows).toHaveLength(6)
  await rebuildIndex(shop.database.db, () => {})
  expect(
    (
      await shop.database.db.pool.query(
        'select product_id, head::text, words::text from search_products order by 1',
      )
    ).rows,
  ).toEqual(before.rows)
  expect(
    (await shop.database.db.pool.query('select * from search_words where things > 0 order by 1')).rows,
  ).toEqual(words.rows)
})

it('asks the best sellers first, and no others where they are enough', async () => {
  const tiers = async (): Promise<number[]> => {
    const { rows } = await shop.database.db.pool.query<{ tier: number; count: number }>(
      'select t.tier, count(s.product_id)::int as count from generate_series(0, 2) t(tier) left join search_products s using (tier) group by 1 order by 1',
    )
    return rows.map(({ count }) => count)
  }
  const candidates = async (most: number, enough: number, named: string | null = null): Promise<string[]> => {
    const { rows } = await shop.database.db.pool.query<{ slug: string }>(
      `select p.slug from search_candidates('oak'::tsquery, $3::tsquery, $1, $2) with ordinality c(id, head, place) join products p on p.id = c.id order by place`,
      [most, enough, named],
    )
    return rows.map(({ slug }) => slug)
  }
  const all = await candidates(10, 10)
  expect(await tiers()).toEqual([6, 0, 0])
  await shop.database.db.pool.query("update products set sold_count = 100 where slug = 'reed-lamp'")
  expect(await shop.database.db.transact((tx) => choosePopular(tx, { most: 1, next: 2, limit: 10 }))).toBe(5)
  expect(await tiers()).toEqual([1, 2, 3])
  // The lamp says it in its text only: it is asked first all the same.
  expect((await candidates(10, 10))[0]).toBe('reed-lamp')
  expect(new Set(await candidates(10, 10))).toEqual(new Set(all))
  expect(await candidates(10, 1)).toEqual(['reed-lamp'])
  // What is called just so is found behind them all the same.
  expect(await candidates(10, 1, `'=oaktable' | '=oakstool'`)).toHaveLength(3)
  expect(await candidates(2, 2)).toHaveLength(2)
  expect((await shop.found('oak')).toSorted()).toEqual(all.toSorted())
  // What is indexed anew stays where it is.
  await shop.database.db.pool.query("update product_texts set summary = summary || ' Again.'")
  expect(await indexStale(shop.database.db)).toBe(6)
  expect(await tiers()).toEqual([1, 2, 3])
  await shop.database.db.pool.query("update products set sold_count = 0 where slug = 'reed-lamp'")
  expect(await shop.database.db.transact((tx) => choosePopular(tx, { most: 100, next: 0, limit: 10 }))).toBe(
    5,
  )
  expect(await tiers()).toEqual([6, 0, 0])
})

it('leaves no mark when only the stock changes', async () => {
  await indexStale(shop.database.db)
  await setStock(shop.database.db, 'NO-OAK-STOOL-INK', 3, new Date())
  expect((await shop.database.db.pool.query('select kind, id from search_stale')).rows).toEqual([])
})
