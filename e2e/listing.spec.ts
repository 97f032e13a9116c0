import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const { describe } = test

const phone = { width: 360, height: 740 }

/** Opens a page and waits for what wakes after it has loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('[data-compare][role=button]').first().waitFor({ state: 'attached' })
}

/** Those of the list itself: others may stand below it. */
const cards = (page: Page): Locator => page.locator('.listing .product-card')
const search = (page: Page): string => new URL(page.url()).search
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY)

describe('a listing without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('narrows by rating, tag and stock, and each has its chip', async ({ page, listing }) => {
    await page.goto('/category/tableware')
    const all = await listing.total()
    const tag = page.locator('#facet-tag .checkbox').first()
    const expected = Number(await tag.locator('.facet-count').textContent())
    const name = (await tag.locator('.facet-name').textContent())!
    await tag.locator('input').check()
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL((url) => /^[\w-]+$/.test(url.searchParams.get('tag') ?? ''))
    expect(await listing.total()).toBe(expected)
    expect(expected).toBeLessThan(all)

    await page.locator('#f-rating-4').check()
    await page.locator('#f-stock').check()
    await page.getByRole('button', { name: 'Show products' }).click()
    await listing.letGo('4 stars and up')
    await listing.letGo(name)
    await page.waitForURL((url) => url.search === '?stock=1')
    await expect(page.locator('#f-stock')).toBeChecked()
  })

  test('puts the next page below the first by a link, and shows both again after a reload', async ({
    page,
    listing,
  }) => {
    await page.goto('/search')
    await expect(cards(page)).toHaveCount(48)
    const all = await listing.total()
    await page.getByRole('link', { name: 'Show more' }).click()
    await page.waitForURL((url) => url.search === '?from=1&page=2')
    expect(new URL(page.url()).hash).toBe('#page-2')
    await expect(cards(page)).toHaveCount(all)
    await expect(page.locator('.listing-shown')).toHaveText(`${all} of ${all} seen`)
    const titles = await listing.titles.allTextContents()
    expect(new Set(titles).size).toBe(titles.length)
    await page.reload()
    await expect(cards(page)).toHaveCount(all)
  })

  test('compares by links: one, then another beside it, then one of them no more', async ({ page }) => {
    await page.goto('/category/tableware')
    await page.locator('[data-compare]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/compare\?p=[\w-]+$/)
    const first = search(page)
    await page.locator('.compare-other').first().click()
    await page.waitForURL(/\?p=[\w-]+&p=[\w-]+$/)
    expect(search(page).startsWith(first)).toBe(true)
    await expect(page.locator('.compare-table thead img')).toHaveCount(2)
    await expect(page.locator('.compare-differs')).not.toHaveCount(0)
    await page
      .getByRole('link', { name: /^Do not compare/ })
      .first()
      .click()
    await page.waitForURL((url) => url.searchParams.getAll('p').length === 1)
    expect(search(page)).not.toBe(first)
  })
})

describe('the short way into the cart', () => {
  const sign = 'Choose First Light Mug'

  describe('on a phone', () => {
    test.use({ viewport: phone })

    test('asks which one in a sheet, and puts that one in', async ({ page, cart }) => {
      await open(page, '/category/tableware')
      await page.getByRole('link', { name: sign }).click()
      const sheet = page.getByRole('dialog', { name: 'First Light Mug' })
      await expect(sheet).toBeVisible()
      await expect(page).toHaveURL(/\/category\/tableware$/)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(page.getByRole('link', { name: sign })).toBeFocused()

      await page.getByRole('link', { name: sign }).click()
      const second = sheet.getByRole('radio', { disabled: false }).nth(1)
      const sku = (await second.getAttribute('value'))!
      await second.check()
      await sheet.getByRole('button', { name: 'Add to cart' }).click()
      await expect(cart).toHaveUnitsInBag(1)
      await expect(page.locator('[data-cart-count]').first()).toHaveText('1')
      await cart.visit()
      await expect(page.locator('.cart-line a').first()).toHaveAttribute('href', new RegExp(sku))
    })
  })

  describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('is a page of its own', async ({ page, cart }) => {
      await page.goto('/category/tableware')
      await page.getByRole('link', { name: sign }).click()
      await page.waitForURL((url) => url.pathname === '/choose/first-light-mug')
      const second = page.getByRole('radio', { disabled: false }).nth(1)
      const sku = (await second.getAttribute('value'))!
      await second.check()
      await cart.addButton.click()
      await page.waitForURL((url) => url.pathname === '/cart')
      await expect(page.locator('.cart-line a').first()).toHaveAttribute('href', new RegExp(sku))
    })
  })
})

