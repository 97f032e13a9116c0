import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import cart from '#storefront/pages/cart.page.tsx'
import home from '#storefront/pages/home.page.tsx'
import { shopConfig } from '#wire/shop-config.ts'
import { openPublicShop } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import type { Ctx } from '#platform/server/context.ts'
import { routes } from '../routes.ts'

/*
 * Nothing personal enters a page that may be cached: while one is made, its visitor cannot be asked for.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

const personal: Record<string, (ctx: Ctx) => unknown> = {
  'who it is': (ctx) => ctx.who(),
  'its cookies': ({ visitor }) => visitor.cookies['violet_session'],
  'its address': ({ visitor }) => visitor.ip,
  'its headers': ({ visitor }) => visitor.headers['user-agent'],
  'to keep a cookie': ({ visitor }) => visitor.setCookie('a', 'b', { httpOnly: true }),
}

it.each(Object.entries(personal))('refuses a public page that asks for %s', async (_, ask) => {
  const load = home.load.bind(home)
  vi.spyOn(home, 'load').mockImplementation(async (ctx, params, query) => {
    await ask(ctx)
    return load(ctx, params, query)
  })
  const cookie = '__Host-violet_session=' + 'a'.repeat(43)
  // Its address is another one each time: what is cached already shows nothing.
  expect((await shop.get('/zh-HK', { cookie })).status).toBe(500)
  vi.restoreAllMocks()
  expect((await shop.get('/zh-HK', { cookie })).status).toBe(200)
  await shop.configure({ shop: { name: `Oak ${String(Math.random())}` } })
})

it('lets a private page ask', async () => {
  const asked = vi.spyOn(cart, 'load')
  expect((await shop.get('/cart')).status).toBe(200)
  const [ctx] = asked.mock.calls[0]!
  expect(await ctx.who()).toMatchObject({ customer: null })
})

it('has no public page for customers only', () => {
  const rows = routes(shopConfig.parse({}).router)
  expect(rows.filter(({ target }) => target.visibility === 'private').length).toBeGreaterThan(20)
  const wrong = rows.filter(({ target }) => target.visibility === 'public' && target.needs === 'customer')
  expect(wrong).toEqual([])
})
