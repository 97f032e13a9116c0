import { describe, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { counts, entry, expectConsistent, exported, fileOf, run, shopOf, violetFile } from './for-tests.ts'

/* What a file does not say of an entry that the shop has. */

const later = { pictures: 'later' } as const
const color = {
  code: 'color',
  name: { en: 'Colour', zh: '颜色' },
  values: [
    { code: 'sage', name: { en: 'Sage', zh: '灰绿' }, swatch: '#a3b096' },
    { code: 'clay', name: { en: 'Clay' } },
  ],
}
const sku = (code: string, value: string, more: object = {}) => ({
  sku: code,
  options: { color: value },
  prices: { USD: { price: '20', linePrice: '30' }, EUR: { price: '19' } },
  stock: 5,
  weight: 300,
  ...more,
})
const whole = {
  categories: [{ slug: 'cups', name: { en: 'Cups' }, description: { en: '<p>To drink.</p>' }, position: 4 }],
  tags: [{ slug: 'new', name: { en: 'New' } }],
  products: [
    {
      slug: 'cup',
      title: { en: 'Cup', zh: '杯' },
      summary: { en: 'Small.' },
      description: { en: '<p>Long.</p>', zh: '<p>长。</p>' },
      brand: 'Kiln',
      type: 'Cups',
      categories: ['cups'],
      tags: ['new'],
      options: [color],
      skus: [sku('c-sage', 'sage'), sku('c-clay', 'clay')],
      pictures: [{ src: 'a.jpg', alt: { en: 'Front' } }, { src: 'b.jpg' }],
      details: [{ label: { en: 'Care' }, value: { en: 'By hand' } }],
    },
  ],
  collections: [{ slug: 'set', name: { en: 'Set' }, products: ['cup'] }],
}

async function filled(): Promise<Database> {
  const { db } = await freshDatabase()
  const report = await run(db, await violetFile(whole), later)
  expect(report.problems).toEqual([])
  return db
}

async function cup(db: Database): Promise<Record<string, unknown>> {
  return JSON.parse((await shopOf(db)).products.get('cup')!) as Record<string, unknown>
}

describe('an entry that names a part of a product', () => {
  it('leaves all the rest, and changes nothing when it comes again', async () => {
    const db = await filled()
    const before = await cup(db)
    const short = { slug: 'cup', skus: [{ sku: 'c-clay', prices: { USD: { price: '25' } } }] }
    const report = await run(db, await violetFile({ products: [short] }), later)
    expect([report.problems, counts(report), report.skus, report.losses]).toEqual([
      [],
      [0, 1, 0, 0],
      { added: 0, changed: 0, retired: 0 },
      [],
    ])
    const skus = before['skus'] as { prices: object }[]
    expect(await cup(db)).toEqual({
      ...before,
      skus: [
        skus[0],
        {
          ...skus[1],
          prices: { EUR: { price: '19.00' }, USD: { price: '25.00', linePrice: '30.00' } },
        },
      ],
    })
    await expectConsistent(db)
    expect(counts(await run(db, await violetFile({ products: [short] }), later))).toEqual([0, 0, 1, 0])
    expect(counts(await run(db, await violetFile(whole), later))).toEqual([0, 1, 0, 0])
    expect(await cup(db)).toEqual(before)
  })

  it('may tell a price without its currency, add a SKU, and leaves the stock that was sold', async () => {
    const db = await filled()
    await db.pool.query(`update skus set on_hand = 2 where sku = 'c-sage'`)
    const short = {
      slug: 'cup',
      options: [{ code: 'color', values: [{ code: 'ink', name: { en: 'Ink' } }] }],
      skus: [
        { sku: 'c-sage', price: '22', linePrice: null },
        { sku: 'c-ink', options: { color: 'ink' }, price: '21', stock: 7 },
      ],
    }
    const report = await run(db, await violetFile({ products: [short] }), later)
    expect([report.problems, report.skus]).toEqual([[], { added: 1, changed: 0, retired: 0 }])
    const { rows } = await db.pool.query(
      `select sku, on_hand, amount, line_amount from skus s join sku_prices p on p.sku_id = s.id and currency = 'USD' where not retired order by position`,
    )
    expect(rows).toEqual([
      { sku: 'c-sage', on_hand: 2, amount: 2200, line_amount: null },
      { sku: 'c-clay', on_hand: 5, amount: 2000, line_amount: 3000 },
      { sku: 'c-ink', on_hand: 7, amount: 2100, line_amount: null },
    ])
    // What was sold stays sold when the whole file comes again.
    await run(db, await violetFile(whole), later)
    expect((await db.pool.query(`select on_hand from skus where sku = 'c-sage'`)).rows).toEqual([
      { on_hand: 2 },
    ])
    await expectConsistent(db)
  })

  it('is refused where the shop has no such product, or what stays does not fit', async () => {
    const db = await filled()
    const before = await exported(db)
    const report = await run(
      db,
      await violetFile({
        products: [
          { slug: 'mug', skus: [{ sku: 'mug', price: '5' }] },
          { slug: 'cup', skus: [{ sku: 'c-clay', prices: { USD: { price: '31' } } }] },
        ],
      }),
      later,
    )
    expect(report.problems.map(({ entry: name, reason }) => [name, reason])).toEqual([
      ['mug', 'title: is missing'],
      ['cup', 'the SKU "c-clay": the line price 30.00 USD is not above the price 31'],
    ])
    expect(await exported(db)).toBe(before)
  })

  it('lets a SKU of other code take the place of one with the same options', async () => {
    const db = await filled()
    const short = { slug: 'cup', skus: [{ ...sku('new-clay', 'clay') }] }
    const report = await run(db, await violetFile({ products: [short] }), later)
    expect([report.problems, report.skus]).toEqual([[], { added: 1, changed: 0, retired: 1 }])
    expect((await cup(db))['skus']).toMatchObject([{ sku: 'c-sage' }, { sku: 'new-clay' }])
  })

  it('changes a group by its members, too', async () => {
    const db = await filled()
    const report = await run(
      db,
      await violetFile({
        categories: [{ slug: 'cups', name: { zh: '杯子' } }],
        tags: [{ slug: 'new', name: { zh: '新' } }],
        collections: [{ slug: 'set', position: 2 }],
      }),
      later,
    )
    expect(report.problems).toEqual([])
    const shop = await shopOf(db)
    expect([shop.categories[0], shop.tags[0], shop.collections[0]]).toMatchObject([
      { name: { en: 'Cups', zh: '杯子' }, description: { en: '<p>To drink.</p>' }, position: 4 },
      { name: { en: 'New', zh: '新' } },
      { name: { en: 'Set' }, position: 2, products: ['cup'] },
    ])
  })
})

describe('what would be lost', () => {
  const gone = {
    slug: 'cup',
    description: null,
    title: { zh: null },
    skus: [{ sku: 'c-clay', prices: null }],
  }

  it('is told, and stays until somebody agrees', async () => {
    const db = await filled()
    const before = await exported(db)
    const file = await violetFile({ products: [gone, entry('mug')] })
    const held = await run(db, file, { ...later, holdBack: true })
    expect([counts(held), held.heldBack]).toEqual([[1, 0, 0, 1], 1])
    expect(held.problems.map(({ reason }) => reason)).toEqual([
      'would lose title in zh, description in en, description in zh, SKU "c-clay": --yes imports it all the same',
    ])
    expect(held.losses).toEqual([
      { held: true, what: 'title in zh', count: 1, entries: 1, examples: ['cup'] },
      { held: true, what: 'description in en', count: 1, entries: 1, examples: ['cup'] },
      { held: true, what: 'description in zh', count: 1, entries: 1, examples: ['cup'] },
      { held: true, what: 'SKU', count: 1, entries: 1, examples: ['cup'] },
    ])
    expect((await shopOf(db)).products.get('cup')).toBe(
      JSON.stringify((JSON.parse(before) as { products: object[] }).products[0]),
    )

    const dry = await run(db, file, { ...later, dryRun: true })
    expect([dry.applied, dry.heldBack, dry.losses.map(({ what }) => what)]).toEqual([
      false,
      0,
      ['title in zh', 'description in en', 'description in zh', 'SKU'],
    ])
    const done = await run(db, file, later)
    expect([counts(done), done.skus.retired, done.losses.length]).toEqual([[0, 1, 1, 0], 1, 4])
    const after = await cup(db)
    expect([after['title'], after['description'], after['summary']]).toEqual([
      { en: 'Cup' },
      undefined,
      { en: 'Small.' },
    ])
    await expectConsistent(db)
  })

  it('by --replace is all that the file does not name', async () => {
    const db = await filled()
    const file = await violetFile({ products: [entry('cup', { skus: [{ sku: 'c-new', price: '5' }] })] })
    const held = await run(db, file, { ...later, replace: true, holdBack: true })
    expect([held.heldBack, counts(held)]).toEqual([1, [0, 0, 0, 1]])
    expect(held.losses.map(({ what, count }) => `${count} ${what}`)).toEqual([
      '1 title in zh',
      '1 summary in en',
      '1 description in en',
      '1 description in zh',
      '1 brand',
      '1 type',
      '1 category',
      '1 tag',
      '1 option',
      '2 SKU',
      '2 picture',
      '1 detail',
    ])
    expect(counts(await run(db, file, { ...later, replace: true }))).toEqual([0, 1, 0, 0])
    expect(await cup(db)).toMatchObject({ title: { en: 'cup' }, tags: [], skus: [{ sku: 'c-new' }] })
    expect((await cup(db))['description']).toBe(undefined)
    await expectConsistent(db)
  })

  it('is nothing for a list that the file has shorter, which is done and told', async () => {
    const db = await filled()
    const short = { slug: 'cup', pictures: [{ src: 'a.jpg' }], tags: [] }
    const report = await run(db, await violetFile({ products: [short] }), { ...later, holdBack: true })
    expect([counts(report), report.losses]).toEqual([
      [0, 1, 0, 0],
      [
        { held: false, what: 'tag', count: 1, entries: 1, examples: ['cup'] },
        { held: false, what: 'picture', count: 1, entries: 1, examples: ['cup'] },
      ],
    ])
    expect(await cup(db)).toMatchObject({ tags: [], pictures: [{ src: 'a.jpg', alt: { en: 'Front' } }] })
  })
})

describe('a Shopify file in a second language', () => {
  const head =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Alt Text'
  const english = [
    head,
    'cup,Cup,<p>Long.</p>,Kiln,Cups,New,Colour,Sage,S-1,4,deny,20,30,https://p.example/1.jpg,Front',
    'cup,,,,,,,Clay,S-2,5,deny,21,,,',
    'jar,Jar,<p>A jar.</p>,Kiln,Jars,,Title,Default Title,,1,deny,9,,,',
    '',
  ].join('\n')
  const chinese = [
    head,
    'cup,杯,<p>长。</p>,窑,杯子,新品,颜色,灰绿,S-1,4,deny,20,30,https://p.example/1.jpg,正面',
    'cup,,,,,,,陶土,S-2,5,deny,21,,,',
    'jar,罐,,窑,罐子,,Title,Default Title,,1,deny,9,,,',
    '',
  ].join('\n')

  it('brings its texts, and leaves the first language as it was', async () => {
    const { db } = await freshDatabase()
    await run(db, await fileOf(english, 'en.csv'), later)
    const before = await cup(db)
    const file = await fileOf(chinese, 'zh.csv')
    const report = await run(db, file, { ...later, locale: 'zh' })
    expect([report.problems, report.losses, counts(report), report.skus]).toEqual([
      [],
      [],
      [0, 2, 0, 0],
      { added: 0, changed: 0, retired: 0 },
    ])
    const shop = await shopOf(db)
    expect([shop.categories.map(({ slug }) => slug), shop.tags.map(({ slug }) => slug)]).toEqual([
      ['cups', 'jars'],
      ['new'],
    ])
    expect(await cup(db)).toEqual({
      ...before,
      title: { en: 'Cup', zh: '杯' },
      description: { en: '<p>Long.</p>', zh: '<p>长。</p>' },
      options: [
        {
          code: 'colour',
          name: { en: 'Colour', zh: '颜色' },
          values: [
            { code: 'sage', name: { en: 'Sage', zh: '灰绿' } },
            { code: 'clay', name: { en: 'Clay', zh: '陶土' } },
          ],
        },
      ],
      pictures: [{ src: 'https://p.example/1.jpg', alt: { en: 'Front', zh: '正面' } }],
    })
    expect(JSON.parse(shop.products.get('jar')!)).toMatchObject({
      title: { en: 'Jar', zh: '罐' },
      description: { en: '<p>A jar.</p>' },
    })
    await expectConsistent(db)
    for (const [path, locale] of [
      [file, 'zh'],
      [await fileOf(english, 'en.csv'), 'en'],
    ] as const)
      expect(counts(await run(db, path, { ...later, locale }))).toEqual([0, 0, 2, 0])
  })

  it('brings only texts where its options are others, and says so', async () => {
    const { db } = await freshDatabase()
    await run(db, await fileOf(english, 'en.csv'), later)
    const before = await cup(db)
    const other = [head, 'cup,杯,,,,,颜色,灰绿,X-1,4,deny,99,,,', ''].join('\n')
    const report = await run(db, await fileOf(other, 'zh.csv'), { ...later, locale: 'zh' })
    expect([report.problems, report.notes.map(({ note }) => note)]).toEqual([
      [],
      [
        '"cup": options in the second language cannot be matched with the shop\'s, so its options and SKUs stay as they are',
      ],
    ])
    expect(await cup(db)).toEqual({ ...before, title: { en: 'Cup', zh: '杯' } })
  })

  it('ends a reduction by an empty cell, and clears nothing else by one', async () => {
    const { db } = await freshDatabase()
    await run(db, await fileOf(english, 'en.csv'), later)
    const before = await cup(db)
    const rows = [head, 'cup,Cup,,,,,Colour,Sage,S-1,,deny,20,,,', '']
    const report = await run(db, await fileOf(rows.join('\n'), 'less.csv'), { ...later, holdBack: true })
    expect([report.problems, counts(report)]).toEqual([[], [0, 1, 0, 0]])
    const skus = before['skus'] as object[]
    expect(await cup(db)).toEqual({
      ...before,
      // Without a quantity nothing counts it any longer.
      skus: [{ ...skus[0], prices: { USD: { price: '20.00' } }, backorder: true }, skus[1]],
    })
  })

  it('works a base price out anew when the other currency changes', async () => {
    const { db } = await freshDatabase()
    const file = (price: string) => fileOf(`Handle,Title,Variant Price\ncup,Cup,${price}\n`, 'cup.csv')
    await run(db, await file('9.20'), { currency: 'EUR' })
    await run(db, await file('18.40'), { currency: 'EUR' })
    const { rows } = await db.pool.query('select currency, amount from sku_prices order by 1')
    expect(rows).toEqual([
      { currency: 'EUR', amount: 1840 },
      { currency: 'JPY', amount: 3030 },
      { currency: 'USD', amount: 2000 },
    ])
  })
})
