import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { router as routerRules, type ShopRouter } from '#wire/shop-config.ts'
import { expect, test, type Server } from './fixtures.ts'
import { skeletonOnTheWay } from './look/skeletons.ts'
import { absent, changedRouter, languages, publicRoutes } from './public-routes.ts'
import { expectedOf, walk } from './walk.ts'
import { sampledIf, whole } from './whole.ts'

/*
 * Every public route of the specification with every rule changed, which is done under the running shop, as a merchant
 * does it.
 */

const { describe } = test

test.use({ own: {}, pictures: false })

/** Stores the rules and waits until the shop answers by them. */
async function setRouter(server: Server, router: ShopRouter): Promise<void> {
  const file = join(server.own.dataDir, 'router.json')
  await writeFile(file, JSON.stringify({ router }))
  const { code, stderr } = await server.operate('config', 'set', file)
  expect([code, stderr]).toEqual([0, ''])
  const path = router.productRule.replace(':slug', 'perch-stool')
  await expect.poll(async () => (await fetch(`${server.url}${path}`)).status).toBe(200)
}

test.beforeAll(({ server }) => setRouter(server, changedRouter))

for (const scripts of [true, false])
  describe(`scripts: ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts })

    for (const [index, { lang }] of languages.entries()) {
      if (!whole() && lang !== (scripts ? 'zh-Hans' : 'zh-Hant-HK')) continue
      // With scripts, every-route.spec.ts walks through the routes as they come.
      test(`every public route answers in ${lang}`, sampledIf(!scripts), async ({ page, complaints }) => {
        test.setTimeout(300_000)
        await walk(page, complaints, scripts, expectedOf('after', index))
      })
    }

    test('a custom category of the type checkout shows a checkout', async ({ page, server }) => {
      await page.goto('/things/perch-stool')
      await page.locator('form[action$="/cart/add"] [type=submit]').first().click()
      await page.locator('.cart-line').first().waitFor()
      await page.goto('/cart')
      await page.locator('form[action$="checkout/create"] [type=submit]').first().click()
      await page.waitForURL(/\/checkout\/[\w-]+\?step=/)
      const address = new URL(page.url())
      await page.goto(`/pay/${address.pathname.split('/').at(-1)}${address.search}`)
      await expect(page.locator('[data-checkout]')).toHaveCount(1)
      for (const path of ['/pay-now', '/pay/cart'])
        expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 404])
    })

    test(
      'every old address leads on, in its language and with its query',
      sampledIf(!scripts),
      async ({ page, complaints, server }) => {
        test.setTimeout(180_000)
        const moved = [...publicRoutes, ...absent.slice(1)].filter(({ before, after }) => before !== after)
        expect(moved.length).toBe(10)
        for (const [index, { prefix, lang }] of languages.entries()) {
          if (!whole() && scripts === (lang === 'zh-Hant-HK')) continue
          for (const { before, after, headings } of moved) {
            const query = '?utm_source=letter&x=%E7%81%AF'
            complaints.allow(`404 GET ${prefix}/my/account/none`)
            const answer = await page.goto(`${prefix}${before}${query}`, { waitUntil: 'domcontentloaded' })
            const first = await answer!.request().redirectedFrom()?.response()
            const seen = await page.locator('html').getAttribute('lang')
            const heading = await page.locator('h1').first().textContent()
            expect
              .soft(`${first?.status()} ${page.url().slice(server.url.length)} ${seen} ${heading}`)
              .toBe(`308 ${prefix}${after}${query} ${lang} ${headings[index]}`)
          }
        }
      },
    )
  })

test('a link to an old address is followed within the page', async ({ page }) => {
  await page.goto('/zh/about/shipping')
  await page.evaluate(() => {
    Object.assign(window, { stayed: true })
    const link = document.createElement('a')
    Object.assign(link, { href: '/zh/product/perch-stool?x=1', textContent: 'old' })
    document.querySelector('main')!.prepend(link)
  })
  await page.getByRole('link', { name: 'old', exact: true }).click()
  await page.waitForURL('**/zh/p/perch-stool?x=1')
  await expect(page.getByRole('heading', { level: 1, name: '歇脚凳' })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('a page on its way shows its skeleton, whatever its rule', async ({ page }) => {
  await page.goto('/zh')
  for (const [path, skeleton] of [
    ['/p/one-stem-vase', 'product'],
    ['/marked/stoneware', 'tag'],
    ['/series/slow-mornings', 'collection'],
    ['/journal', 'article-list'],
    ['/rooms/tableware', 'category'],
    ['/sending', 'page'],
  ] as const)
    expect([path, await skeletonOnTheWay(page, `/zh${path}`)]).toEqual([path, skeleton])
})

describe('a rule that is changed back', () => {
  test.use({ javaScriptEnabled: false })

  test('leads back, and what custom categories showed is found', async ({ page, server }) => {
    await setRouter(server, routerRules.parse({}))
    for (const [from, to] of [
      ['/zh/p/perch-stool?x=1', '/zh/product/perch-stool?x=1'],
      ['/journal', '/article'],
      ['/the-table?sort=new', '/category/tableware?sort=new'],
      ['/zh-HK/woods/walnut', '/zh-HK/tag/walnut'],
      ['/delivery', '/app/shipping'],
      ['/table-offer', '/promotion/set-the-table'],
    ] as const) {
      await page.goto(from, { waitUntil: 'domcontentloaded' })
      expect(page.url().slice(server.url.length)).toBe(to)
    }
    // What a browser kept of the way there does not send it in circles.
    expect((await page.goto('/product/perch-stool'))!.status()).toBe(200)
  })
})
