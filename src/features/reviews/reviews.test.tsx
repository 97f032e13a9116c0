import { createElement } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, fillShop, review } from '#app/content/for-tests.ts'
import { renderView } from '#platform/server/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { bestReviews, listReviews } from './actions/browse.ts'
import type { ReviewSort } from './contract.ts'
import { ReviewList } from './parts/review-list.tsx'
import { ReviewQuote } from './parts/review-quote.tsx'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  await fillShop(shop.db, catalog, { reviews })
  await shop.db.pool.query("update reviews set visible = false where code = 'spam'")
})
afterAll(() => shop.drop())

const long =
  'The seat is wide enough for a cat and its opinions. After a month the oak has darkened where hands take it.'
const reviews = [
  review('a', {
    product: 'stool',
    sku: 'stool-sage',
    score: 5,
    helpful: 3,
    content: long,
    title: 'Cat & stool',
  }),
  review('b', {
    product: 'stool',
    score: 2,
    helpful: 9,
    content: 'Wobbles\n<b>a bit</b>.',
    createdAt: '2026-10-05T10:00:00Z',
    reply: { content: 'We sent feet.', createdAt: '2026-10-06T10:00:00Z' },
  }),
  review('c', {
    product: 'stool',
    score: 5,
    locale: 'zh',
    content: '坐着踏实，木头的颜色一个月后更深了，猫也喜欢，常常先占着不走。',
    createdAt: '2026-09-01T10:00:00Z',
    verified: true,
  }),
  review('spam', { product: 'stool', score: 1, content: 'Buy pills.' }),
  review('short', { product: 'cup', score: 5, content: 'Nice.' }),
  ...Array.from({ length: 11 }, (_, n) => review(`cup-${n}`, { score: 4 })),
]

describe('the reviews of a product', () => {
  it('come with how many gave which score; what is hidden does not count', async () => {
    const listed = await listReviews(contextOf(shop.db), { product: 'stool', page: 1, sort: 'new' })
    expect(listed.ok && listed.value).toMatchObject({
      total: 3,
      pages: 1,
      average: 4,
      spread: [
        { score: 5, count: 2 },
        { score: 4, count: 0 },
        { score: 3, count: 0 },
        { score: 2, count: 1 },
        { score: 1, count: 0 },
      ],
    })
  })

  it.each<[ReviewSort, 'en' | 'zh-HK', number[]]>([
    ['helpful', 'en', [2, 5, 5]],
    ['helpful', 'zh-HK', [5, 2, 5]],
    ['new', 'en', [2, 5, 5]],
    ['high', 'en', [5, 5, 2]],
    ['low', 'en', [2, 5, 5]],
  ])('are put in order: %s in %s', async (sort, locale, scores) => {
    const listed = await listReviews(contextOf(shop.db, { locale }), { product: 'stool', page: 1, sort })
    expect(listed.ok && listed.value.reviews.map(({ score }) => score)).toEqual(scores)
  })

  it('come ten at a time', async () => {
    const ctx = contextOf(shop.db)
    const second = await listReviews(ctx, { product: 'cup', page: 2, sort: 'new' })
    expect(second.ok && [second.value.pages, second.value.reviews.length]).toEqual([2, 2])
    expect(await listReviews(ctx, { product: 'vase', page: 1, sort: 'new' })).toEqual({
      ok: false,
      problem: { name: 'unknown_product' },
    })
  })

  it('show the words as words, what was bought, and the answer of the shop', async () => {
    const ctx = contextOf(shop.db)
    const listed = await listReviews(ctx, { product: 'stool', page: 1, sort: 'helpful' })
    if (!listed.ok) throw new Error('no reviews')
    const html = rendered(createElement(ReviewList, { page: listed.value, ctx }))
    expect(html).toContain('Wobbles\n&lt;b&gt;a bit&lt;/b&gt;.')
    expect(html).toContain('Bought: Sage')
    expect(html).toContain('<strong>Violet answers</strong><span>October 6, 2026</span>')
    expect(html).toContain('9 people found this helpful')
    expect(html).toContain('lang="zh-Hans"')
    expect(html.split('Bought here')).toHaveLength(2)
    expect(html).toContain('aria-label="5 stars: 2 reviews"')
  })

  it('are missing without a fuss', async () => {
    const ctx = contextOf(shop.db)
    const nothing = {
      reviews: [],
      total: 0,
      page: 1,
      pages: 1,
      sort: 'new' as const,
      average: null,
      spread: [],
    }
    expect(rendered(createElement(ReviewList, { page: nothing, ctx }))).toContain(
      'Nobody has written about this yet.',
    )
  })
})

describe('the best reviews of the shop', () => {
  it("are of full score, long enough to say something, one for a product, in the visitor's language first", async () => {
    const english = await bestReviews(contextOf(shop.db), 6)
    expect(english.map(({ content, product }) => [content, product.href])).toEqual([[long, '/product/stool']])
    const chinese = await bestReviews(contextOf(shop.db, { locale: 'zh' }), 6)
    expect(chinese.map(({ lang }) => lang)).toEqual(['zh-Hans'])
    const html = rendered(createElement(ReviewQuote, { praise: english[0]!, ctx: contextOf(shop.db) }))
    expect(html).toContain(`<blockquote lang="en">${long}</blockquote>`)
    expect(html).toContain('href="/product/stool"')
  })
})

function rendered(element: React.ReactNode): string {
  return renderView(element, {
    lang: 'en',
    islands: new Map(),
    cache: null,
    tags: new Set(),
    used: new Set(),
  })
}
