import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/*
 * Behind a proxy that names the visitor's country: in which currency prices are told, what an open cart says when they
 * change, and what a page says when the shop has gone.
 */

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  shop = await openShop({ demo: true, env: { COUNTRY_HEADER: 'cf-ipcountry' } })
  browser = await launch()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

const patiently = { timeout: 15_000 }

async function visitor(country: string | null, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 900 },
    ...(country === null ? {} : { extraHTTPHeaders: { 'cf-ipcountry': country } }),
    ...options,
  })
  onTestFinished(() => context.close())
  return context.newPage()
}

const price = (page: Page): Promise<string | null> =>
  page.locator('.product-card .price-now').first().textContent()

describe('the currency', () => {
  it.each([
    ['JP', /^¥[\d,]+$/],
    ['de', /^€[\d.]+$/],
    ['HK', /^HK\$[\d.,]+$/],
    ['US', /^\$[\d.]+$/],
    // The shop does not sell in pounds.
    ['GB', /^\$[\d.]+$/],
    ['nonsense', /^\$[\d.]+$/],
    [null, /^\$[\d.]+$/],
  ])('for %s is what people pay with there, if the shop takes it', async (country, pattern) => {
    const page = await visitor(country, { javaScriptEnabled: false })
    // Twice: the second comes from the page cache, where others have left theirs.
    for (const _ of [1, 2]) {
      await page.goto('/category/lighting', { waitUntil: 'domcontentloaded' })
      expect(await price(page)).toMatch(pattern)
    }
  })

  it('that is chosen is stronger than the country, and stays on every page', async () => {
    const page = await visitor('JP', { javaScriptEnabled: false })
    await page.goto('/category/lighting', { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'Language, currency and display' }).first().click()
    await page.getByRole('button', { name: /EUR/ }).click()
    expect(new URL(page.url()).pathname).toBe('/category/lighting')
    expect(await price(page)).toMatch(/^€/)
    await page.goto('/zh/search?q=lamp', { waitUntil: 'domcontentloaded' })
    expect(await price(page)).toMatch(/^€/)
  })

  it('is the country’s in the cart and in a listing that is narrowed by scripts', async () => {
    const page = await visitor('JP')
    await page.goto('/category/lighting')
    await page.getByLabel('Sort by').selectOption('price-asc')
    await page.waitForURL(/sort=price-asc/)
    expect(await price(page)).toMatch(/^¥/)
    await page.goto('/product/trio-stool/TRS-SAGE')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Added to your cart').waitFor(patiently)
    await page.goto('/cart')
    expect(await page.locator('main').textContent()).toMatch(/¥[\d,]+/)
  })
})

/** The page at an address, once the live channel follows what it shows. */
async function follow(page: Page, address: string): Promise<void> {
  const following = page
    .waitForEvent('websocket', patiently)
    .then((socket) => socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch')))
  await page.goto(address)
  await following
  // The answer to what is watched is not awaited by anybody: the server reads how it looks now.
  await page.waitForTimeout(400)
}

it('marks a line of an open cart whose price has changed, with the price before', async () => {
  const page = await visitor('DE')
  await page.goto('/product/trio-stool/TRS-SAGE')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Added to your cart').waitFor(patiently)
  await follow(page, '/cart')
  const line = page.locator('x-island[c=cart]')
  const [before] = (await line.textContent())!.match(/€[\d.]+/)!
  const { stdout } = await violet(['config', 'get', 'shop.currencies'], { dataDir: shop.dataDir })
  const currencies = (JSON.parse(stdout) as { code: string }[]).map((currency) =>
    currency.code === 'EUR' ? { ...currency, rate: '1.5' } : currency,
  )
  const file = join(shop.dataDir, 'rate.json')
  await writeFile(file, JSON.stringify({ shop: { currencies } }))
  expect((await violet(['config', 'set', file], { dataDir: shop.dataDir })).code).toBe(0)
  await page.getByText(`The price has changed. Before: ${before}`).waitFor(patiently)
  const [after] = (await line.textContent())!.match(/€[\d.]+/)!
  expect(after).not.toBe(before)
})

it('says so quietly when the shop has not come back after five attempts, 50 seconds apart', async () => {
  const page = await visitor(null)
  await page.clock.install()
  await follow(page, '/zh/product/trio-stool')
  let refused = 0
  page.on('requestfailed', (request) => (refused += Number(request.url().endsWith('/live/ticket'))))
  const said = page.getByText('价格和库存不再自动更新')
  await shop.stop()
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await said.count()).toBe(0)
    await page.clock.fastForward(50_000)
    // Each call is tried once more by itself.
    await expect.poll(() => refused, patiently).toBe(2 * attempt)
  }
  await said.waitFor(patiently)
  // It takes no focus, and nothing more is tried.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.clock.fastForward(300_000)
  await page.waitForTimeout(500)
  expect(refused).toBe(10)
})
