import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf } from '../catalog/for-tests.ts'
import { createDatabase, freshDatabase, type TestDatabase } from '#test/database.ts'
import {
  article,
  catalog,
  contentFileOf,
  counts,
  coupon,
  everything,
  form,
  page,
  promotion,
  review,
  run,
  stocked,
  tableStates,
} from './for-tests.ts'

describe('an import of content', () => {
  it('brings every kind in, and repeating it changes nothing', async () => {
    const db = await stocked((await freshDatabase()).db)
    const file = await contentFileOf(everything)
    const first = await run(db, file)
    expect(first.problems).toEqual([])
    expect(counts(first)).toEqual({
      articles: [1, 0, 0, 0],
      pages: [2, 0, 0, 0],
      promotions: [1, 0, 0, 0],
      coupons: [2, 0, 0, 0],
      forms: [1, 0, 0, 0],
      reviews: [1, 0, 0, 0],
      comments: [2, 0, 0, 0],
    })
    const before = await tableStates(db)
    const again = await run(db, file)
    expect(counts(again)).toEqual({
      articles: [0, 0, 1, 0],
      pages: [0, 0, 2, 0],
      promotions: [0, 0, 1, 0],
      coupons: [0, 0, 2, 0],
      forms: [0, 0, 1, 0],
      reviews: [0, 0, 1, 0],
      comments: [0, 0, 2, 0],
    })
    expect(await tableStates(db)).toEqual(before)
  })

  it('keeps amounts as integers of minor units, and lists in one order', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf(everything))
    const { rows } = await db.pool.query('select conditions, benefit, starts_at, ends_at from promotions')
    expect(rows).toEqual([
      {
        conditions: {
          minimumAmount: { USD: 5000 },
          minimumQuantity: 2,
          products: ['cup', 'stool'],
          categories: ['kitchen'],
          collections: ['quiet'],
          firstOrder: true,
        },
        benefit: {
          kind: 'tiered',
          steps: [
            { percent: 10, quantity: 2 },
            { percent: 20, quantity: 4 },
          ],
        },
        starts_at: new Date('2026-11-01T00:00:00Z'),
        ends_at: new Date('2027-02-01T00:00:00Z'),
      },
    ])
    const coupons = await db.pool.query('select benefit from coupons order by slug')
    expect(coupons.rows).toEqual([
      { benefit: { kind: 'buy-get', buy: 2, get: 1, percent: 100 } },
      { benefit: { kind: 'amount', amounts: { USD: 1000, JPY: 1500 } } },
    ])
  })

  it('cleans the HTML when it is read', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf(everything))
    const { rows } = await db.pool.query("select body from article_texts where locale = 'en'")
    expect(rows).toEqual([{ body: '<h2>Oak</h2><p>A <a href="/product/stool">stool</a>.</p>' }])
  })

  it('writes only what changed', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(
      db,
      await contentFileOf({ pages: [page('shipping'), page('about')], reviews: [review('rv-1')] }),
    )
    const { rows } = await db.pool.query('select max(id) as last from cache_changes')
    const report = await run(
      db,
      await contentFileOf({
        pages: [page('shipping', { body: { en: '<p>Quicker.</p>' } }), page('about')],
        reviews: [review('rv-1', { helpful: 0 })],
      }),
    )
    expect(counts(report)).toEqual({ pages: [0, 1, 1, 0], reviews: [0, 0, 1, 0] })
    const told = await db.pool.query('select tags, hard from cache_changes where id > $1 order by id', [
      rows[0].last,
    ])
    const shipping = (await db.pool.query("select id from pages where slug = 'shipping'")).rows[0].id
    expect(told.rows).toEqual([
      { tags: [`page:${shipping}`], hard: true },
      { tags: ['content'], hard: false },
      { tags: ['search'], hard: false },
    ])
  })

  it('takes a hidden article out of every list at once', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf({ articles: [article('oak')] }))
    await run(db, await contentFileOf({ articles: [article('oak', { visible: false })] }))
    const { rows } = await db.pool.query('select hard from cache_changes where $1 = any(tags) order by id', [
      'content',
    ])
    expect(rows).toEqual([{ hard: false }, { hard: true }])
  })

  it('gives the catalogue of a folder its place before the content', async () => {
    const { db } = await freshDatabase()
    const folder = dirname(await contentFileOf(everything, 'a-content.json'))
    await writeFile(join(folder, 'b-catalog.json'), JSON.stringify(catalog))
    const dry = await run(db, folder, { dryRun: true })
    expect([dry.applied, dry.problems, dry.articles.added]).toEqual([false, [], 1])
    expect((await db.pool.query('select 1 from products union all select 1 from articles')).rows).toEqual([])
    const report = await run(db, folder)
    expect(report).toMatchObject({
      formats: ['violet', 'violet-content'],
      problems: [],
      products: { added: 2 },
      articles: { added: 1 },
      reviews: { added: 1 },
    })
  })
})

