import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  shop = await openShop({ demo: true })
  browser = await launch()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
/** Two cores may be busy with other tests. */
const patiently = { timeout: 10_000 }

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, viewport: desktop, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/** Opens a page and waits for what wakes after it has loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('load')
  await page
    .locator('[data-compare][role=button]')
    .first()
    .waitFor({ state: 'attached', ...patiently })
}

const cards = (page: Page): Promise<number> => page.locator('.listing .product-card').count()
const total = async (page: Page): Promise<number> =>
  Number.parseInt((await page.locator('.listing-count').textContent()) ?? '', 10)
const said = (page: Page): Promise<string | null> => page.locator('#announcer').textContent()
const search = (page: Page): string => new URL(page.url()).search
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY)

describe('a listing without scripts', () => {
  it('narrows by rating, tag and stock, and each has its chip', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/category/tableware')
    const all = await total(page)
    const tag = page.locator('#facet-tag .checkbox').first()
    const expected = Number(await tag.locator('.facet-count').textContent())
    const name = (await tag.locator('.facet-name').textContent())!
    await tag.locator('input').check()
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL((url) => /^[\w-]+$/.test(url.searchParams.get('tag') ?? ''))
    expect(await total(page)).toBe(expected)
    expect(expected).toBeLessThan(all)

    await page.locator('#f-rating-4').check()
    await page.locator('#f-stock').check()
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.getByRole('link', { name: 'Remove filter: 4 stars and up' }).click()
    await page.getByRole('link', { name: `Remove filter: ${name}` }).click()
    await page.waitForURL((url) => url.search === '?stock=1')
  })

  it('puts the next page below the first by a link, and shows both again after a reload', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/search')
    expect(await cards(page)).toBe(48)
    const all = await total(page)
    await page.getByRole('link', { name: 'Show more' }).click()
    await page.waitForURL((url) => url.search === '?from=1&page=2')
    expect(new URL(page.url()).hash).toBe('#page-2')
    expect(await cards(page)).toBe(all)
    expect(await page.locator('.listing-shown').textContent()).toBe(`${all} of ${all} seen`)
    const titles = await page.locator('.product-card-title').allTextContents()
    expect(new Set(titles).size).toBe(titles.length)
    await page.reload()
    expect(await cards(page)).toBe(all)
  })

  it('compares by links: one, then another beside it, then one of them no more', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/category/tableware')
    await page.locator('[data-compare]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/compare\?p=[\w-]+$/)
    const first = search(page)
    await page.locator('.compare-other').first().click()
    await page.waitForURL(/\?p=[\w-]+&p=[\w-]+$/)
    expect(search(page).startsWith(first)).toBe(true)
    expect(await page.locator('.compare-table thead img').count()).toBe(2)
    expect(await page.locator('.compare-differs').count()).toBeGreaterThan(0)
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

  it('asks which one in a sheet, and puts that one in', async () => {
    const page = await visitor({ viewport: phone })
    await open(page, '/category/tableware')
    await page.getByRole('link', { name: sign }).click()
    const sheet = page.getByRole('dialog', { name: 'First Light Mug' })
    await sheet.waitFor(patiently)
    expect(new URL(page.url()).pathname).toBe('/category/tableware')
    await page.keyboard.press('Escape')
    await expect.poll(() => sheet.count(), patiently).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(sign)

    await page.getByRole('link', { name: sign }).click()
    const second = sheet.getByRole('radio', { disabled: false }).nth(1)
    const sku = await second.getAttribute('value')
    await second.check()
    await sheet.getByRole('button', { name: 'Add to cart' }).click()
    await expect.poll(() => page.locator('[data-cart-count]').textContent(), patiently).toBe('1')
    await page.goto('/cart')
    expect(await page.locator('.cart-line a').first().getAttribute('href')).toContain(sku)
  })

  it('is a page of its own without scripts', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/category/tableware')
    await page.getByRole('link', { name: sign }).click()
    await page.waitForURL((url) => url.pathname === '/choose/first-light-mug')
    const second = page.getByRole('radio', { disabled: false }).nth(1)
    const sku = await second.getAttribute('value')
    await second.check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL((url) => url.pathname === '/cart')
    expect(await page.locator('.cart-line a').first().getAttribute('href')).toContain(sku)
  })
})

describe('a listing with scripts', () => {
  it('takes only what differs: the same cards, the focus on the control, what was opened, and a word on the count', async () => {
    const page = await visitor()
    await open(page, '/category/tableware')
    const all = await total(page)
    await page.locator('.facet-more summary').first().click()
    const kept = page.locator('.product-card', { has: page.locator('a[href$="/first-light-mug"]') })
    const card = await kept.elementHandle()
    const heading = await page.locator('h1').elementHandle()
    await page.evaluate(() => scrollTo(0, 120))

    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.waitForURL(/o\.color=sage/)
    await expect.poll(() => total(page), patiently).toBeLessThan(all)
    expect(await said(page)).toBe(`${await total(page)} products`)
    expect(await page.title()).toContain(`${await total(page)} products`)
    expect(await kept.evaluate((now, before) => now === before, card)).toBe(true)
    expect(await page.locator('h1').evaluate((now, before) => now === before, heading)).toBe(true)
    expect(await page.locator('.facet-more').first().getAttribute('open')).toBe('')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-color-sage')
    expect(await scrolled(page)).toBe(120)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('?o.color=sage')

    await page.getByRole('link', { name: 'Remove filter: Sage' }).click()
    await expect.poll(() => total(page), patiently).toBe(all)
    expect(search(page)).toBe('')
    expect(await page.getByRole('checkbox', { name: 'Sage' }).isChecked()).toBe(false)
    // The chip is gone: the focus is on what came of it, not at the start of the page.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('listing-count')
  })

  it('lets the last of two quick choices count', async () => {
    const page = await visitor()
    await open(page, '/category/tableware')
    await page.route('**/category/tableware?o.color=sage&*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue().catch(() => {})
    })
    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.getByRole('checkbox', { name: 'Clay' }).check()
    await page.waitForURL(/o\.color=clay&o\.color=sage/)
    await page.waitForTimeout(1_000)
    expect(search(page)).toBe('?o.color=clay&o.color=sage')
    expect(await page.locator('.chip:not(.chip-clear)').count()).toBe(2)
  })

  it('shows more below, and is where it was after a look at a product', async () => {
    const page = await visitor()
    await open(page, '/search')
    const all = await total(page)
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect.poll(() => cards(page), patiently).toBe(all)
    expect(search(page)).toBe('?from=1&page=2')
    expect(await said(page)).toBe(`${all} of ${all} seen`)
    const added = page.locator('.product-grid > li').nth(48).locator('a').first()
    expect(await added.evaluate((link) => link === document.activeElement)).toBe(true)

    const far = page.locator('.product-card-link').nth(60)
    await far.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(1_000)
    await far.click()
    await page.waitForURL(/\/product\//)
    await page.locator('.product-page').waitFor()
    await page.goBack()
    await expect.poll(() => cards(page), patiently).toBe(all)
    await expect.poll(() => scrolled(page), patiently).toBe(before)
  })

  it('fills the sheet of a phone without closing it, and says how many there are on its button', async () => {
    const page = await visitor({ viewport: phone })
    await open(page, '/category/tableware')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('checkbox', { name: 'Sage' }).check()
    await page.waitForURL(/sage/)
    const button = page.locator('.facets-apply')
    const text = async (): Promise<string> => (await button.innerText()).trim()
    await expect.poll(text, patiently).toBe(`Show ${await total(page)} products`)
    const entries = await page.evaluate(() => history.length)
    await page.locator('#f-stock').check()
    await page.waitForURL(/stock=1/)
    // One sheet is one step back.
    expect(await page.evaluate(() => history.length)).toBe(entries)
    expect(await page.locator('.facets:popover-open').count()).toBe(1)
    await button.click()
    await expect.poll(() => page.locator('.facets:popover-open').count(), patiently).toBe(0)
    expect(await cards(page)).toBe(await total(page))
    expect(search(page)).toBe('?o.color=sage&stock=1')
    await page.goBack()
    await expect.poll(() => search(page), patiently).toBe('')
  })
})

