import type { Page } from '@playwright/test'
import type { RunningShop } from '#test/running-shop.ts'
import { expect, test } from './fixtures.ts'
import { openSecondNode, reopen } from './server/second-node.ts'
import { configure, setEuroRate } from './settings.ts'
import { watchShifts } from './look/shifts.ts'
import { untilLater } from './shop/later.ts'

/*
 * Two nodes over one database, as behind a balancer: what happens at one is seen on the pages of the other.
 */

const { describe } = test

test.use({
  own: {},
  viewport: { width: 1280, height: 900 },
  locale: 'en-GB',
  // Headless browsers are counted as programs.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
})

/** The other node; that of the fixtures is the one at which the merchant is, too. */
let far: RunningShop

test.beforeAll(async ({ server }) => {
  far = await openSecondNode(server.own)
})

test.afterAll(async () => {
  await far.stop()
  await far.remove()
})

/** The visits that the page reports. */
function reportsOf(page: Page): string[] {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/visitor/track')) reports.push(request.postData() ?? '')
  })
  return reports
}

/** Asks something: what was sent before has been heard of then. */
async function answered(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/robots.txt')).text())
}

test('marks a product that sells out while it is looked at, and says so', async ({ server, shop, page }) => {
  await shop.follow(`${far.url}/product/harbour-blanket/HBB-INK`)
  const stock = page.locator('.product-buttons-stock')
  await expect(stock).toHaveText('Only 2 left')
  expect((await server.operate('stock', 'set', 'HBB-INK', '0')).code).toBe(0)
  await expect(stock).toHaveText('Sold out')
  await expect(shop.announcer).toHaveText('Harbour Blanket: the stock has changed.')
  await expect(page.locator('[data-changed=stock]')).toHaveCount(1)
})

test('marks every card whose price has changed, with the price before beside it', async ({
  server,
  shop,
  page,
  context,
}) => {
  await context.addCookies([{ name: 'currency', value: 'EUR', url: far.url }])
  await shop.follow(`${far.url}/zh/category/lighting`)
  // Price, and what stands beside it.
  const cards = (): Promise<(string | undefined)[][]> =>
    page
      .locator('.product-card')
      .evaluateAll((all) =>
        all.map((card) => ['.price-now', '.live-note'].map((part) => card.querySelector(part)?.textContent)),
      )
  const before = await cards()
  await setEuroRate(server, '1.25')
  const marked = page.locator('.product-card[data-changed=price]')
  await expect.poll(() => marked.count()).toBeGreaterThan(3)
  const after = await cards()
  // Some have a price of their own in euros, which no rate changes.
  const changed = before.filter(([price], index) => after[index]![0] !== price)
  expect(changed.length).toBeLessThan(before.length)
  await expect(marked).toHaveCount(changed.length)
  expect(after.flatMap(([, note]) => note ?? [])).toEqual(changed.map(([price]) => `之前：${price}`))
  await expect(shop.announcer).toHaveText(`本页有 ${changed.length} 件商品的价格或库存有变动。`)
})

test('the cart is the same on two devices without asking', async ({ shop, cart }) => {
  await cart.add('First Light Mug')
  // Another origin, so no other tab of this browser: only the server can tell it.
  const other = await shop.newTab()
  await other.follow(`${far.url}/cart`)
  await cart.visit()
  await cart.more('First Light Mug').click()
  await expect(other.cart.quantityOf('First Light Mug')).toHaveValue('2')
  await expect(other.badge).toHaveText('2')
})

test('shows what the merchant has to say, in the page’s language and as text', async ({
  server,
  shop,
  page,
}) => {
  await shop.follow(`${far.url}/zh/product/trio-stool`)
  const said = await server.operate(
    'notice',
    'send',
    'Back in <b>5</b> minutes',
    '--in',
    'zh=五分钟后回来 <b>&',
  )
  expect(said.stderr).toContain('said in en, zh')
  await expect(page.getByText('五分钟后回来 <b>&')).toBeVisible()
})

test('comes back 50 seconds after a restart, and shows what it missed', async ({
  server,
  shop,
  page,
  complaints,
}) => {
  // A report of the visit may come while the server ends, or after.
  for (const why of ['net::ERR_CONNECTION_REFUSED', '503']) complaints.allow(`${why} POST /api/web/`)
  await server.operate('stock', 'set', 'HBB-INK', '0')
  await page.clock.install()
  await shop.follow(`${far.url}/product/harbour-blanket/HBB-INK`)
  const stock = page.locator('.product-buttons-stock')
  await far.stop()
  await server.operate('stock', 'set', 'HBB-INK', '3')
  far = await reopen(far, server.own)
  await expect(stock).toHaveText('Sold out')
  const again = page.waitForEvent('websocket')
  await page.clock.fastForward(50_000)
  await again
  await expect(stock).toHaveText('Only 3 left')
})

