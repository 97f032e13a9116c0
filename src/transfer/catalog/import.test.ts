import { describe, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import {
  counts,
  dollars,
  entry,
  expectConsistent,
  exported,
  fileOf,
  noon,
  run,
  scratchFolder,
  shopOf,
  violetFile,
} from './for-tests.ts'
import { lockImports } from '#features/catalog/queries/import-lock.ts'
import { importCatalog } from './import.ts'

const sizes = {
  code: 'size',
  name: { en: 'Size', zh: '尺寸' },
  values: [
    { code: 's', name: { en: 'S' } },
    { code: 'l', name: { en: 'L' } },
  ],
}
const sku = (code: string, more: object = {}) => ({
  sku: code,
  prices: { USD: { price: '10' } },
  stock: 5,
  ...more,
})
const reasons = (report: { problems: { line: number; reason: string }[] }) =>
  report.problems.map(({ line, reason }) => `${line}: ${reason}`)

describe('a product that is there already', () => {
  it('is changed where the file differs, and only there', async () => {
    const { db } = await freshDatabase()
    const before = entry('cup', {
      title: { en: 'Cup', zh: '杯' },
      summary: { en: 'A cup' },
      options: [sizes],
      skus: [sku('cup-s', { options: { size: 's' } }), sku('cup-l', { options: { size: 'l' } })],
    })
    await run(db, await violetFile({ products: [before, entry('plate')] }))
    const rows = async () =>
      (
        await db.pool.query(
          `select p.slug, p.version, p.xmin::text as p, string_agg(t.xmin::text, ',') as t from products p join product_texts t on t.product_id = p.id group by p.id order by 1`,
        )
      ).rows
    const [, plate] = await rows()

    const after = {
      ...before,
      title: { en: 'Big cup', 'zh-HK': '大杯' },
      skus: [
        sku('cup-l', {
          options: { size: 'l' },
          prices: { USD: { price: '12', linePrice: '15' }, EUR: { price: '9.99' } },
        }),
      ],
    }
    const report = await run(db, await violetFile({ products: [after, entry('plate')] }), { replace: true })
    expect(counts(report)).toEqual([0, 1, 1, 0])
    expect(report.skus).toEqual({ added: 0, changed: 1, retired: 1 })
    expect((await rows())[0]).toMatchObject({ slug: 'cup', version: 2 })
    expect((await rows())[1]).toEqual(plate)
    const texts = await db.pool.query(
      `select locale, title, summary from product_texts t join products p on p.id = t.product_id where slug = 'cup' order by 1`,
    )
    expect(texts.rows).toEqual([
      { locale: 'en', title: 'Big cup', summary: 'A cup' },
      { locale: 'zh-HK', title: '大杯', summary: null },
    ])
    const prices = await db.pool.query(
      `select sku, retired, currency, amount, line_amount, converted from skus join sku_prices on sku_id = skus.id where sku = 'cup-l' order by 3`,
    )
    expect(prices.rows).toEqual([
      { sku: 'cup-l', retired: false, currency: 'EUR', amount: 999, line_amount: null, converted: false },
      { sku: 'cup-l', retired: false, currency: 'JPY', amount: 1820, line_amount: 2270, converted: true },
      { sku: 'cup-l', retired: false, currency: 'USD', amount: 1200, line_amount: 1500, converted: false },
    ])
    const spans = await db.pool.query(
      `select currency, amount_from, amount_to, line_from from product_prices pp join products p on p.id = pp.product_id where slug = 'cup' order by 1`,
    )
    expect(spans.rows[2]).toEqual({ currency: 'USD', amount_from: 1200, amount_to: 1200, line_from: 1500 })
    await expectConsistent(db)
  })

  it('keeps a retired SKU for the carts that have it, and takes it back', async () => {
    const { db } = await freshDatabase()
    const two = await violetFile({
      products: [
        entry('cup', {
          options: [sizes],
          skus: [sku('cup-s', { options: { size: 's' } }), sku('cup-l', { options: { size: 'l' } })],
        }),
      ],
    })
    await run(db, two)
    await db.pool.query(`insert into carts (token_hash, created_at, updated_at) values ('a', now(), now())`)
    await db.pool.query(
      `insert into cart_lines (cart_id, sku_id, quantity, added_at) select carts.id, skus.id, 1, now() from carts, skus where sku = 'cup-s'`,
    )
    await run(db, await violetFile({ products: [entry('cup', { skus: [sku('cup-l')] })] }), { replace: true })
    const state = async () =>
      (
        await db.pool.query(
          `select sku, retired, (select count(*)::int from cart_lines where sku_id = skus.id) as carts from skus order by 1`,
        )
      ).rows
    expect(await state()).toEqual([
      { sku: 'cup-l', retired: false, carts: 0 },
      { sku: 'cup-s', retired: true, carts: 1 },
    ])
    await expectConsistent(db)
    await run(db, two)
    expect(await state()).toEqual([
      { sku: 'cup-l', retired: false, carts: 0 },
      { sku: 'cup-s', retired: false, carts: 1 },
    ])
    await expectConsistent(db)
  })

  it('brings back nothing that was sold, and takes a new number from the file', async () => {
    const { db } = await freshDatabase()
    const file = (stock: number, title: string) =>
      violetFile({ products: [entry('cup', { title: { en: title }, skus: [sku('cup', { stock })] })] })
    const onHand = async () =>
      (await db.pool.query('select on_hand, imported_on_hand from skus')).rows[0] as unknown
    await run(db, await file(10, 'Cup'))
    await db.pool.query('update skus set on_hand = 7')
    expect(counts(await run(db, await file(10, 'Cup')))).toEqual([0, 0, 1, 0])
    expect(counts(await run(db, await file(10, 'Mug')))).toEqual([0, 1, 0, 0])
    expect(await onHand()).toEqual({ on_hand: 7, imported_on_hand: 10 })
    // What is exported is what there is; importing that changes nothing and is remembered.
    expect(counts(await run(db, await fileOf(await exported(db))))).toEqual([0, 0, 1, 0])
    expect(await onHand()).toEqual({ on_hand: 7, imported_on_hand: 7 })
    expect(counts(await run(db, await file(10, 'Mug')))).toEqual([0, 1, 0, 0])
    expect(await onHand()).toEqual({ on_hand: 10, imported_on_hand: 10 })
  })

  it('is refused a stock below what orders hold', async () => {
    const { db } = await freshDatabase()
    await run(db, await violetFile({ products: [entry('cup', { skus: [sku('cup', { stock: 10 })] })] }))
    await db.pool.query('update skus set held = 4')
    const report = await run(
      db,
      await violetFile({
        products: [entry('cup', { title: { en: 'New' }, skus: [sku('cup', { stock: 3 })] })],
      }),
    )
    expect(reasons(report)).toEqual(['5: a stock of 3 for the SKU "cup" is below the 4 that orders hold'])
    expect((await db.pool.query('select on_hand, held, title from skus, product_texts')).rows).toEqual([
      { on_hand: 10, held: 4, title: 'cup' },
    ])
  })

  it('keeps the rating, the date and the sales that are its own', async () => {
    const { db } = await freshDatabase()
    await run(
      db,
      await violetFile({
        products: [
          entry('cup', {
            rating: { average: 4.25, count: 3 },
            soldCount: 20,
            publishedAt: '2026-01-02T03:04:05.678+01:00',
          }),
        ],
      }),
    )
    await db.pool.query(`update products set sold_count = 25`)
    const own = async () =>
      (await db.pool.query(`select rating_average, rating_count, sold_count, published_at from products`))
        .rows[0] as unknown
    const kept = {
      rating_average: 4.25,
      rating_count: 3,
      sold_count: 25,
      published_at: new Date('2026-01-02T02:04:05.678Z'),
    }
    expect(await own()).toEqual(kept)
    await run(db, await violetFile({ products: [entry('cup', { brand: 'Kiln', soldCount: 21 })] }))
    expect(await own()).toEqual(kept)
  })
})

describe('ways to run it', () => {
  it('keeps nothing of a strict import with a problem, or of a dry run, and says what would be', async () => {
    const { db } = await freshDatabase()
    await run(db, await violetFile({ products: [entry('plate')] }))
    const before = await exported(db)
    const file = await violetFile({
      tags: [{ slug: 'new', name: { en: 'New' } }],
      products: [entry('plate', { brand: 'x' }), entry('cup'), entry('mug', { tags: ['old'] })],
    })
    const strict = await run(db, file, { strict: true })
    expect([strict.applied, counts(strict), strict.problems.length]).toEqual([false, [1, 1, 0, 1], 1])
    const dry = await run(db, await violetFile({ products: [entry('cup')] }), { dryRun: true })
    expect([dry.applied, counts(dry), dry.problems]).toEqual([false, [1, 0, 0, 0], []])
    expect(await exported(db)).toBe(before)
    const good = await run(db, await violetFile({ products: [entry('cup')] }), { strict: true })
    expect([good.applied, counts(good)]).toEqual([true, [1, 0, 0, 0]])
    await expectConsistent(db)
  })

  it('lets one import at a time write', async () => {
    const { db } = await freshDatabase()
    const lock = await lockImports(db)
    const path = await violetFile({ products: [entry('cup')] })
    const attempt = () =>
      importCatalog(db, {
        path,
        shop: dollars,
        now: noon,
        format: null,
        currency: null,
        locale: 'en',
        pictures: 'none',
        pictureFolder: null,
        mediaDir: '.',
        strict: false,
        dryRun: false,
        onProgress: () => {},
      })
    expect(await attempt()).toEqual({ ok: false, problem: { name: 'busy' } })
    await lock?.release()
    expect(await attempt()).toMatchObject({ ok: true })
  })

  it('works out the base price of a file in another currency', async () => {
    const { db } = await freshDatabase()
    const file = await fileOf('Handle,Title,Variant Price\ncup,Cup,9.20\n')
    await run(db, file, { currency: 'EUR' })
    expect(
      (await db.pool.query('select currency, amount, converted from sku_prices order by 1')).rows,
    ).toEqual([
      { currency: 'EUR', amount: 920, converted: false },
      { currency: 'JPY', amount: 1510, converted: true },
      { currency: 'USD', amount: 1000, converted: false },
    ])
    expect(counts(await run(db, file, { currency: 'EUR' }))).toEqual([0, 0, 1, 0])
    await expect(run(db, file, { currency: 'XAU' })).rejects.toThrow('unknown_currency')
  })

  it('says what it cannot read', async () => {
    const { db } = await freshDatabase()
    await expect(run(db, 'not/there.csv')).rejects.toThrow('it is not there')
    await expect(run(db, await scratchFolder())).rejects.toThrow('no_files')
    expect((await run(db, await fileOf(Buffer.from([0xff, 0xfe, 0x41, 0])))).problems).toMatchObject([
      { line: 1, entry: null, reason: 'the file is UTF-16: save it as UTF-8' },
    ])
  })

  it('tells every page cache what changed, and hard where a shopper could be misled', async () => {
    const { db } = await freshDatabase()
    const file = (price: string) =>
      violetFile({
        categories: [{ slug: 'c', name: { en: 'C' } }],
        products: [
          entry('cup', { categories: ['c'], skus: [sku('cup', { prices: { USD: { price } } })] }),
          entry('plate'),
        ],
      })
    const told = async () =>
      (await db.pool.query(`delete from cache_changes returning tags, hard`)).rows as {
        tags: string[]
        hard: boolean
      }[]
    await run(db, await file('1'))
    expect(await told()).toEqual([
      { tags: ['catalog'], hard: false },
      { tags: ['list', expect.stringMatching(/^category:\d+$/)], hard: false },
    ])
    await run(db, await file('1'))
    expect(await told()).toEqual([])
    await run(db, await file('2'))
    const { rows } = await db.pool.query<{ id: number }>(`select id from products where slug = 'cup'`)
    expect(await told()).toEqual([
      { tags: [`product:${rows[0]?.id}`], hard: true },
      { tags: ['list', expect.stringMatching(/^category:/)], hard: false },
    ])
  })

  it('refuses one product, not the batch, when the database knows a reason that we do not', async () => {
    const { db } = await freshDatabase()
    await db.pool.query(`alter table products add constraint no_forks check (slug <> 'fork')`)
    const report = await run(
      db,
      await violetFile({ products: [entry('cup'), entry('fork'), entry('plate')] }),
    )
    expect(counts(report)).toEqual([2, 0, 0, 1])
    expect(report.problems).toMatchObject([
      { entry: 'fork', reason: expect.stringContaining('no_forks') as string },
    ])
    const strict = await run(db, await violetFile({ products: [entry('spoon'), entry('fork')] }), {
      strict: true,
    })
    expect([strict.applied, strict.problems.length]).toEqual([false, 1])
    expect([...(await shopOf(db)).products.keys()]).toEqual(['cup', 'plate'])
  })
})