describe('the search box', () => {
  const field = '#search-q'
  const chosen = (page: Page): Promise<string | null> =>
    page.locator('[role=option][aria-selected=true] .search-option-title').textContent()

  async function openBox(page: Page, path = '/'): Promise<void> {
    await open(page, path)
    await page.locator('[popovertarget=search]').first().click()
    await page.locator(`${field}[role=combobox]`).waitFor(patiently)
  }

  it('groups what may be meant, goes through it by keys, and says how much there is', async () => {
    const page = await visitor()
    await openBox(page)
    await page.keyboard.type('lamp', { delay: 30 })
    await page.locator('.search-option-product').first().waitFor(patiently)
    expect(await page.locator('.search-box [role=status]').textContent()).toMatch(
      /^\d+ suggestions?, \d+ products? found$/,
    )
    expect(await page.locator('.search-option-product mark').first().textContent()).toMatch(/^lamp/i)
    expect(await page.locator('.search-option-product img').first().getAttribute('src')).toMatch(/^\/media\//)

    const options = page.locator('[role=option]')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator(field).getAttribute('aria-activedescendant')).toBe('search-option-0')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    expect(await options.last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await options.last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Home')
    const first = await chosen(page)
    await page.keyboard.press('Escape')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    expect(await page.locator(field).inputValue()).toBe('lamp')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
    expect(await page.locator('#search:popover-open').count()).toBe(0)
  })

  it('has nothing that a machine finds wrong', async () => {
    const page = await visitor()
    await openBox(page)
    await page.keyboard.type('mug')
    await page.locator('.search-option-product').first().waitFor(patiently)
    await page.keyboard.press('ArrowDown')
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      () => (globalThis as unknown as { axe: typeof axe }).axe.run('#search') as Promise<axe.AxeResults>,
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })

  it('remembers on the device what was searched for, and forgets one, or all', async () => {
    const page = await visitor()
    await openBox(page)
    await page.keyboard.type('mug')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=mug/)
    await page.locator('[popovertarget=search]').first().click()
    await page.locator(field).fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=lamp/)
    await page.locator('[popovertarget=search]').first().click()
    await page.locator(field).fill('')
    const own = page.locator('.search-group-history .search-option-title')
    await expect.poll(() => own.allTextContents(), patiently).toEqual(['lamp', 'mug'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect.poll(() => own.allTextContents(), patiently).toEqual(['mug'])
    await page.getByRole('button', { name: /^Clear:/ }).click()
    expect(await own.count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('violet_searches'))).toBe(null)
  })

  it('waits for the end of a syllable that is composed, and finds by Chinese words', async () => {
    const page = await visitor({ viewport: phone })
    await openBox(page, '/zh')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/search/suggest')) asked.push(request.postData() ?? '')
    })
    const cdp = await page.context().newCDPSession(page)
    for (const text of ['d', 'de', 'deng']) {
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
      await page.waitForTimeout(200)
    }
    expect(asked).toEqual([])
    await cdp.send('Input.insertText', { text: '灯' })
    await page.locator('.search-option-product').first().waitFor(patiently)
    expect(asked).toEqual(['{"q":"灯"}'])
    expect(await page.locator('.search-option-product mark').first().textContent()).toBe('灯')
  })

  it('asks once for a word, and forgets an older question for a newer one', async () => {
    const page = await visitor()
    await openBox(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/search/suggest')) asked.push(JSON.parse(request.postData()!).q as string)
    })
    await page.keyboard.type('bowl', { delay: 20 })
    await page.locator('.search-option-product').first().waitFor(patiently)
    await expect.poll(() => asked.at(-1), patiently).toBe('bowl')
    // On a busy machine there is a pause between two keys; not for each of them.
    expect(asked.length).toBeLessThan(4)
    asked.length = 0
    await page.keyboard.type('s')
    await expect.poll(() => asked, patiently).toEqual(['bowls'])
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(400)
    expect(asked).toEqual(['bowls'])
  })
})

