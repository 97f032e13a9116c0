import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VisitorOptions } from '#test/page-visitor.ts'
import { openSearchShop, type SearchShop } from '#test/search-shop.ts'
import { suggest } from './suggest.ts'
import { hotTerms, writeTerms } from './terms.ts'

let shop: SearchShop

beforeAll(async () => {
  shop = await openSearchShop()
})
afterAll(() => shop.close())

const ask = async (q: string, options: VisitorOptions = {}, history: string[] = []) => {
  const answer = await suggest(shop.ctxOf(options), { q, history })
  if (!answer.ok) throw new Error('refused')
  return answer.value
}

it('suggests terms, products and pages that what is typed may become', async () => {
  const answer = await ask('oa', {}, ['oak bench', 'lamp'])
  expect(answer.terms.map(({ text }) => text)).toEqual(['oak bench', 'oak'])
  expect(answer.products.map(({ href, price }) => [href, price])).toEqual([
    ['/product/oak-table', '$20'],
    ['/product/oak-stool', '$20'],
    ['/product/reed-lamp', '$20'],
  ])
  expect(answer.products[0]?.title).toEqual([
    { text: 'Oa', mark: true },
    { text: 'k Table', mark: false },
  ])
  expect(answer.categories.map(({ href }) => href)).toEqual(['/category/things'])
})

it('suggests the terms in demand where nothing is typed: the merchant’s, then those that people search for', async () => {
  expect(await ask(' ')).toMatchObject({
    terms: [],
    products: [],
    hot: [{ text: 'Oak', href: '/search?q=Oak' }],
  })
  expect((await ask('', { locale: 'zh' })).hot.map(({ text }) => text)).toEqual(['橡木'])
  await writeTerms(shop.database.db, new Date('2026-11-21T12:00:00Z'))
  await shop.database.db.pool.query('truncate search_terms')
  for (let times = 0; times < 3; times++) await shop.found('reed lamp')
  for (let times = 0; times < 3; times++) await shop.found('ann@example.com lamp')
  await shop.found('oak table')
  await writeTerms(shop.database.db, new Date('2026-11-21T12:00:00Z'))
  expect(await hotTerms(shop.ctxOf(), 8)).toEqual(['Oak', 'reed lamp'])
  const { rows } = await shop.database.db.pool.query('select term, count from search_terms order by 1')
  expect(rows).toEqual([
    { term: 'oak table', count: 1 },
    { term: 'reed lamp', count: 3 },
  ])
  await writeTerms(shop.database.db, new Date('2026-12-31T12:00:00Z'))
  expect((await shop.database.db.pool.query('select 1 from search_terms')).rows).toEqual([])
})

it('says what was probably meant', async () => {
  expect((await ask('stol')).didYouMean).toEqual({ text: 'stool', href: '/search?q=stool' })
  expect((await ask('stool')).didYouMean).toBeNull()
})
