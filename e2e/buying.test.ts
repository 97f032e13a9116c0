import { writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

let shop: RunningShop
let second: RunningShop
let browser: Browser
let product: string

beforeAll(async () => {
  shop = await openShop({ demo: true })
  const server = await connectEmbedded(shop.dataDir)
  second = await openShop({ dataDir: `${shop.dataDir}/second`, databaseUrl: server!.url })
  browser = await launch()
  product = await plainProduct()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await second.stop()
  await shop.stop()
  await shop.remove()
})

describe('on a slow phone (4× slower, 1.6 Mbit/s)', () => {
  it('a click at DOMContentLoaded adds exactly once', { timeout: 90_000 }, async () => {
    const { page, close } = await slowPhone()
    await page.goto(`${shop.url}${product}`, { waitUntil: 'domcontentloaded' })
    await addButton(page).click({ noWaitAfter: true })
    await expectUnits(page, 1)
    await close()
  })

  it('three quick clicks add exactly three', { timeout: 90_000 }, async () => {
    const { page, close } = await slowPhone()
    await page.goto(`${shop.url}${product}`, { waitUntil: 'domcontentloaded' })
    const button = addButton(page)
    await button.waitFor()
    await button.evaluate((element) => {
      for (let n = 0; n < 3; n++) (element as HTMLButtonElement).click()
    })
    await expectUnits(page, 3)
    await close()
  })

  it(
    'a choice and the click after it, both before the scripts are there, add what was chosen',
    { timeout: 90_000 },
    async () => {
      const { page, close } = await slowPhone()
      await page.goto(`${shop.url}/product/perch-stool`, { waitUntil: 'domcontentloaded' })
      await addButton(page).waitFor()
      await page.waitForFunction(() => customElements.get('x-island') !== undefined)
      const sent = page.waitForRequest((request) => request.url().includes('/cart/add'))
      await page
        .getByRole('button', { name: /^Counter/ })
        .evaluate((choice) => (choice as HTMLButtonElement).click())
      await addButton(page).evaluate((button) => (button as HTMLButtonElement).click())
      expect((await sent).postDataJSON()).toEqual({ sku: 'PRS-OAK-65', quantity: 1 })
      await expectUnits(page, 1)
      await close()
    },
  )
})

it('adds by a plain post with scripts off', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${shop.url}${product}`)
  await addButton(page).click()
  await page.waitForURL(/\/cart$/)
  expect((await context.cookies()).find(({ name }) => name === 'violet_cart_count')?.value).toBe('1')
  await context.close()
})

it('sends two visitors the very same bytes', async () => {
  for (const path of ['/', product, '/zh-HK', '/category/tableware']) {
    const [one, two] = await Promise.all([
      fetch(`${shop.url}${path}`, {
        headers: { cookie: 'violet_cart=abc; violet_cart_count=3; other=1', 'user-agent': 'one' },
      }),
      fetch(`${shop.url}${path}?utm_source=mail`, {
        headers: { 'user-agent': 'two', 'accept-language': 'zh' },
      }),
    ])
    expect(one.status).toBe(200)
    expect(one.headers.getSetCookie()).toEqual([])
    expect(await one.text()).toBe(await two.text())
  }
})

it(
  'tells every node of a new price, also while LISTEN is cut for a minute',
  { timeout: 120_000 },
  async () => {
    const server = await connectEmbedded(shop.dataDir)
    const client = new pg.Client({ connectionString: server!.url })
    await client.connect()
    const until = Date.now() + 60_000
    // As soon as a node has its LISTEN connection back it is cut again.
    const cut = async (): Promise<number> => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'violet listen'`,
      )
      return rowCount ?? 0
    }
    try {
      // Each node hears of changes and of what is live.
      expect(await cut()).toBe(4)
      const before = await Promise.all([shop, second].map((node) => priceOn(node)))
      const changed = await reprice()
      let seen: string[] = []
      while (Date.now() < until) {
        await cut()
        seen = await Promise.all([shop, second].map((node) => priceOn(node)))
        if (seen.every((text) => text.includes(changed))) break
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      expect(before.some((text) => text.includes(changed))).toBe(false)
      expect(seen.map((text) => text.includes(changed))).toEqual([true, true])
    } finally {
      await client.end()
    }
  },
)

function addButton(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('button', { name: /add to cart/i }).first()
}

async function slowPhone(): Promise<{ page: Page; close: () => Promise<void> }> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  })
  return { page, close: () => context.close() }
}

/** The cart has that many units, and still has them a while later. */
async function expectUnits(page: Page, units: number): Promise<void> {
  await page.waitForFunction((wanted) => document.cookie.includes(`violet_cart_count=${wanted}`), units, {
    timeout: 30_000,
  })
  await page.waitForTimeout(2_500)
  const count = await page.evaluate(async () => {
    const answer = await fetch('/api/web/cart/count', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await answer.json()) as { data: { count: number } }).data.count
  })
  expect(count).toBe(units)
}

/** A product that is in plentiful stock, by its address with a chosen SKU. */
async function plainProduct(): Promise<string> {
  const { stdout } = await violet(['stock', 'list', '--json'], { dataDir: shop.dataDir })
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sku: string; product: string; onHand: number })
  const plenty = rows.find(({ onHand }) => onHand > 20)
  return `/product/${plenty!.product}/${encodeURIComponent(plenty!.sku)}`
}

async function priceOn(node: RunningShop): Promise<string> {
  return (await fetch(`${node.url}${product}`)).text()
}

/** Gives the product a price that no other has, the way a merchant would: by importing a file. */
async function reprice(): Promise<string> {
  const exported = await violet(['export'], { dataDir: shop.dataDir })
  const catalog = JSON.parse(exported.stdout) as {
    products: { slug: string; skus: { prices: Record<string, { price: string; linePrice?: string }> }[] }[]
  }
  const slug = product.split('/')[2]!
  const entry = catalog.products.find((candidate) => candidate.slug === slug)!
  for (const sku of entry.skus) sku.prices = { USD: { price: '4321.00' } }
  const file = `${shop.dataDir}/reprice.json`
  await writeFile(file, JSON.stringify({ format: 'violet-catalog', version: 1, products: [entry] }))
  const done = await violet(['import', file, '--pictures', 'none', '--json'], { dataDir: shop.dataDir })
  expect(JSON.parse(done.stdout).products.changed).toBe(1)
  return '$4,321'
}
