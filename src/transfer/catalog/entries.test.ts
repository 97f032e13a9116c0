import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, freshDatabase, type TestDatabase } from '#test/database.ts'
import { counts, entry, expectConsistent, run, scratchFolder, shopOf, violetFile } from './for-tests.ts'

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

describe('what goes together', () => {
  it('refuses a SKU that another product has, by both names', async () => {
    const { db } = await freshDatabase()
    const report = await run(
      db,
      await violetFile({ products: [entry('cup'), entry('mug', { skus: [sku('cup')] }), entry('plate')] }),
    )
    expect(reasons(report)).toEqual([expect.stringMatching(/^\d+: the SKU "cup" of "mug" belongs to "cup"$/)])
    expect(counts(report)).toEqual([2, 0, 0, 1])
    const later = await run(db, await violetFile({ products: [entry('bowl', { skus: [sku('plate')] })] }))
    expect(reasons(later)).toEqual(['5: the SKU "plate" of "bowl" belongs to "plate"'])
  })

  it('refuses the second entry of one address', async () => {
    const { db } = await freshDatabase()
    const report = await run(
      db,
      await violetFile({
        products: [entry('cup'), entry('cup', { brand: 'x' })],
        tags: [
          { slug: 'a', name: { en: 'A' } },
          { slug: 'a', name: { en: 'B' } },
        ],
      }),
    )
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      '"a" was there before, in line 42',
      'the address "cup" was there before, in line 5',
    ])
  })

  it('puts a product into the ancestors of its categories, and moves it when the tree changes', async () => {
    const { db } = await freshDatabase()
    const category = (slug: string, parent?: string) => ({ slug, parent, name: { en: slug } })
    const products = [
      entry('lamp', { categories: ['table-lamps'] }),
      entry('sofa', { categories: ['furniture', 'lighting'] }),
    ]
    await run(
      db,
      await violetFile({
        products,
        categories: [
          category('table-lamps', 'lighting'),
          category('lighting', 'home'),
          category('home'),
          category('furniture'),
        ],
      }),
    )
    const places = async () =>
      (
        await db.pool.query(
          `select p.slug, string_agg(c.slug || case when direct then '!' else '' end, ' ' order by c.slug) as categories from product_categories pc join products p on p.id = product_id join categories c on c.id = category_id group by 1 order by 1`,
        )
      ).rows
    expect(await places()).toEqual([
      { slug: 'lamp', categories: 'home lighting table-lamps!' },
      { slug: 'sofa', categories: 'furniture! home lighting!' },
    ])
    const report = await run(db, await violetFile({ categories: [category('lighting', 'furniture')] }))
    expect(report.categories).toMatchObject({ changed: 1, refused: 0 })
    expect(await places()).toEqual([
      { slug: 'lamp', categories: 'furniture lighting table-lamps!' },
      { slug: 'sofa', categories: 'furniture! lighting!' },
    ])
    await expectConsistent(db)
    expect(counts(await run(db, await violetFile({ products })))).toEqual([0, 0, 2, 0])
  })

  it('refuses circles and unknown parents, with what hangs below them', async () => {
    const { db } = await freshDatabase()
    const category = (slug: string, parent?: string) => ({ slug, parent, name: { en: slug } })
    await run(db, await violetFile({ categories: [category('home'), category('light', 'home')] }))
    const report = await run(
      db,
      await violetFile({
        categories: [
          category('a', 'b'),
          category('b', 'a'),
          category('c', 'nowhere'),
          category('d', 'c'),
          category('home', 'light'),
          category('good', 'home'),
        ],
        products: [entry('cup', { categories: ['d'] })],
      }),
    )
    expect(report.problems.map(({ entry: name, reason }) => `${name}: ${reason}`)).toEqual([
      'a: is its own ancestor: a < b < a',
      'b: is its own ancestor: b < a < b',
      'c: its parent "nowhere" is not known',
      'd: its ancestor "nowhere" is not known',
      'home: is its own ancestor: home < light < home',
      'cup: the category "d" is not known',
    ])
    expect((await shopOf(db)).categories.map(({ slug, parent }) => [slug, parent])).toEqual([
      ['good', 'home'],
      ['home', undefined],
      ['light', 'home'],
    ])
    const deep = Array.from({ length: 12 }, (_, level) =>
      category(`level-${level}`, level === 0 ? undefined : `level-${level - 1}`),
    )
    expect((await run(db, await violetFile({ categories: deep }))).categories).toMatchObject({
      added: 10,
      refused: 2,
    })
  })

  it('refuses names that nobody knows, and takes files of a folder in the order that they need', async () => {
    const { db } = await freshDatabase()
    const alone = await violetFile({
      products: [entry('cup', { tags: ['new'] }), entry('plate')],
      collections: [{ slug: 'set', name: { en: 'Set' }, products: ['plate', 'bowl'] }],
    })
    expect((await run(db, alone)).problems.map(({ reason }) => reason)).toEqual([
      'the tag "new" is not known',
      'the product "bowl" is not known',
    ])
    const folder = await scratchFolder()
    const part = (name: string, content: object) =>
      writeFile(join(folder, name), JSON.stringify({ format: 'violet-catalog', version: 1, ...content }))
    await part('a-collections.json', {
      collections: [{ slug: 'set', name: { en: 'Set' }, products: ['plate', 'bowl'] }],
    })
    await part('b-products.json', {
      products: [entry('cup', { tags: ['new'] }), entry('plate'), entry('bowl')],
    })
    await part('c-tags.json', { tags: [{ slug: 'new', name: { en: 'New' } }] })
    const report = await run(db, folder)
    expect(report.problems).toEqual([])
    expect(counts(report)).toEqual([2, 0, 1, 0])
    expect((await shopOf(db)).collections).toMatchObject([{ slug: 'set', products: ['plate', 'bowl'] }])
    // Another order is a change of the collection and of nothing else.
    await part('a-collections.json', {
      collections: [{ slug: 'set', name: { en: 'Set' }, products: ['bowl'] }],
    })
    const again = await run(db, folder)
    expect([counts(again), again.collections]).toEqual([
      [0, 0, 3, 0],
      { added: 0, changed: 1, same: 0, refused: 0 },
    ])
  })
})

