import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/*
 * Two nodes over one database, as behind a balancer: what happens at one is seen on the pages of the other.
 */

let near: RunningShop
let far: RunningShop
let browser: Browser
let folder: string

/** Headless browsers are counted as programs. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-live-'))
  near = await openShop({ demo: true })
  const { url } = (await connectEmbedded(near.dataDir))!
  far = await openShop({ demo: true, databaseUrl: url })
  browser = await launch()
}, 180_000)

afterAll(async () => {
  await browser.close()
  await far.stop()
  await near.stop()
  await Promise.all([far.remove(), near.remove(), rm(folder, { recursive: true })])
})

async function visit(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    userAgent,
    ...options,
  })
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  try {
    await work(await context.newPage(), context)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** The page at an address, once the channel follows what it shows. */
async function follow(page: Page, address: string): Promise<void> {
  const following = page
    .waitForEvent('websocket', { timeout: 15_000 })
    .then((socket) => socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch')))
  await page.goto(address)
  await following
  // The answer to what is watched is not awaited by anybody: the server reads how it looks now.
  await page.waitForTimeout(400)
}

const operate = (args: string[]): ReturnType<typeof violet> => violet(args, { dataDir: near.dataDir })
/** Pages look up to 2.3 s after they heard, so that not all do at once. */
const patience = { timeout: 15_000 }

const announced = (page: Page): Promise<string | null> => page.locator('#announcer').textContent()

it('marks a product that sells out while it is looked at, and says so', () =>
  visit(async (page) => {
    await follow(page, `${far.url}/product/harbour-blanket/HBB-INK`)
    expect(await page.locator('.product-buttons-stock').textContent()).toBe('Only 2 left')
    expect((await operate(['stock', 'set', 'HBB-INK', '0'])).code).toBe(0)
    await expect.poll(() => page.locator('.product-buttons-stock').textContent(), patience).toBe('Sold out')
    expect(await announced(page)).toBe('Harbour Blanket: the stock has changed.')
    expect(await page.locator('[data-changed=stock]').count()).toBe(1)
  }))

it('marks every card whose price has changed, with the price before beside it', () =>
  visit(async (page, context) => {
    await context.addCookies([{ name: 'currency', value: 'EUR', url: far.url }])
    await follow(page, `${far.url}/zh/category/lighting`)
    // Price, and what stands beside it.
    const cards = (): Promise<(string | undefined)[][]> =>
      page
        .locator('.product-card')
        .evaluateAll((all) =>
          all.map((card) =>
            ['.price-now', '.live-note'].map((part) => card.querySelector(part)?.textContent),
          ),
        )
    const before = await cards()
    const { stdout } = await operate(['config', 'get', 'shop.currencies'])
    const currencies = (JSON.parse(stdout) as { code: string }[]).map((currency) =>
      currency.code === 'EUR' ? { ...currency, rate: '1.25' } : currency,
    )
    const file = join(folder, 'rate.json')
    await writeFile(file, JSON.stringify({ shop: { currencies } }))
    expect((await operate(['config', 'set', file])).code).toBe(0)
    const marked = page.locator('.product-card[data-changed=price]')
    await expect.poll(() => marked.count(), patience).toBeGreaterThan(3)
    const after = await cards()
    // Some have a price of their own in euros, which no rate changes.
    const changed = before.filter(([price], index) => after[index]![0] !== price)
    expect(changed.length).toBeLessThan(before.length)
    expect(await marked.count()).toBe(changed.length)
    expect(after.flatMap(([, note]) => note ?? [])).toEqual(changed.map(([price]) => `之前：${price}`))
    expect(await announced(page)).toBe(`本页有 ${changed.length} 件商品的价格或库存有变动。`)
  }))

describe('the cart', () => {
  it('is the same on two devices without asking', () =>
    visit(async (page, context) => {
      await page.goto(`${near.url}/product/first-light-mug`)
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('Added to your cart').waitFor()
      // Another origin, so no other tab of this browser: only the server can tell it.
      const other = await context.newPage()
      await follow(other, `${far.url}/cart`)
      await page.goto(`${near.url}/cart`)
      await page.getByRole('button', { name: 'One more of First Light Mug' }).click()
      await expect
        .poll(
          () => other.getByRole('spinbutton', { name: 'Quantity of First Light Mug' }).inputValue(),
          patience,
        )
        .toBe('2')
      await expect.poll(() => other.locator('[data-cart-count]').first().textContent(), patience).toBe('2')
    }))
})

it('shows what the merchant has to say, in the page’s language and as text', () =>
  visit(async (page) => {
    await follow(page, `${far.url}/zh/product/trio-stool`)
    const said = await operate(['notice', 'send', 'Back in <b>5</b> minutes', '--in', 'zh=五分钟后回来 <b>&'])
    expect(said.stderr).toContain('said in en, zh')
    await page.getByText('五分钟后回来 <b>&').waitFor()
  }))

it('comes back 50 seconds after a restart, and shows what it missed', () =>
  visit(async (page) => {
    await page.clock.install()
    await follow(page, `${far.url}/product/harbour-blanket/HBB-INK`)
    const { port, dataDir } = far
    await far.stop()
    const { url } = (await connectEmbedded(near.dataDir))!
    await operate(['stock', 'set', 'HBB-INK', '3'])
    far = await openShop({ demo: true, databaseUrl: url, port, dataDir })
    expect(await page.locator('.product-buttons-stock').textContent()).toBe('Sold out')
    const again = page.waitForEvent('websocket', { timeout: 15_000 })
    await page.clock.fastForward(50_000)
    await again
    await expect
      .poll(() => page.locator('.product-buttons-stock').textContent(), patience)
      .toBe('Only 3 left')
  }))

describe('visits', () => {
  it('are reported at start and every ten seconds, and counted', () =>
    visit(async (page) => {
      await page.clock.install()
      const reports: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/visitor/track')) reports.push(request.postData() ?? '')
      })
      await page.goto(`${near.url}/page/privacy?from=letter`)
      await expect.poll(() => reports.length, patience).toBe(1)
      expect(JSON.parse(reports[0]!)).toMatchObject({ url: `${near.url}/page/privacy`, referer: '' })
      await page.clock.fastForward(10_000)
      await expect.poll(() => reports.length, patience).toBe(2)
      const counted = async (): Promise<unknown> => {
        const { stdout } = await operate(['visitors', '--json'])
        const { pages } = JSON.parse(stdout) as { pages: { path: string }[] }
        return pages.find(({ path }) => path === '/page/privacy')
      }
      await expect
        .poll(counted, { timeout: 15_000, interval: 1_000 })
        .toEqual({ path: '/page/privacy', visitors: 1, seconds: 20 })
    }))

  it('are not reported for who objects, on the page or by the browser', () =>
    visit(async (page) => {
      let reports = 0
      page.on('request', (request) => (reports += Number(request.url().endsWith('/visitor/track'))))
      await page.goto(`${near.url}/`)
      await expect.poll(() => reports, patience).toBe(1)
      await page.getByRole('link', { name: 'Privacy choices' }).click()
      await page.getByRole('checkbox', { name: /Statistics/ }).uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      expect(await page.getByRole('checkbox', { name: /Statistics/ }).isChecked()).toBe(false)
      reports = 0
      await page.clock.install()
      await page.goto(`${near.url}/`)
      await page.waitForTimeout(2_000)
      await page.clock.fastForward(60_000)
      expect(reports).toBe(0)
    }))
})

