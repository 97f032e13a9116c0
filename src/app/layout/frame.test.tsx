import type { ComponentType } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import CartDrawer from '#features/cart/islands/cart-drawer/island.tsx'
import Search from '#features/search/islands/search/island.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { createPageCache, type PageCache } from '#platform/server/page-cache.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { catalog, coupon, fillShop, promotion } from '../content/for-tests.ts'
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