describe('an entry that no shop can keep', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createDatabase()
  })
  afterAll(() => test.drop())

  it.each([
    [
      'a language that the shop has not',
      { title: { en: 'Cup', klingon: 'x' } },
      'title has a text in "klingon", which is no language of the shop',
    ],
    ['a blank title', { title: { en: ' \t' } }, 'title is blank in en'],
    [
      'a text without a title beside it',
      { summary: { zh: '杯' } },
      'summary has a text in zh, and title has none',
    ],
    ['a SKU without its option', { options: [sizes] }, 'the SKU "cup" has no "size"'],
    [
      'a SKU with an unknown value',
      { options: [sizes], skus: [sku('cup', { options: { size: 'm' } })] },
      'the SKU "cup" has "size: m", which the product does not offer',
    ],
    ['two SKUs that are one', { skus: [sku('a'), sku('b')] }, 'the SKUs "a" and "b" have the same options'],
    [
      'a SKU twice',
      {
        options: [sizes],
        skus: [sku('a', { options: { size: 's' } }), sku('a', { options: { size: 'l' } })],
      },
      'the SKU "a" is there twice',
    ],
    [
      'no price in the base currency',
      { skus: [sku('a', { prices: { EUR: { price: '1' } } })] },
      'the SKU "a": no price in USD, the currency of the shop',
    ],
    [
      'a line price that is none',
      { skus: [sku('a', { prices: { USD: { price: '2', linePrice: '2.00' } } })] },
      'the SKU "a": the line price 2.00 USD is not above the price 2',
    ],
    [
      'a swatch that is none',
      {
        options: [{ ...sizes, values: [{ code: 's', name: { en: 'S' }, swatch: 'url(x)' }] }],
        skus: [sku('a', { options: { size: 's' } })],
      },
      'the swatch "url(x)" is not a colour',
    ],
    [
      'a path that leads out',
      { pictures: [{ src: '../../etc/passwd' }] },
      'pictures[0] is at "../../etc/passwd", which is no path inside the media folder',
    ],
    [
      'an address that is no web address',
      { pictures: [{ src: 'file:///etc/passwd' }] },
      'pictures[0] is at "file:///etc/passwd": only http and https are fetched',
    ],
    [
      'a date that is none',
      { publishedAt: '0000-01-01T00:00:00Z' },
      'publishedAt is 0000-01-01T00:00:00Z, which is not a date from 1970 on',
    ],
    ['a NUL', { brand: 'a\0b' }, 'brand has a NUL character'],
    ['half a character', { title: { en: 'a\ud83d' } }, 'title.en has half of a surrogate pair'],
  ])('refuses %s', async (_, more, reason) => {
    const report = await run(
      test.db,
      await violetFile({ products: [entry('cup', more), entry('plate', { skus: [sku('plate')] })] }),
    )
    expect(report.problems.map((problem) => problem.reason)).toEqual([reason])
    expect([...(await shopOf(test.db)).products.keys()]).toEqual(['plate'])
  })
})