describe('a listing with scripts', () => {
  test('takes only what differs: the same cards, the focus on the control, what was opened, and a word on the count', async ({
    page,
    shop,
    listing,
  }) => {
    await open(page, '/category/tableware')
    const all = await listing.total()
    await page.locator('.facet-more summary').first().click()
    const kept = page.locator('.product-card', { has: page.locator('a[href$="/first-light-mug"]') })
    const card = await kept.elementHandle()
    const heading = await page.locator('h1').elementHandle()
    await page.evaluate(() => scrollTo(0, 120))

    await listing.facet('Sage').check()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => listing.total()).toBeLessThan(all)
    const some = await listing.total()
    await expect(shop.announcer).toHaveText(`${some} products`)
    await expect(page).toHaveTitle(new RegExp(`${some} products`))
    expect(await kept.evaluate((now, before) => now === before, card)).toBe(true)
    expect(await page.locator('h1').evaluate((now, before) => now === before, heading)).toBe(true)
    await expect(page.locator('.facet-more').first()).toHaveAttribute('open', '')
    await expect(page.locator('#f-color-sage')).toBeFocused()
    expect(await scrolled(page)).toBe(120)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\?o\.color=sage/)

    await listing.letGo('Sage')
    await expect.poll(() => listing.total()).toBe(all)
    expect(search(page)).toBe('')
    await expect(listing.facet('Sage')).not.toBeChecked()
    // The chip is gone: the focus is on what came of it, not at the start of the page.
    await expect(page.locator('.listing-count')).toBeFocused()
  })

  test('gets the code that comes last when the connection is back', async ({ page, complaints }) => {
    complaints.expect(
      'net::ERR_INTERNET_DISCONNECTED GET /assets/later-',
      'error: TypeError: Failed to fetch',
    )
    let isOffline = true
    await page.route('**/assets/later-*', (route) =>
      isOffline ? route.abort('internetdisconnected') : route.continue(),
    )
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/category/tableware')
    await failed
    isOffline = false
    await expect(page.locator('[data-compare][role=button]')).toHaveCount(0)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.locator('[data-compare][role=button]').first()).toBeAttached()
  })

  test('lets the last of two quick choices count', async ({ page, listing }) => {
    await open(page, '/category/tableware')
    let letGo!: () => void
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const isFirst = (url: URL): boolean => url.searchParams.getAll('o.color').join() === 'sage'
    await page.route(isFirst, async (route) => {
      await held
      // Nobody waits for it any more.
      await route.continue().catch(() => {})
    })
    const first = page.waitForRequest((request) => isFirst(new URL(request.url())))
    await listing.facet('Sage').check()
    await first
    await listing.facet('Clay').check()
    await page.waitForURL(/o\.color=clay&o\.color=sage/)
    const chips = page.locator('.chip:not(.chip-clear)')
    await expect(chips).toHaveCount(2)
    letGo()
    expect(await (await first).response(), 'the first answer is not waited for').toBeNull()
    expect(search(page)).toBe('?o.color=clay&o.color=sage')
    await expect(chips).toHaveCount(2)
  })

  test('shows more below, and is where it was after a look at a product', async ({ page, shop, listing }) => {
    await open(page, '/search')
    const all = await listing.total()
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(cards(page)).toHaveCount(all)
    expect(search(page)).toBe('?from=1&page=2')
    await expect(shop.announcer).toHaveText(`${all} of ${all} seen`)
    await expect(page.locator('.product-grid > li').nth(48).locator('a').first()).toBeFocused()

    const far = page.locator('.product-card-link').nth(60)
    await far.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(1_000)
    await far.click()
    await page.waitForURL(/\/product\//)
    await expect(page.locator('.product-page')).toHaveCount(1)
    await page.goBack()
    await expect(cards(page)).toHaveCount(all)
    await expect.poll(() => scrolled(page)).toBe(before)
  })

  describe('on a phone', () => {
    test.use({ viewport: phone })

    test('fills the sheet without closing it, and says how many there are on its button', async ({
      page,
      listing,
    }) => {
      await open(page, '/category/tableware')
      await page.getByRole('button', { name: 'Filter' }).click()
      await listing.facet('Sage').check()
      await page.waitForURL(/sage/)
      const button = page.locator('.facets-apply')
      await expect
        .poll(async () => (await button.innerText()).trim())
        .toBe(`Show ${await listing.total()} products`)
      const entries = await page.evaluate(() => history.length)
      await page.locator('#f-stock').check()
      await page.waitForURL(/stock=1/)
      // One sheet is one step back.
      expect(await page.evaluate(() => history.length)).toBe(entries)
      const sheet = page.locator('.facets:popover-open')
      await expect(sheet).toHaveCount(1)
      await button.click()
      await expect(sheet).toHaveCount(0)
      await expect(cards(page)).toHaveCount(await listing.total())
      expect(search(page)).toBe('?o.color=sage&stock=1')
      await page.goBack()
      await expect.poll(() => search(page)).toBe('')
    })
  })
})