describe('an entry of content that is wrong', () => {
  let shop: TestDatabase
  beforeAll(async () => {
    shop = await createDatabase()
  })
  afterAll(() => shop.drop())

  it.each<[string, object, string]>([
    ['articles', article('a', { products: ['vase'] }), 'the product "vase" is not known'],
    ['articles', article('a', { tags: ['tin'] }), 'the tag "tin" is not known'],
    ['articles', article('a', { products: ['cup', 'cup'] }), 'the product "cup" is there twice'],
    ['articles', article('a', { summary: { zh: '短' } }), 'summary has a text in zh, and title has none'],
    ['articles', article('a', { title: { en: ' ' } }), 'title is blank in en'],
    [
      'articles',
      article('a', { publishedAt: '1969-01-01T00:00:00Z' }),
      'publishedAt is 1969-01-01T00:00:00Z, which is not a date from 1970 on',
    ],
    [
      'articles',
      article('a', { picture: { src: '../x.jpg' } }),
      'picture is at "../x.jpg", which is no path inside the media folder',
    ],
    [
      'pages',
      page('a', { body: { xx: '<p>?</p>' } }),
      'body has a text in "xx", which is no language of the shop',
    ],
    ['pages', page('a', { body: { en: '\u0000' } }), 'body.en has a NUL character'],
    [
      'promotions',
      promotion('a', { conditions: { categories: ['attic'] } }),
      'the category "attic" is not known',
    ],
    [
      'promotions',
      promotion('a', { conditions: { collections: ['loud'] } }),
      'the collection "loud" is not known',
    ],
    [
      'promotions',
      promotion('a', { conditions: { minimumAmount: { EUR: '5' } } }),
      'conditions.minimumAmount: nothing in USD, the currency of the shop',
    ],
    [
      'promotions',
      promotion('a', { benefit: { kind: 'amount', amounts: { USD: '1.234' } } }),
      'benefit.amounts: "1.234" is more exact than USD can be',
    ],
    [
      'promotions',
      promotion('a', { benefit: { kind: 'amount', amounts: { USD: '0' } } }),
      'benefit.amounts: 0 USD is no benefit',
    ],
    [
      'promotions',
      promotion('a', { startsAt: '2026-12-01T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }),
      'endsAt is not after startsAt',
    ],
    [
      'promotions',
      promotion('a', {
        benefit: {
          kind: 'tiered',
          steps: [
            { quantity: 2, percent: 5 },
            { quantity: 2, percent: 9 },
          ],
        },
      }),
      'benefit.steps: the quantity 2 is there twice',
    ],
    ['coupons', coupon('a', { conditions: { products: ['vase'] } }), 'the product "vase" is not known'],
    [
      'forms',
      form('a', { fields: [{ code: 'x', label: { en: 'X' }, kind: 'choice' }] }),
      'the field "x" has nothing to choose',
    ],
    [
      'forms',
      form('a', {
        fields: [
          { code: 'x', label: { en: 'X' }, kind: 'text', choices: [{ code: 'a', name: { en: 'A' } }] },
        ],
      }),
      'the field "x" has choices, and is no choice',
    ],
    ['reviews', review('a', { product: 'vase' }), 'the product "vase" is not known'],
    ['reviews', review('a', { sku: 'none' }), 'the SKU "none" is not known'],
    ['reviews', review('a', { sku: 'stool-ink' }), 'the SKU "stool-ink" is none of "cup"'],
    ['reviews', review('a', { locale: 'tlh' }), '"tlh" is no language of the shop'],
    ['reviews', review('a', { content: ' \n' }), 'a text of it is blank'],
    ['reviews', review('a', { score: 6 }), 'score: should be at most 5'],
    ['reviews', review('a', { reply: { content: 'Hm' } }), 'reply.createdAt: is missing'],
  ])('is told by line and the good ones go in: %s %#', async (plural, entry, reason) => {
    await stocked(shop.db)
    const file = await contentFileOf({ [plural]: [entry] })
    const report = await run(shop.db, file)
    expect(report.problems).toEqual([{ file, line: 5, entry: 'a', reason }])
    expect(counts(report)).toEqual({ [plural]: [0, 0, 0, 1] })
  })

  it('costs itself only, or everything when it is strict', async () => {
    const db = await stocked((await freshDatabase()).db)
    const file = await contentFileOf({
      articles: [article('good'), article('bad', { products: ['vase'] }), article('good')],
      coupons: [coupon('one', { code: 'SAME' }), coupon('two', { code: 'same' })],
    })
    const strict = await run(db, file, { strict: true })
    expect([strict.applied, counts(strict)]).toEqual([
      false,
      { articles: [1, 0, 0, 2], coupons: [1, 0, 0, 1] },
    ])
    expect((await db.pool.query('select 1 from articles union all select 1 from coupons')).rows).toEqual([])
    const report = await run(db, file)
    expect(counts(report)).toEqual({ articles: [1, 0, 0, 2], coupons: [1, 0, 0, 1] })
    expect(report.problems.map(({ entry, reason }) => [entry, reason])).toEqual([
      ['good', expect.stringMatching(/^"good" was there before, in line 5 of /)],
      ['two', expect.stringMatching(/^the code "SAME" was there before, in line \d+ of /)],
      ['bad', 'the product "vase" is not known'],
    ])
  })

  it('may not take the code of another coupon', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf({ coupons: [coupon('one', { code: 'Hello' })] }))
    const report = await run(db, await contentFileOf({ coupons: [coupon('two', { code: 'HELLO' })] }))
    expect(report.problems).toMatchObject([{ reason: 'the code "HELLO" belongs to the coupon "one"' }])
    expect((await db.pool.query('select slug, code from coupons')).rows).toEqual([
      { slug: 'one', code: 'Hello' },
    ])
  })

  it('is told in a damaged file too', async () => {
    const db = await stocked((await freshDatabase()).db)
    const text = `{"format":"violet-content","version":2,\n"pages":[\n${JSON.stringify(page('a'))},\n{"slug": oops},\n${JSON.stringify(page('b'))}\n],"poems":[{}]}`
    const report = await run(db, await fileOf(text))
    expect(counts(report)).toEqual({ pages: [2, 0, 0, 1] })
    expect(report.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'version 2 of the format is not known: this program reads version 1'],
      [4, expect.stringMatching(/^is not JSON/)],
      [6, 'the file has "poems", which the format does not know'],
    ])
  })
})
