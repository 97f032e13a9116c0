import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

const folder = '../shared/data/catalogue'
const files = ['shopify-apparel.csv', 'shopify-home-and-garden.csv', 'dummyjson-products.json'].map(
  (name) => `${folder}/${name}`,
)

test.use({ own: { demo: false } })

test.describe('the three real catalogues in one empty shop', () => {
  test.skip(!existsSync(folder), `the catalogues are not part of the project: there is no ${folder}`)

  const counts: number[] = []

  test.beforeAll(async ({ server }) => {
    test.setTimeout(240_000)
    counts.length = 0
    for (const file of files) {
      const { code, stdout, stderr } = await server.operate('import', file, '--json')
      expect(code, stderr).toBe(0)
      counts.push((JSON.parse(stdout) as { products: { added: number } }).products.added)
    }
  })

  test('has as many products as the files', async ({ server }) => {
    const handles = async (file: string): Promise<number> =>
      new Set((await readFile(file, 'utf8')).match(/^[a-z0-9-]+(?=,)/gm)).size
    const dummy = JSON.parse(await readFile(files[2]!, 'utf8')) as unknown[] | { products: unknown[] }
    expect(counts).toEqual([
      await handles(files[0]!),
      await handles(files[1]!),
      Array.isArray(dummy) ? dummy.length : dummy.products.length,
    ])
    const listed = await fetch(`${server.url}/api/web/product/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { data } = (await listed.json()) as { data: { total: number } }
    expect(data.total).toBe(counts[0]! + counts[1]! + counts[2]!)
  })

  test('can be browsed, filtered and put in a cart', async ({ page, listing, shop, cart }) => {
    // Without a picture of its own the home page stands on the theme's tint, and names its categories in columns.
    await page.goto('/')
    const hero = page.locator('.home-hero-plain')
    expect(await hero.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('gradient')
    expect((await hero.boundingBox())!.height).toBeGreaterThan(300)
    await expect(hero.getByRole('link', { name: 'See all products' })).toBeVisible()
    const boxes = await page
      .locator('.home-categories a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect))
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1)
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBeGreaterThan(1)
    const [links, logo] = await Promise.all(
      ['.header-links', '.logo'].map((part) => page.locator(part).boundingBox()),
    )
    expect(links!.x + links!.width).toBeLessThanOrEqual(logo!.x - 16)

    await page.goto('/category/fragrances')
    const before = await listing.cards.count()
    expect(before).toBeGreaterThan(2)
    await page.goto('/category/fragrances?price=0-60')
    const some = await listing.cards.count()
    expect(some).toBeLessThan(before)
    expect(some).toBeGreaterThan(0)

    await shop.product('Classic Varsity Top')
    await expect(page.getByRole('heading', { level: 1, name: 'Classic Varsity Top' })).toBeVisible()
    await page.getByRole('button', { name: 'Medium' }).first().click()
    await cart.addButton.click()
    await expect(cart).toHaveUnitsInBag(1)
    await cart.visit()
    await expect(cart.titles).toHaveText(['Classic Varsity Top'])
    await expect(page.getByText('Medium').first()).toBeVisible()
  })
})
