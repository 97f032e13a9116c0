import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import {
  counts,
  expectConsistent,
  exported,
  fileOf,
  run,
  samples,
  shopOf,
  withoutSamples,
} from './for-tests.ts'

const later = { pictures: 'later' } as const

/** What the files themselves say, read by other means than ours. */
async function facts(
  file: string,
): Promise<{ handles: string[]; variants: number; tags: number; options: number }> {
  const rows = parse<Record<string, string>>(await readFile(file), { columns: true })
  return {
    handles: [...new Set(rows.map((row) => row['Handle']!))],
    variants: rows.filter((row) => row['Variant Price'] !== '').length,
    tags: new Set(
      rows.flatMap((row) =>
        row['Tags']!.split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      ),
    ).size,
    options: rows.filter((row) => row['Option1 Value'] !== '' && row['Option1 Value'] !== 'Default Title')
      .length,
  }
}

describe.skipIf(withoutSamples)('three catalogues by others in one shop', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createDatabase()
  })
  afterAll(() => test.drop())

  it('takes the Shopify files whole', async () => {
    for (const file of [samples.apparel, samples.home]) {
      const { handles, variants } = await facts(file)
      const report = await run(test.db, file, later)
      expect(report).toMatchObject({
        formats: ['shopify'],
        products: { added: handles.length, refused: 0 },
        skus: { added: variants },
        problems: [],
      })
      const { products } = await shopOf(test.db)
      expect(handles.filter((handle) => !products.has(handle))).toEqual([])
    }
    const { rows } = await test.db.pool.query(
      'select (select count(*) from product_option_values)::int as values, (select count(*) from skus)::int as skus',
    )
    const both = await Promise.all([samples.apparel, samples.home].map(facts))
    expect(rows[0]).toEqual({
      values: both[0]!.options + both[1]!.options,
      skus: both[0]!.variants + both[1]!.variants,
    })
  })

  it('takes the DummyJSON list whole', async () => {
    const list = JSON.parse(await readFile(samples.dummy, 'utf8')) as {
      sku: string
      title: string
      price: number
      stock: number
      category: string
      rating: number
      reviews: unknown[]
      images: string[]
    }[]
    const report = await run(test.db, samples.dummy, later)
    expect(report).toMatchObject({
      formats: ['dummyjson'],
      products: { added: list.length, refused: 0 },
      skus: { added: list.length },
      problems: [],
    })
    expect(report.categories.added).toBe(new Set(list.map((product) => product.category)).size)
    const { rows } = await test.db.pool.query<{
      sku: string
      title: string
      amount: number
      stock: number
      average: number
      count: number
      pictures: number
    }>(`
      select s.sku, t.title, c.amount, s.on_hand as stock, p.rating_average as average, p.rating_count as count,
        (select count(*)::int from product_pictures x where x.product_id = p.id) as pictures
      from skus s join products p on p.id = s.product_id join product_texts t on t.product_id = p.id
      join sku_prices c on c.sku_id = s.id and c.currency = 'USD'`)
    const bySku = new Map(rows.map((row) => [row.sku, row]))
    for (const { sku, title, price, stock, rating, reviews, images } of list) {
      expect(bySku.get(sku)).toEqual({
        sku,
        title,
        amount: Math.round(price * 100),
        stock,
        average: rating,
        count: reviews.length,
        pictures: images.length,
      })
    }
  })

  it('gives each price in every currency, and the spans that listings filter by', async () => {
    await expectConsistent(test.db)
    const { rows } = await test.db.pool.query(
      `select c.currency, c.amount, c.line_amount, c.converted from sku_prices c join skus s on s.id = c.sku_id where s.sku = 'copper-light' order by 1`,
    )
    expect(rows).toEqual([
      { currency: 'EUR', amount: 5519, line_amount: 6900, converted: true },
      { currency: 'JPY', amount: 9080, line_amount: 11350, converted: true },
      { currency: 'USD', amount: 5999, line_amount: 7500, converted: false },
    ])
  })

  it('changes nothing when it is repeated, by any of the files or by an export of all', async () => {
    const before = await state()
    for (const file of [samples.apparel, samples.home, samples.dummy]) {
      const report = await run(test.db, file, later)
      expect(counts(report).slice(0, 2)).toEqual([0, 0])
      expect(report.problems).toEqual([])
    }
    const text = await exported(test.db)
    const again = await run(test.db, await fileOf(text), later)
    expect(counts(again)).toEqual([0, 0, before.products, 0])
    expect(
      [again.categories, again.tags].map(({ added, changed, refused }) => [added, changed, refused]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect(await state()).toEqual(before)
    expect(await exported(test.db)).toBe(text)
  })

  it('makes the same shop of the export in another database', async () => {
    const text = await exported(test.db)
    const other = await createDatabase()
    try {
      const report = await run(other.db, await fileOf(text), later)
      expect(report.problems).toEqual([])
      expect(await exported(other.db)).toBe(text)
      await expectConsistent(other.db)
    } finally {
      await other.drop()
    }
  })

  /** Row versions of every table: `xmin` and `ctid` show any write, also one that changes nothing. */
  async function state(): Promise<{ products: number; writes: unknown; changes: unknown }> {
    const tables = [
      'products',
      'product_texts',
      'skus',
      'sku_prices',
      'product_prices',
      'product_categories',
      'product_tags',
      'product_option_values',
      'product_pictures',
      'categories',
      'category_texts',
      'tags',
      'tag_texts',
    ]
    const writes: Record<string, unknown> = {}
    for (const table of tables) {
      // A hash that is remembered anew is no change to the shop: implied categories and tags get theirs from the export.
      const touched =
        table === 'categories' || table === 'tags' ? `t.id::text` : `t.xmin::text || t.ctid::text`
      writes[table] = (
        await test.db.pool.query(
          `select md5(string_agg(${touched}, ',' order by ${touched})) as sum from ${table} t`,
        )
      ).rows
    }
    const { rows } = await test.db.pool.query('select count(*)::int as products from products')
    const changes = (await test.db.pool.query('select count(*)::int as count from cache_changes')).rows
    return { products: (rows[0] as { products: number }).products, writes, changes }
  }
})
