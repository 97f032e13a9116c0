import { hash } from 'node:crypto'
import { createElement } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, fillShop, review } from '#transfer/content/for-tests.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { bestReviews, listReviews } from './actions/browse.ts'
import { findHelpful } from './actions/vote.ts'
import type { ReviewSort } from './contract.ts'
import { ReviewList } from './parts/review-list.tsx'
import { ReviewQuote } from './parts/review-quote.tsx'
import { forgetVoteNetworks } from './queries/votes.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  await fillShop(shop.db, catalog, { reviews })
  await shop.db.pool.query("update reviews set state = 'refused', refusal = 'spam' where code = 'spam'")
})
afterAll(() => shop.drop())

const unfiltered = { stars: null, fit: null, bought: null }
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
    const listed = await listReviews(contextOf(shop.db), {
      product: 'stool',
      page: 1,
      sort: 'new',
      ...unfiltered,
    })
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
    const listed = await listReviews(contextOf(shop.db, { locale }), {
      product: 'stool',
      page: 1,
      sort,
      ...unfiltered,
    })
    expect(listed.ok && listed.value.reviews.map(({ score }) => score)).toEqual(scores)
  })

  it('come ten at a time', async () => {
    const ctx = contextOf(shop.db)
    const second = await listReviews(ctx, { product: 'cup', page: 2, sort: 'new', ...unfiltered })
    expect(second.ok && [second.value.pages, second.value.reviews.length]).toEqual([2, 2])
    expect(await listReviews(ctx, { product: 'vase', page: 1, sort: 'new', ...unfiltered })).toEqual({
      ok: false,
      problem: { name: 'unknown_product' },
    })
  })

  it('show the words as words, what was bought, and the answer of the shop', async () => {
    const ctx = contextOf(shop.db)
    const listed = await listReviews(ctx, { product: 'stool', page: 1, sort: 'helpful', ...unfiltered })
    if (!listed.ok) throw new Error('no reviews')
    const html = rendered(createElement(ReviewList, { page: listed.value, base: '/product/stool', ctx }))
    expect(html).toContain('Wobbles\n&lt;b&gt;a bit&lt;/b&gt;.')
    expect(html).toContain('Bought: Sage')
    expect(html).toContain('<strong>Violet answers</strong><span>6 October 2026</span>')
    expect(html).toContain('9 people found this helpful')
    expect(html).toContain('lang="zh-Hans"')
    expect(html.split('class="review-verified"')).toHaveLength(2)
    // The note explains the label that is shown, and none that is not.
    expect(html).toContain('“Bought here” is the merchant’s word')
    expect(html).not.toContain('Checked against an order')
    expect(html).toContain('5 stars: 2 reviews')
  })

  it('are missing without a fuss', async () => {
    const ctx = contextOf(shop.db)
    const nothing = {
      reviews: [],
      total: 0,
      page: 1,
      pages: 1,
      sort: 'new' as const,
      ...unfiltered,
      average: null,
      spread: [],
      fits: [],
      options: [],
      pictures: [],
      checked: 0,
    }
    expect(rendered(createElement(ReviewList, { page: nothing, base: '/product/stool', ctx }))).toContain(
      'Nobody has written about this yet.',
    )
  })
})

describe('a vote', () => {
  async function idOf(code: string): Promise<number> {
    const { rows } = await shop.db.pool.query<{ id: number }>('select id from reviews where code = $1', [
      code,
    ])
    return rows[0]!.id
  }
  /** Somebody with cookies of their own. */
  function somebody(ip: string) {
    const cookies: Record<string, string | undefined> = {}
    const ctx = contextOf(shop.db)
    const visitor = {
      ...ctx.visitor,
      ip,
      cookies,
      setCookie: (name: string, value: string | null) => void (cookies[name] = value ?? undefined),
    }
    return { cookies, votes: (review: number) => findHelpful({ ...ctx, visitor }, { review }) }
  }

  it('counts each visitor once', async () => {
    const review = await idOf('cup-3')
    const anna = somebody('203.0.113.1')
    const first = { ok: true, value: { helpful: 1, text: '1 person found this helpful' } }
    expect(await anna.votes(review)).toEqual(first)
    expect(anna.cookies['__Host-violet_voter']).toMatch(/^[\w-]{43}$/)
    expect(await anna.votes(review)).toEqual(first)
    expect(await somebody('203.0.113.2').votes(review)).toMatchObject({ value: { helpful: 2 } })
    const { rows } = await shop.db.pool.query(
      "select tags, hard from cache_changes where tags[1] like 'reviews:%' order by id desc limit 2",
    )
    expect(rows).toMatchObject([{ hard: false }, { hard: false }])
  })

  it('counts five of one network in a day, however many cookies it throws away', async () => {
    const review = await idOf('cup-4')
    for (let n = 0; n < 8; n += 1) await somebody('203.0.113.9').votes(review)
    expect(await somebody('203.0.113.8').votes(review)).toMatchObject({ value: { helpful: 6 } })
  })

  it('counts five of one network, whichever of its addresses vote at the same time', async () => {
    const review = await idOf('cup-5')
    await Promise.all(Array.from({ length: 60 }, (_, n) => somebody(`2001:db8:7:7::${n + 1}`).votes(review)))
    expect(await somebody('2001:db8:7:8::1').votes(review)).toMatchObject({ value: { helpful: 6 } })
  })

  it('is stored without a way back to the address, and without its network after a day', async () => {
    const review = await idOf('cup-6')
    const [anna, ben] = [somebody('203.0.113.4'), somebody('203.0.113.4')]
    await anna.votes(review)
    await ben.votes(review)
    const networks = async () =>
      (
        await shop.db.pool.query<{ network: Buffer | null }>(
          'select network from review_votes where review_id = $1',
          [review],
        )
      ).rows.map(({ network }) => network)
    const [first, second] = await networks()
    expect(first).toEqual(second)
    expect(first).not.toEqual(hash('sha256', '203.0.113.4', 'buffer').subarray(0, first!.length))

    const { now } = contextOf(shop.db)
    await forgetVoteNetworks(shop.db, now)
    expect(await networks()).toEqual([first, second])
    await forgetVoteNetworks(shop.db, new Date(now.getTime() + 1))
    expect(await networks()).toEqual([null, null])
    // The vote itself stays: the same browser does not count again.
    expect(await anna.votes(review)).toMatchObject({ value: { helpful: 2 } })
  })

  it('is for a review that is shown', async () => {
    const spam = await idOf('spam')
    const refused = { ok: false, problem: { name: 'unknown_review' } }
    expect(await somebody('203.0.113.1').votes(spam)).toEqual(refused)
    expect(await somebody('203.0.113.1').votes(2_000_000_000)).toEqual(refused)
    const { rows } = await shop.db.pool.query('select helpful_count from reviews where id = $1', [spam])
    expect(rows).toEqual([{ helpful_count: 0 }])
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
