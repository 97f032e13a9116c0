import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Opens a page and waits for what wakes after it has loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('[data-compare][role=button]').first().waitFor({ state: 'attached' })
}

const compared = (page: Page): string[] => new URL(page.url()).searchParams.getAll('p')

test.describe('what the device remembers', () => {
  test('lists what was looked at last on product and cart pages, and forgets it', async ({
    page,
    shop,
    cart,
  }) => {
    for (const slug of ['first-light-mug', 'quiet-bowl', 'field-plate']) await open(page, `/product/${slug}`)
    const strip = page.locator('[data-recent] .recent')
    const titles = strip.locator('.product-card-title')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(titles).toHaveText(['Quiet Bowl', 'First Light Mug'])
    await cart.visit()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(titles).toHaveText(['Field Plate', 'Quiet Bowl', 'First Light Mug'])
    await strip.getByRole('button', { name: 'Clear' }).click()
    await expect(strip).toHaveCount(0)
    await expect(shop.announcer).toHaveText('The list is empty')
    expect(await page.evaluate(() => localStorage.getItem('violet_recent'))).toBe(null)
  })

  test('gathers products to compare, four at most, in a tray that stays while pages come and go', async ({
    page,
  }) => {
    await open(page, '/category/tableware')
    const signs = page.locator('.listing [data-compare]')
    const tray = page.locator('body > .compare-tray')
    const count = tray.locator('.compare-tray-count')
    for (const index of [0, 1, 2, 3]) {
      await page.locator('.listing .product-card').nth(index).hover()
      await signs.nth(index).click()
      await expect(count).toHaveText(`${index + 1} of 4 to compare`)
    }
    await page.locator('.listing .product-card').nth(4).hover()
    await signs.nth(4).click()
    await expect(page.getByText('Four products at most')).toBeVisible()
    await expect(page.locator('[data-compare][aria-pressed=true]')).toHaveCount(4)
    await signs.nth(3).click()
    await expect(count).toHaveText(/^3 of 4/)

    await page.goto('/category/lighting')
    await tray.getByRole('link', { name: 'Compare' }).click()
    await page.waitForURL(/\/compare\?/)
    await expect(page.locator('.compare-table')).toBeVisible()
    expect(compared(page)).toHaveLength(3)
    await expect(tray).toBeHidden()
    const rows = page.locator('.compare-table tbody tr:visible')
    const allRows = await rows.count()
    await page.getByRole('checkbox', { name: 'Only what differs' }).check()
    expect(await rows.count()).toBeLessThan(allRows)
    await expect(page).toPassAxe({ within: 'main' })
    await page
      .getByRole('link', { name: /^Do not compare/ })
      .first()
      .click()
    await expect.poll(() => compared(page)).toHaveLength(2)
    const kept = (): Promise<unknown> =>
      page.evaluate(() => JSON.parse(localStorage.getItem('violet_compare')!) as unknown)
    await expect.poll(kept).toHaveLength(2)
  })

  test('keeps out of search engines what is one visitor’s own', async ({ server }) => {
    for (const path of ['/compare?p=quiet-bowl&p=field-plate', '/recent?ids=1,2']) {
      const html = await (await fetch(`${server.url}${path}`)).text()
      expect(html, path).toContain('<meta name="robots" content="noindex, follow">')
    }
    const mended = await fetch(`${server.url}/compare?p=quiet-bowl&p=nothing-like-it`, { redirect: 'manual' })
    expect(mended.headers.get('location')).toBe('/compare?p=quiet-bowl')
  })
})
