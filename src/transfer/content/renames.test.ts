import { expect, it } from 'vitest'
import { renameEntry } from '#features/names/shop.ts'
import { entryNamed } from '#features/names/queries.ts'
import { entry, violetFile } from '../catalog/for-tests.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { article, catalog, contentFileOf, page, promotion, run } from './for-tests.ts'

async function filledShop(): Promise<Database> {
  const { db } = await freshDatabase()
  await run(db, await violetFile(catalog))
  const offer = promotion('table', {
    conditions: { products: ['stool', 'cup'], categories: ['kitchen'], collections: ['quiet'] },
  })
  await run(
    db,
    await contentFileOf({ articles: [article('wood')], pages: [page('shipping')], promotions: [offer] }),
  )
  return db
}

async function idOf(db: Database, table: string, slug: string): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ id: number }>(`select id from ${table} where slug = $1`, [slug])
  return rows[0]?.id
}

it('renames what a file says it had before, of every kind, and remembers the old names', async () => {
  const db = await filledShop()
  const tables = {
    product: ['products', 'cup', 'tea-cup'],
    category: ['categories', 'kitchen', 'cooking'],
    tag: ['tags', 'oak', 'oak-wood'],
    collection: ['collections', 'quiet', 'calm'],
    article: ['articles', 'wood', 'timber'],
    page: ['pages', 'shipping', 'delivery'],
    promotion: ['promotions', 'table', 'set-table'],
  } as const
  const before = new Map<string, number | undefined>()
  for (const [kind, [table, from]] of Object.entries(tables)) before.set(kind, await idOf(db, table, from))

  const renamed = {
    categories: [{ slug: 'cooking', formerSlugs: ['kitchen'], name: { en: 'Kitchen' } }],
    tags: [{ slug: 'oak-wood', formerSlugs: ['oak'], name: { en: 'Oak' } }],
    products: [
      entry('tea-cup', {
        formerSlugs: ['mug', 'cup'],
        categories: ['cooking'],
        rating: { average: 3.1, count: 40 },
        skus: [{ sku: 'cup', prices: { USD: { price: '19.90' } }, stock: 3 }],
      }),
    ],
    collections: [{ slug: 'calm', formerSlugs: ['quiet'], name: { en: 'Quiet' }, products: ['tea-cup'] }],
  }
  const report = await run(db, await violetFile(renamed))
  expect(report.problems).toEqual([])
  await run(
    db,
    await contentFileOf({
      articles: [article('timber', { formerSlugs: ['wood'] })],
      pages: [page('delivery', { formerSlugs: ['shipping'] })],
      promotions: [
        promotion('set-table', {
          formerSlugs: ['table'],
          conditions: { products: ['stool', 'tea-cup'], categories: ['cooking'], collections: ['calm'] },
        }),
      ],
    }),
  )
  for (const [kind, [table, from, to]] of Object.entries(tables)) {
    expect([kind, await idOf(db, table, to)]).toEqual([kind, before.get(kind)])
    expect(await idOf(db, table, from)).toBeUndefined()
    expect(await entryNamed(db, kind as keyof typeof tables, from)).toMatchObject({ slug: to, shown: true })
  }
  // The same file again is no news.
  const again = await run(db, await violetFile(renamed))
  expect(again.products).toMatchObject({ added: 0, changed: 0, same: 1, refused: 0 })
})

it('takes no name from an entry that the same file still has', async () => {
  const db = await filledShop()
  const cup = await idOf(db, 'products', 'cup')
  const pair = ['one', 'two'].map((slug) => entry(slug, { formerSlugs: ['cup'] }))
  await run(db, await violetFile({ products: [...pair, entry('cup', { formerSlugs: ['old-cup'] })] }))
  expect(await idOf(db, 'products', 'cup')).toBe(cup)
  expect(await idOf(db, 'products', 'one')).not.toBe(cup)
})

it('offers go on speaking of what was renamed', async () => {
  const db = await filledShop()
  await renameEntry(db, 'product', 'cup', 'tea-cup')
  await renameEntry(db, 'category', 'kitchen', 'cooking')
  await renameEntry(db, 'collection', 'quiet', 'calm')
  const { rows } = await db.pool.query('select conditions from promotions')
  expect(rows[0]).toMatchObject({
    conditions: { products: ['tea-cup', 'stool'], categories: ['cooking'], collections: ['calm'] },
  })
})
