import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { contentFileOf, counts, coupon, everything, exportedContent, run, stocked } from './for-tests.ts'

async function filled(): Promise<Database> {
  const db = await stocked((await freshDatabase()).db)
  expect((await run(db, await contentFileOf(everything), { pictures: 'later' })).problems).toEqual([])
  return db
}

type Entries = Record<string, Record<string, unknown>[]>

async function shop(db: Database): Promise<Entries> {
  return JSON.parse(await exportedContent(db)) as Entries
}

it('leaves of an entry what the file does not name', async () => {
  const db = await filled()
  const before = await shop(db)
  const part = {
    articles: [{ slug: 'oak', body: { zh: '# 橡木' }, format: 'markdown', author: { name: { zh: '艾达' } } }],
    pages: [{ slug: 'shipping', title: { zh: '配送' } }],
    promotions: [
      { slug: 'table', benefit: { kind: 'percent', percent: 5 }, conditions: { minimumQuantity: 3 } },
    ],
    coupons: [{ slug: 'welcome', limit: 50 }],
    forms: [{ slug: 'quote', fields: [{ code: 'how-many', required: true }] }],
    reviews: [{ code: 'rv-1', reply: { content: 'Thanks.', createdAt: '2026-10-04T10:00:00Z' } }],
    comments: [{ code: 'co-2', content: 'Better said.' }],
  }
  const report = await run(db, await contentFileOf(part), { pictures: 'later', holdBack: true })
  expect([report.problems, report.losses, counts(report)]).toEqual([
    [],
    [],
    {
      articles: [0, 1, 0, 0],
      pages: [0, 1, 0, 0],
      promotions: [0, 1, 0, 0],
      coupons: [0, 1, 0, 0],
      forms: [0, 1, 0, 0],
      reviews: [0, 1, 0, 0],
      comments: [0, 1, 0, 0],
    },
  ])
  const after = await shop(db)
  const was = (list: string, key: string) =>
    before[list]!.find(({ slug, code }) => slug === key || code === key)!
  const is = (list: string, key: string) =>
    after[list]!.find(({ slug, code }) => slug === key || code === key)!
  const oak = was('articles', 'oak')
  expect(is('articles', 'oak')).toEqual({
    ...oak,
    body: { ...(oak['body'] as object), zh: '<h2>橡木</h2>' },
    author: { ...(oak['author'] as object), name: { en: 'Ada', zh: '艾达' } },
  })
  expect(is('pages', 'shipping')).toEqual({
    ...was('pages', 'shipping'),
    title: { en: 'Our shipping', zh: '配送' },
  })
  const table = was('promotions', 'table')
  expect(is('promotions', 'table')).toEqual({
    ...table,
    benefit: { kind: 'percent', percent: 5 },
    conditions: { ...(table['conditions'] as object), minimumQuantity: 3 },
  })
  expect(is('coupons', 'welcome')).toEqual({ ...was('coupons', 'welcome'), limit: 50 })
  expect(is('forms', 'quote')['fields']).toMatchObject([
    { code: 'how-many', required: true, choices: [{ code: 'few' }] },
  ])
  expect(is('reviews', 'rv-1')).toEqual({
    ...was('reviews', 'rv-1'),
    reply: { content: 'Thanks.', createdAt: '2026-10-04T10:00:00.000Z' },
  })
  expect(is('comments', 'co-2')).toEqual({ ...was('comments', 'co-2'), content: 'Better said.' })
})

it('takes away what is null, after it was told', async () => {
  const db = await filled()
  const before = await exportedContent(db)
  const file = await contentFileOf({
    articles: [{ slug: 'oak', picture: null, products: [] }],
    coupons: [coupon('welcome', { limit: null })],
  })
  const held = await run(db, file, { pictures: 'later', holdBack: true })
  expect(held.problems.map(({ entry, reason }) => [entry, reason])).toEqual([
    ['oak', 'would lose picture, 2 × product "stool", "cup": --yes imports it all the same'],
    ['welcome', 'would lose limit: --yes imports it all the same'],
  ])
  expect(await exportedContent(db)).toBe(before)
  expect(counts(await run(db, file, { pictures: 'later' }))).toEqual({
    articles: [0, 1, 0, 0],
    coupons: [0, 1, 0, 0],
  })
  const { articles, coupons } = await shop(db)
  expect([articles![0]!['picture'], articles![0]!['products']]).toEqual([undefined, []])
  expect(coupons!.find(({ slug }) => slug === 'welcome')!['limit']).toBe(undefined)
})

it('refuses a part of an entry that the shop does not have, by what is missing', async () => {
  const db = await stocked((await freshDatabase()).db)
  const report = await run(
    db,
    await contentFileOf({ articles: [{ slug: 'ash', title: { en: 'Ash' } }, { title: { en: 'No' } }] }),
  )
  expect(report.problems.map(({ entry, reason }) => `${entry}: ${reason}`)).toEqual([
    'articles[1]: slug: is missing',
    'articles[1]: summary: is missing',
    'articles[1]: body: is missing',
    'articles[1]: author: is missing',
    'articles[1]: publishedAt: is missing',
    'ash: summary: is missing',
    'ash: body: is missing',
    'ash: author: is missing',
    'ash: publishedAt: is missing',
  ])
})