describe('visits', () => {
  test('are reported at start and every ten seconds, and counted', async ({ server, page }) => {
    await page.clock.install()
    const reports = reportsOf(page)
    await page.goto('/page/privacy?from=letter')
    await expect.poll(() => reports.length).toBe(1)
    expect(JSON.parse(reports[0]!)).toMatchObject({
      url: `${server.url}/page/privacy?from=letter`,
      referer: '',
    })
    await page.clock.fastForward(10_000)
    await expect.poll(() => reports.length).toBe(2)
    const counted = async (): Promise<unknown> => {
      const { stdout } = await server.operate('visitors', '--json')
      const { pages } = JSON.parse(stdout) as { pages: { path: string }[] }
      return pages.find(({ path }) => path === '/page/privacy')
    }
    await expect.poll(counted).toEqual({ path: '/page/privacy', visitors: 1, seconds: 20 })
  })

  test('are not reported for who objects, on the page or by the browser', async ({ page }) => {
    const reports = reportsOf(page)
    await page.goto('/')
    await expect.poll(() => reports.length).toBe(1)
    await page.getByRole('link', { name: 'Privacy choices' }).click()
    await page.getByRole('checkbox', { name: /Statistics/ }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Statistics/ })).not.toBeChecked()
    reports.length = 0
    await page.clock.install()
    await page.goto('/')
    await untilLater(page)
    await page.clock.fastForward(60_000)
    await answered(page)
    expect(reports).toEqual([])
  })
})

describe('what is asked', () => {
  describe('of whom another language may suit', () => {
    test.use({ locale: 'zh-TW' })

    test('is the language, once, in a line above the header that covers and moves nothing', async ({
      shop,
      page,
    }) => {
      await page.addInitScript(watchShifts)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/product/trio-stool?review-sort=newest')
      const hint = page.locator('.language-offer[lang="zh-Hant-HK"]')
      await expect(hint).toBeVisible()
      await expect(page.locator('.language-offer:visible')).toHaveCount(1)
      const [line, header] = await Promise.all(
        [hint, page.locator('.header')].map((one) => one.boundingBox()),
      )
      expect(line!.height).toBeLessThanOrEqual(60)
      expect(line!.y + line!.height).toBeLessThanOrEqual(header!.y)
      await expect(page).toFitTheWindow()
      await expect(page).toHaveStoodStill()
      // Who is about to buy is not led elsewhere, and is asked afterwards.
      await page
        .locator('a[data-cart-link]')
        .evaluate((link: HTMLAnchorElement) => (link.dataset['nav'] = 'off'))
      await shop.cart.open()
      await page.waitForURL(/\/cart$/)
      await expect(hint).toBeHidden()
      await page.goBack()
      await expect(hint).toBeVisible()
      await expect(page).toHaveStoodStill()
      await untilLater(page)
      await hint.getByRole('link').click()
      await page.waitForURL(/\/zh-HK\/product\/trio-stool/)
      await page.goto('/')
      await expect(hint).toBeHidden()
    })

    test('is no more after staying was chosen, on any page', async ({ page }) => {
      await page.goto('/page/about')
      await untilLater(page)
      await page.getByRole('button', { name: '留在這裏' }).click()
      const offers = page.locator('.language-offer:visible')
      await expect(offers).toHaveCount(0)
      await expect(page.locator('#main')).toBeFocused()
      await page.goto('/')
      await expect(offers).toHaveCount(0)
    })
  })

  describe('is leave, where the shop needs it', () => {
    test.beforeAll(async ({ server }) => {
      await configure(server, { shop: { statistics: 'ask', marketing: true } })
      await expect
        .poll(async () => (await (await fetch(server.url)).text()).includes('consent-notice'))
        .toBe(true)
    })

    test('with equal answers, nothing before one, and no second question', async ({ page, context }) => {
      const reports = reportsOf(page)
      await page.goto('/')
      const notice = page.locator('.notice')
      await expect(notice).toBeVisible()
      await untilLater(page)
      const [refuse, allow] = await notice
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => [button.className, button.clientWidth]))
      expect(refuse).toEqual(allow)
      await answered(page)
      expect(reports).toEqual([])
      expect((await context.cookies()).map(({ name }) => name)).toEqual([])
      await notice.getByRole('button', { name: 'Only necessary' }).click()
      expect((await context.cookies()).map(({ name, value }) => [name, value.replace(/\d+$/, 'at')])).toEqual(
        [['consent', '1..at']],
      )
      await page.goto('/search')
      await untilLater(page)
      await expect(notice).toHaveCount(0)
      await answered(page)
      expect(reports).toEqual([])
    })

    describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('can be answered too', async ({ page, context }) => {
        await page.goto('/zh/consent')
        await page.getByRole('checkbox', { name: /广告/ }).check()
        await page.getByRole('button', { name: '保存' }).click()
        await expect(page.getByText('已保存。')).toBeVisible()
        const [choice] = (await context.cookies()).filter(({ name }) => name === 'consent')
        expect(choice!.value).toMatch(/^1\.marketing\.\d{10}$/)
      })
    })
  })
})
