import type { Page } from '@playwright/test'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon, letPass } from './visitor.ts'

/*
 * What a page reports of itself. What the shop makes of it is the server's to test.
 */

const test = base.extend<{ open(path: string): Promise<Visitor & { urls: () => string[] }> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (path) => {
      shop.pages.set(path, { html: '<h1>Shop</h1><a href="/a">to a</a><p data-statistics="always"></p>' })
      shop.pages.set('/a', { html: '<h1>a</h1><p data-statistics="always"></p>' })
      const visitor = await openVisitor()
      await visitor.page.clock.install()
      await visitor.page.goto(path)
      await visitor.page.evaluate(() => window.runtime.track())
      const urls = (): string[] =>
        shop
          .posts('/api/web/visitor/track')
          .map(({ body }) => (JSON.parse(body) as { url: string }).url.replace(shop.origin, ''))
      await expectSoon(urls).toHaveLength(1)
      return { ...visitor, urls }
    }),
})

/** The page's clock is set back, as if the tick before had been that late. */
async function comeLate(page: Page, ms: number): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now - ms)
}

test('is sent with its query every ten seconds, after a late tick too', async ({ open }) => {
  const { page, urls } = await open('/search?q=oak')
  await page.clock.runFor(10_000)
  await expectSoon(urls).toHaveLength(2)
  await comeLate(page, 20)
  await page.clock.runFor(10_000)
  await expectSoon(urls).toEqual(['/search?q=oak', '/search?q=oak', '/search?q=oak'])
})

test('is sent without the query of a private page', async ({ open }) => {
  const { urls } = await open('/order/K7M2N-9QXD4?key=secret')
  expect(urls()).toEqual(['/order/K7M2N-9QXD4'])
})

test('starts anew with another page only when more than ten seconds have passed', async ({ open }) => {
  const { page, urls } = await open('/')
  await page.clock.runFor(4_000)
  await page.getByRole('link', { name: 'to a' }).click()
  await page.getByRole('heading', { name: 'a', exact: true }).waitFor()
  await letPass(page, 1_000)
  expect(urls()).toEqual(['/'])
  await page.clock.runFor(5_000)
  await expectSoon(urls).toEqual(['/', '/a'])
})
