import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog, coupon, fillShop } from '#transfer/content/for-tests.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, loadPage, seePage } from '#test/page-visitor.ts'
import { listCoupons } from '#features/promotions/actions/browse.ts'
import couponList from '#features/promotions/pages/coupon-list.page.tsx'
import couponPage from './coupon.page.tsx'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  await fillShop(shop.db, catalog, {
    coupons: [
      coupon('ten', {
        summary: { en: 'Ten off.' },
        endsAt: '2026-12-01T00:00:00Z',
        conditions: { minimumAmount: { USD: '50' }, categories: ['kitchen'], collections: ['quiet'] },
        limitPerCustomer: 3,
        stackable: true,
      }),
      coupon('two', { benefit: { kind: 'buy-get', buy: 2, get: 1, percent: 50 } }),
      coupon('secret', { claimable: false }),
      coupon('hidden', { visible: false }),
      coupon('over', { endsAt: '2026-11-01T00:00:00Z' }),
      coupon('coming', { startsAt: '2026-12-24T00:00:00Z' }),
      coupon('first', { limit: 1 }),
    ],
  })
  await shop.db.pool.query(`update coupons set used_count = 1 where slug = 'first'`)
})
afterAll(() => shop.drop())

it('offers the coupons that everyone may claim now, those that end soonest first', async () => {
  const listed = await listCoupons(contextOf(shop.db), {})
  expect(listed.ok && listed.value.coupons.map(({ code, href, benefit }) => [code, href, benefit])).toEqual([
    ['TEN', '/coupon/ten', ['$10 off']],
    ['TWO', '/coupon/two', ['Buy 2, get 1 more at 50% off']],
  ])
  const { html, head, tags } = await seePage(couponList, contextOf(shop.db, { locale: 'zh' }))
  expect([...html.matchAll(/<code translate="no">(\w+)<\/code>/g)].map(([, code]) => code)).toEqual([
    'TEN',
    'TWO',
  ])
  expect(html).toContain('href="/zh/coupon/ten"')
  expect(head).toMatchObject({ title: '优惠券 – Violet', noindex: false })
  expect(tags).toEqual(['promotions'])
})

it('says calmly that there is none', async () => {
  const after = contextOf(shop.db, { now: new Date('2020-01-01T00:00:00Z') })
  await shop.db.pool.query(`update coupons set visible = false where slug = 'two'`)
  const { html, head } = await seePage(couponList, { ...after, now: new Date('2026-12-02T00:00:00Z') })
  await shop.db.pool.query(`update coupons set visible = true where slug = 'two'`)
  expect(html).toContain('No coupons today')
  expect(head.noindex).toBe(true)
})

it('says what a coupon gives and asks, how often, what it applies to, and its code', async () => {
  const { html, head } = await seePage(couponPage, contextOf(shop.db), { slug: 'ten' })
  expect(facts(html)).toEqual([
    '$10 off',
    'On orders of $50 or more',
    'Up to 3 times for each customer',
    'Together with other coupons too',
    'Until 30 November 2026',
  ])
  expect(html).toContain('<code translate="no">TEN</code>')
  expect(html).toContain('<a href="/category/kitchen" data-page="category">Kitchen</a>')
  expect(html).toContain('<a href="/collection/quiet" data-page="collection">Quiet</a>')
  expect(html).toContain('href="/product/cup"')
  expect(html).not.toContain('href="/product/stool"')
  expect(head).toMatchObject({ description: 'Ten off.', canonicalPath: '/coupon/ten', noindex: false })
})

it('holds out no code that does nothing any more', async () => {
  const ctx = contextOf(shop.db)
  expect(await loadPage(couponPage, ctx, { slug: 'over' })).toMatchObject({ kind: 'page', status: 410 })
  for (const [slug, says] of [
    ['over', 'This offer has ended.'],
    ['first', 'This coupon has been fully redeemed.'],
  ] as const) {
    const { html, head } = await seePage(couponPage, ctx, { slug })
    expect(facts(html)).toContain(says)
    expect(html).not.toContain('<code')
    expect(head.noindex).toBe(true)
  }
  const coming = await seePage(couponPage, ctx, { slug: 'coming' })
  expect(facts(coming.html)).toEqual(
    expect.arrayContaining(['This offer has not started yet.', 'From 24 December 2026']),
  )
  expect(coming.html).toContain('<code translate="no">COMING</code>')
})

it('keeps a coupon to itself that only who knows its code has', async () => {
  for (const slug of ['secret', 'hidden', 'none'])
    expect(await loadPage(couponPage, contextOf(shop.db), { slug })).toEqual({ kind: 'missing', status: 404 })
})

function facts(html: string): string[] {
  const list = /<ul class="offer-facts">(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, text]) => text!.replace(/<[^>]*>/g, ''))
}
