import pg from 'pg'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import type { RunningShop } from '#test/running-shop.ts'
import { expect, test, type Server } from './fixtures.ts'
import { openSecondNode } from './server/second-node.ts'
import { untilLater } from './shop/later.ts'
import type { Storefront } from './shop/storefront.ts'

const { describe } = test

test.use({ own: {} })

/** A product that is in plentiful stock, by its address with a chosen SKU. */
let product: string

test.beforeAll(async ({ server }) => {
  const { stdout } = await server.operate('stock', 'list', '--json')
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sku: string; product: string; onHand: number })
  const plenty = rows.find(({ onHand }) => onHand > 20)!
  product = `/product/${plenty.product}/${encodeURIComponent(plenty.sku)}`
})

describe('on a slow phone (4× slower, 1.6 Mbit/s)', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test.beforeEach(async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 94_000,
    })
  })

  test('a click at DOMContentLoaded adds exactly once', async ({ shop, page }) => {
    await page.goto(product, { waitUntil: 'domcontentloaded' })
    await shop.cart.addButton.click({ noWaitAfter: true })
    await expectUnits(shop, 1)
  })

  test('three quick clicks add exactly three', async ({ shop, page }) => {
    await page.goto(product, { waitUntil: 'domcontentloaded' })
    await shop.cart.addButton.evaluate((element) => {
      for (let n = 0; n < 3; n++) (element as HTMLButtonElement).click()
    })
    await expectUnits(shop, 3)
  })

  test('a choice and the click after it, both before the scripts are there, add what was chosen', async ({
    shop,
    page,
  }) => {
    await page.goto('/product/perch-stool', { waitUntil: 'domcontentloaded' })
    await expect(shop.cart.addButton).toBeVisible()
    await page.waitForFunction(() => customElements.get('x-island') !== undefined)
    const sent = page.waitForRequest((request) => request.url().includes('/cart/add'))
    await page
      .getByRole('button', { name: /^Counter/ })
      .evaluate((choice) => (choice as HTMLButtonElement).click())
    await shop.cart.addButton.evaluate((button) => (button as HTMLButtonElement).click())
    expect((await sent).postDataJSON()).toEqual({ sku: 'PRS-OAK-65', quantity: 1 })
    await expectUnits(shop, 1)
  })
})

/** The cart has that many units, and still has them when all scripts have come and nothing is asked for any more. */
async function expectUnits({ page, cart }: Storefront, units: number): Promise<void> {
  await expect(cart).toHaveUnitsInBag(units)
  await untilLater(page)
  await page.waitForLoadState('networkidle')
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

describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('adds by a plain post', async ({ page, cart }) => {
    await page.goto(product)
    await cart.addButton.click()
    await page.waitForURL(/\/cart$/)
    await expect(cart).toHaveUnitsInBag(1)
  })
})

test('sends two visitors the very same bytes', async ({ server }) => {
  for (const path of ['/', product, '/zh-HK', '/category/tableware']) {
    const [one, two] = await Promise.all([
      fetch(`${server.url}${path}`, {
        headers: { cookie: 'violet_cart=abc; violet_cart_count=3; other=1', 'user-agent': 'one' },
      }),
      fetch(`${server.url}${path}?utm_source=mail`, {
        headers: { 'user-agent': 'two', 'accept-language': 'zh' },
      }),
    ])
    expect(one.status).toBe(200)
    expect(one.headers.getSetCookie()).toEqual([])
    expect(await one.text()).toBe(await two.text())
  }
})

describe('of two nodes', () => {
  let second: RunningShop

  test.beforeAll(async ({ server }) => {
    second = await openSecondNode(server.own)
  })

  test.afterAll(async () => {
    await second.stop()
    await second.remove()
  })

  test('each is told of a new price, also while LISTEN is cut for a minute', async ({ server }) => {
    const database = await connectEmbedded(server.own.dataDir)
    const client = new pg.Client({ connectionString: database!.url })
    await client.connect()
    // As soon as a node has its LISTEN connection back it is cut again.
    const cut = async (): Promise<number> => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'violet listen'`,
      )
      return rowCount ?? 0
    }
    const shown = (): Promise<string[]> =>
      Promise.all([server, second].map(async ({ url }) => (await fetch(`${url}${product}`)).text()))
    try {
      // Each node hears of changes and of what is live.
      expect(await cut()).toBe(4)
      const before = await shown()
      const changed = await reprice(server)
      expect(before.some((text) => text.includes(changed))).toBe(false)
      const told = async (): Promise<boolean[]> => {
        await cut()
        return (await shown()).map((text) => text.includes(changed))
      }
      await expect.poll(told, { timeout: 60_000, intervals: [500] }).toEqual([true, true])
    } finally {
      await client.end()
    }
  })
})

/** Gives the product a price that no other has, the way a merchant would: by importing a file. */
async function reprice(server: Server): Promise<string> {
  const exported = await server.operate('export')
  const catalog = JSON.parse(exported.stdout) as {
    products: { slug: string; skus: { prices: Record<string, { price: string; linePrice?: string }> }[] }[]
  }
  const slug = product.split('/')[2]!
  const entry = catalog.products.find((candidate) => candidate.slug === slug)!
  for (const sku of entry.skus) sku.prices = { USD: { price: '4321.00' } }
  await server.importing('catalog', { products: [entry] })
  return '$4,321'
}
