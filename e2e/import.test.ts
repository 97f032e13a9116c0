import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

const folder = '../shared/data/catalogue'
const files = ['shopify-apparel.csv', 'shopify-home-and-garden.csv', 'dummyjson-products.json'].map(
  (name) => `${folder}/${name}`,
)

// The catalogues are not part of the project; where they are absent this is said, not passed over.
describe.skipIf(!existsSync(folder))('the three real catalogues in one empty shop', () => {
  let shop: RunningShop
  let browser: Browser
  const counts: number[] = []

  beforeAll(async () => {
    shop = await openShop()
    browser = await launch()
    for (const file of files) {
      const { code, stdout, stderr } = await violet(['import', file, '--json'], { dataDir: shop.dataDir })
      expect([code, stderr]).toEqual([0, expect.any(String)])
      counts.push((JSON.parse(stdout) as { products: { added: number } }).products.added)
    }
  }, 240_000)

  afterAll(async () => {
    await browser.close()
    await shop.stop()
    await shop.remove()
  })

  it('has as many products as the files', async () => {
    const handles = async (file: string): Promise<number> =>
      new Set((await readFile(file, 'utf8')).match(/^[a-z0-9-]+(?=,)/gm)).size
    const dummy = JSON.parse(await readFile(files[2]!, 'utf8')) as unknown[] | { products: unknown[] }
    expect(counts).toEqual([
      await handles(files[0]!),
      await handles(files[1]!),
      Array.isArray(dummy) ? dummy.length : dummy.products.length,
    ])
    const listed = await fetch(`${shop.url}/api/web/product/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { data } = (await listed.json()) as { data: { total: number } }
    expect(data.total).toBe(counts[0]! + counts[1]! + counts[2]!)
  })

  it('can be browsed, filtered and put in a cart', async () => {
    const page = await browser.newPage()
    await page.goto(`${shop.url}/category/fragrances`)
    const cards = page.locator('main .product-card')
    expect(await cards.count()).toBeGreaterThan(2)
    const before = await cards.count()
    await page.goto(`${shop.url}/category/fragrances?price=0-60`)
    expect(await cards.count()).toBeLessThan(before)
    expect(await cards.count()).toBeGreaterThan(0)

    await page.goto(`${shop.url}/product/classic-varsity-top`)
    await page.getByRole('heading', { level: 1, name: 'Classic Varsity Top' }).waitFor()
    await page.getByRole('button', { name: 'Medium' }).first().click()
    await page
      .getByRole('button', { name: /add to cart/i })
      .first()
      .click()
    await page.waitForFunction(() => document.cookie.includes('violet_cart_count=1'))
    await page.goto(`${shop.url}/cart`)
    await page.getByText('Classic Varsity Top').first().waitFor()
    await page.getByText('Medium').first().waitFor()
    await page.close()
  })
})