describe('what the device remembers', () => {
  it('lists what was looked at last on product and cart pages, and forgets it', async () => {
    const page = await visitor()
    for (const slug of ['first-light-mug', 'quiet-bowl', 'field-plate']) {
      await open(page, `/product/${slug}`)
    }
    const strip = page.locator('[data-recent] .recent')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await strip.waitFor(patiently)
    const titles = strip.locator('.product-card-title')
    expect(await titles.allTextContents()).toEqual(['Quiet Bowl', 'First Light Mug'])
    await page.goto('/cart')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await strip.waitFor(patiently)
    expect(await titles.allTextContents()).toEqual(['Field Plate', 'Quiet Bowl', 'First Light Mug'])
    await strip.getByRole('button', { name: 'Clear' }).click()
    expect(await strip.count()).toBe(0)
    expect(await said(page)).toBe('The list is empty')
    expect(await page.evaluate(() => localStorage.getItem('violet_recent'))).toBe(null)
  })

  it('gathers products to compare, four at most, in a tray that stays while pages come and go', async () => {
    const page = await visitor()
    await open(page, '/category/tableware')
    const signs = page.locator('.listing [data-compare]')
    const tray = page.locator('body > .compare-tray')
    for (const index of [0, 1, 2, 3]) {
      await page.locator('.listing .product-card').nth(index).hover()
      await signs.nth(index).click()
      await expect
        .poll(() => tray.locator('.compare-tray-count').textContent(), patiently)
        .toBe(`${index + 1} of 4 to compare`)
    }
    await page.locator('.listing .product-card').nth(4).hover()
    await signs.nth(4).click()
    await page.getByText('Four products at most').waitFor(patiently)
    expect(await page.locator('[data-compare][aria-pressed=true]').count()).toBe(4)
    await signs.nth(3).click()
    await expect.poll(() => tray.locator('.compare-tray-count').textContent(), patiently).toMatch(/^3 of 4/)

    await page.goto('/category/lighting')
    await tray.waitFor(patiently)
    await tray.getByRole('link', { name: 'Compare' }).click()
    await page.waitForURL(/\/compare\?/)
    await page.locator('.compare-table').waitFor()
    expect(new URL(page.url()).searchParams.getAll('p')).toHaveLength(3)
    expect(await tray.isVisible()).toBe(false)
    const rows = page.locator('.compare-table tbody tr:visible')
    const allRows = await rows.count()
    await page.getByRole('checkbox', { name: 'Only what differs' }).check()
    expect(await rows.count()).toBeLessThan(allRows)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      () => (globalThis as unknown as { axe: typeof axe }).axe.run('main') as Promise<axe.AxeResults>,
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await page
      .getByRole('link', { name: /^Do not compare/ })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.getAll('p').length, patiently).toBe(2)
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('violet_compare')!).length)).toBe(2)
  })

  it('keeps out of search engines what is one visitor’s own', async () => {
    for (const path of ['/compare?p=quiet-bowl&p=field-plate', '/recent?ids=1,2']) {
      const html = await (await fetch(`${shop.url}${path}`)).text()
      expect(html, path).toContain('<meta name="robots" content="noindex, follow">')
    }
    const mended = await fetch(`${shop.url}/compare?p=quiet-bowl&p=nothing-like-it`, { redirect: 'manual' })
    expect(mended.headers.get('location')).toBe('/compare?p=quiet-bowl')
  })
})