describe('what is asked', () => {
  it('is the language first, once, without moving the page', () =>
    visit(
      async (page) => {
        await page.goto(`${near.url}/product/trio-stool?review-sort=newest`)
        await page.evaluate(() => {
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              document.body.dataset['moved'] = String(
                Number(document.body.dataset['moved'] ?? 0) + (entry as unknown as { value: number }).value,
              )
          }).observe({ type: 'layout-shift' })
        })
        const hint = page.locator('.notice[data-locale="zh-HK"]')
        await hint.waitFor()
        // Who is about to buy is not led elsewhere, and is asked afterwards.
        await page
          .locator('a[data-cart-link]')
          .evaluate((link: HTMLAnchorElement) => (link.dataset['nav'] = 'off'))
        await page.locator('a[data-cart-link]').click()
        await page.waitForURL(/\/cart$/)
        await page.waitForTimeout(2_500)
        expect(await page.locator('.notice').count()).toBe(0)
        await page.goBack()
        await hint.waitFor()
        expect(await hint.getAttribute('lang')).toBe('zh-Hant-HK')
        expect(await page.evaluate(() => document.body.dataset['moved'])).toBeUndefined()
        await hint.getByRole('link').click()
        await page.waitForURL(/\/zh-HK\/product\/trio-stool/)
        await page.goto(`${near.url}/`)
        await page.waitForTimeout(2_500)
        expect(await page.locator('.notice').count()).toBe(0)
      },
      { locale: 'zh-TW' },
    ))

  it('is leave, where the shop needs it: equal answers, nothing before one, and no second question', () =>
    visit(async (page, context) => {
      const file = join(folder, 'ask.json')
      await writeFile(file, JSON.stringify({ shop: { statistics: 'ask', marketing: true } }))
      expect((await operate(['config', 'set', file])).code).toBe(0)
      let reports = 0
      page.on('request', (request) => (reports += Number(request.url().endsWith('/visitor/track'))))
      await expect
        .poll(async () => (await (await fetch(`${near.url}/`)).text()).includes('consent-notice'), patience)
        .toBe(true)
      await page.goto(`${near.url}/`)
      const notice = page.locator('.notice')
      await notice.waitFor()
      const [refuse, allow] = await notice
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => [button.className, button.clientWidth]))
      expect(refuse).toEqual(allow)
      expect(reports).toBe(0)
      expect((await context.cookies()).map(({ name }) => name)).toEqual([])
      await notice.getByRole('button', { name: 'Only necessary' }).click()
      expect((await context.cookies()).map(({ name, value }) => [name, value.replace(/\d+$/, 'at')])).toEqual(
        [['consent', '1..at']],
      )
      await page.goto(`${near.url}/search`)
      await page.waitForTimeout(2_500)
      expect(await notice.count()).toBe(0)
      expect(reports).toBe(0)
    }))

  it('can be answered without scripts', () =>
    visit(
      async (page, context) => {
        await page.goto(`${near.url}/zh/consent`)
        await page.getByRole('checkbox', { name: /广告/ }).check()
        await page.getByRole('button', { name: '保存' }).click()
        await page.getByText('已保存。').waitFor()
        const [choice] = (await context.cookies()).filter(({ name }) => name === 'consent')
        expect(choice!.value).toMatch(/^1\.marketing\.\d{10}$/)
      },
      { javaScriptEnabled: false },
    ))
})
