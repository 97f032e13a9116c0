import type { ComponentType } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import CartDrawer from '#features/cart/islands/cart-drawer/island.tsx'
import Search from '#features/search/islands/search/island.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { createPageCache, type PageCache } from '#platform/server/pages/page-cache.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { catalog, coupon, fillShop, promotion } from '#transfer/content/for-tests.ts'
import { frameFor } from './frame.tsx'

const islands = new Map<string, ComponentType<never>>([
  ['cart-drawer', CartDrawer],
  ['search', Search],
])

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  await fillShop(shop.db, catalog, {
    promotions: [
      promotion('advent', { endsAt: '2026-12-06T00:00:00Z' }),
      promotion('gifts', { startsAt: '2026-12-24T00:00:00Z' }),
      promotion('hidden', { visible: false }),
    ],
    coupons: [
      coupon('ten', { startsAt: '2026-12-10T00:00:00Z', endsAt: '2026-12-12T00:00:00Z' }),
      coupon('secret', { claimable: false }),
    ],
  })
})
afterAll(() => shop.drop())

it.each([
  ['while a promotion runs', '2026-12-05T23:59:00Z', true],
  ['not after it', '2026-12-06T00:00:00Z', false],
  ['not for a coupon alone', '2026-12-10T00:00:00Z', false],
  ['not before the next promotion', '2026-12-23T23:59:00Z', false],
])('leads to the offers %s (%s)', async (_when, at, leads) => {
  const ctx = contextOf(shop.db, { now: new Date(at), locale: 'zh' })
  expect(await offersIn(ctx, null)).toEqual(leads ? ['/zh/promotion'] : [])
})

it('leads to the coupons while there is one that everyone may claim', async () => {
  const couponsAt = (now: string) => offersIn(contextOf(shop.db, { now: new Date(now) }), null, 'coupon-list')
  expect(await couponsAt('2026-12-10T00:00:00Z')).toEqual(['/coupon'])
  expect(await couponsAt('2026-12-12T00:00:00Z')).toEqual([])
})

it('is made again when an offer begins', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const at = (now: string): Ctx => ({ ...contextOf(shop.db, { now: new Date(now) }), kept: cache.data })
  expect(await offersIn(at('2026-12-23T23:59:00Z'), cache)).toEqual([])
  expect(await offersIn(at('2026-12-24T00:01:00Z'), cache)).toEqual([])
  cache.change(['promotions'], true)
  expect(await offersIn(at('2026-12-24T00:01:00Z'), cache)).toEqual(['/promotion'])
})

it('is made once for all pages, and has the address of each in its forms and its other languages', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const headerAt = async (path: string, query: string, mode = ''): Promise<string> => {
    const ctx: Ctx = { ...contextOf(shop.db, { locale: 'zh' }), kept: cache.data }
    const rendering = { lang: ctx.lang, islands, cache, tags: new Set<string>(), used: new Set<string>() }
    const { header } = await frameFor(ctx, { path, query, mode }, rendering)
    expect([...rendering.used].sort()).toEqual(['cart-drawer', 'search'])
    expect([...rendering.tags].sort()).toEqual(['catalog', 'config', 'content', 'promotions'])
    return header
  }
  const addresses = (header: string): string[] =>
    [...header.matchAll(/(?:name="next" value|preferences-choice" href)="([^"]*)"/g)].map(([, to]) => to!)

  const home = await headerAt('/', '')
  expect(new Set(addresses(home))).toEqual(new Set(['/', '/zh', '/zh-HK']))
  const found = addresses(await headerAt('/search', '?q=a%22&page=2'))
  expect(new Set(found)).toEqual(
    new Set(['', '/zh', '/zh-HK'].map((lang) => `${lang}/search?q=a%22&amp;page=2`)),
  )
  expect(found).toHaveLength(addresses(home).length)
  expect(home).toContain('checked="" value="auto"')
  expect(await headerAt('/', '', 'dark')).toContain('checked="" value="dark"')
})

/** Where the footer's links to the offers lead. */
async function offersIn(
  ctx: Ctx,
  cache: PageCache | null,
  list: 'promotion-list' | 'coupon-list' = 'promotion-list',
): Promise<string[]> {
  const tags = new Set<string>()
  const rendering = { lang: ctx.lang, islands, cache, tags, used: new Set<string>() }
  const { footer } = await frameFor(ctx, { path: '/', query: '', mode: '' }, rendering)
  expect(footer).toContain('class="footer-end"')
  expect(tags).toContain('promotions')
  return [...footer.matchAll(/href="([^"]*)" data-page="([\w-]+)"/g)].flatMap(([, href, page]) =>
    page === list ? [href!] : [],
  )
}
