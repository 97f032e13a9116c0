import { expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { counts, entry, exported, fileOf, run as runCatalog, violetFile } from '../catalog/for-tests.ts'
import { article, catalog, contentFileOf, page, run } from './for-tests.ts'
import { exportContent } from './export.ts'

const slugsOf = async (db: Database): Promise<unknown[]> =>
  (
    await db.pool.query<{ text: string }>(
      `select concat_ws(' ', kind, locale, slug, case when is_former then 'former' end) as text
       from entry_slugs order by 1`,
    )
  ).rows.map(({ text }) => text)

async function contentOf(db: Database): Promise<string> {
  let text = ''
  await exportContent(db, { write: async (piece) => void (text += piece), picture: null })
  return text
}

const group = (slug: string, slugs: object, more: object = {}): object => ({
  slug,
  slugs,
  name: { en: slug, zh: slug },
  ...more,
})

it('come from files, stay through an export, and are what an import compares', async () => {
  const { db } = await freshDatabase()
  const first = await runCatalog(
    db,
    await violetFile({
      categories: [group('kitchen', { zh: '厨房' })],
      tags: [group('oak', { zh: '橡木', de: 'oak' })],
      products: [entry('cup', { slugs: { zh: '杯子', 'zh-HK': '杯' } })],
      collections: [group('quiet', { zh: '静' }, { products: ['cup'] })],
    }),
  )
  expect(first.problems).toEqual([])
  await runCatalog(db, await violetFile(catalog))
  const content = await run(
    db,
    await contentFileOf({
      articles: [article('wood', { slugs: { zh: '木头' } })],
      pages: [page('shipping', { slugs: { zh: '配送' } })],
    }),
  )
  expect(content.problems).toEqual([])
  expect(await slugsOf(db)).toEqual(
    [
      'article zh 木头',
      'category zh 厨房',
      'collection zh 静',
      'page zh 配送',
      'product zh 杯子',
      'product zh-HK 杯',
      // What is its own slug anyway is left out.
      'tag zh 橡木',
    ].toSorted(),
  )
  const text = await exported(db)
  expect(text).toContain('"slug":"cup","slugs":{"zh":"杯子","zh-HK":"杯"}')
  const [, changed, , refused] = counts(await runCatalog(db, await fileOf(text)))
  expect([changed, refused, await exported(db)]).toEqual([0, 0, text])
  const articles = await contentOf(db)
  expect(articles).toContain('"slugs":{"zh":"木头"}')
  await run(db, await fileOf(articles))
  expect(await contentOf(db)).toBe(articles)
})

it('change one language by itself, and lead on from the former', async () => {
  const { db } = await freshDatabase()
  await runCatalog(
    db,
    await violetFile({ products: [entry('cup', { slugs: { zh: '杯子', 'zh-HK': '杯' } })] }),
  )
  const change = await runCatalog(
    db,
    await violetFile({ products: [{ slug: 'cup', slugs: { zh: '茶杯' } }] }),
  )
  expect(counts(change)).toEqual([0, 1, 0, 0])
  expect(await slugsOf(db)).toEqual(
    ['product zh 杯子 former', 'product zh 茶杯', 'product zh-HK 杯'].toSorted(),
  )
})

it('are traded by two entries of one file', async () => {
  const { db } = await freshDatabase()
  const pair = (a: string, b: string): Promise<string> =>
    violetFile({ products: [entry('cup', { slugs: { zh: a } }), entry('mug', { slugs: { zh: b } })] })
  await runCatalog(db, await pair('甲', '乙'))
  expect(counts(await runCatalog(db, await pair('乙', '甲')))).toEqual([0, 2, 0, 0])
  const { rows } = await db.pool.query(
    `select e.slug, x.slug as zh, is_former from entry_slugs x join products e on e.id = x.entry_id order by 1`,
  )
  expect(rows).toEqual([
    { slug: 'cup', zh: '乙', is_former: false },
    { slug: 'mug', zh: '甲', is_former: false },
  ])
})

it.each([
  ['another’s own', { mug: { zh: 'cup' } }, 'the address "cup" belongs to "cup"'],
  ['another’s in the language', { mug: { zh: '杯子' } }, 'the address "杯子" in zh belongs to "cup"'],
  ['twice in one file', { mug: { zh: '甲' }, jug: { zh: '甲' } }, 'the address "甲" in zh belongs to "mug"'],
  ['its own that is another’s in a language', { 杯子: {} }, 'the address "杯子" in zh belongs to "cup"'],
  ['of no language', { mug: { xx: 'becher' } }, 'slugs has a text in "xx"'],
  ['that is no slug', { mug: { zh: 'A b' } }, 'lower-case letters'],
])('are refused: %s', async (_, wanted, reason) => {
  const { db } = await freshDatabase()
  await runCatalog(db, await violetFile({ products: [entry('cup', { slugs: { zh: '杯子' } })] }))
  const products = Object.entries(wanted).map(([slug, slugs]) => entry(slug, { slugs }))
  const report = await runCatalog(db, await violetFile({ products }))
  expect(report.products.refused).toBe(1)
  expect(report.problems.map((problem) => problem.reason).join()).toContain(reason)
  expect((await slugsOf(db)).includes('product zh 杯子')).toBe(true)
})
