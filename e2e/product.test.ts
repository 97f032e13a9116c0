import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/* What a product page does beyond being bought from: buying.test.ts has that. */

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openShop({ demo: true }), launch()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

/** A page whose errors fail the test. */
async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  onTestFinished(() => expect(complaints).toEqual([]))
  await page.goto(path, { waitUntil: 'load' })
  return page
}

const withoutScripts = { javaScriptEnabled: false }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Titles and units of the cart's lines, and what one costs. */
async function cartOf(page: Page): Promise<string[]> {
  await page.goto('/cart')
  const lines = page.locator('.cart-line')
  await lines.first().waitFor()
  return (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
}

describe('looking closer', () => {
  it('enlarges, turns and closes by keys', async () => {
    const page = await visit('/product/field-plate')
    await page.getByRole('button', { name: 'Look closer' }).click()
    const shown = page.locator('.product-image-zoomed img')
    await shown.waitFor()
    const first = await shown.getAttribute('src')
    await page.keyboard.press('+')
    await expect.poll(() => shown.evaluate((img) => img.style.scale)).toBe('1.6')
    await page.keyboard.press('0')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown.getAttribute('src')).not.toBe(first)
    await expect.poll(() => shown.evaluate((img) => img.style.scale)).toBe('1')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  })

  it('enlarges by two fingers', async () => {
    const page = await visit('/product/field-plate', phone)
    await page.getByRole('button', { name: 'Look closer' }).tap()
    const shown = page.locator('.product-image-zoomed img')
    await shown.waitFor()
    const session = await page.context().newCDPSession(page)
    const fingers = (apart: number) => [
      { x: 180 - apart, y: 370, id: 1 },
      { x: 180 + apart, y: 370, id: 2 },
    ]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
    for (const apart of [50, 60, 70, 80])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => shown.evaluate((img) => Number(img.style.scale))).toBeCloseTo(2, 1)
  })
})

describe('the price', () => {
  it('falls with the number, on the page and in the cart', async () => {
    const page = await visit('/product/field-plate')
    const reached = page.locator('.product-buttons-tiers [aria-current]')
    expect(await reached.count()).toBe(0)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('4')
    await expect.poll(() => reached.innerText()).toMatch(/4 or more\s+\$17.50 each/)
    await page.locator('form[data-action="cart/add"] button[type=submit]').click()
    await page.locator('.cart-line').first().waitFor()
    const [line] = await cartOf(page)
    expect(line).toContain('$17.50')
    expect(line).toContain('$70')
  })

  it('is told for a measure, for each choice', async () => {
    const page = await visit('/product/evening-candle')
    const told = page.locator('.product-buttons-term')
    expect(await told.innerText()).toBe('$18.89 / 100 g')
    await page.getByRole('button', { name: '400 g, two wicks' }).click()
    await expect.poll(() => told.innerText()).toBe('$14.50 / 100 g')
  })

  it('has with a reduction the lowest of the 30 days before it', { timeout: 60_000 }, async () => {
    const file = join(shop.dataDir, 'reduced.json')
    const sku = { sku: 'LOW-1', prices: { USD: { price: '80' } }, stock: 3 }
    const importing = async (prices: object): Promise<number> => {
      const products = [{ slug: 'low', title: { en: 'Low' }, skus: [{ ...sku, prices }] }]
      await writeFile(file, JSON.stringify({ format: 'violet-catalog', version: 1, products }))
      return (await violet(['import', file], { dataDir: shop.dataDir })).code
    }
    expect(await importing({ USD: { price: '80' } })).toBe(0)
    expect(await importing({ USD: { price: '60', linePrice: '99' } })).toBe(0)
    const page = await visit('/product/low')
    expect(await page.locator('.product-buttons-price').innerText()).toContain(
      'Lowest price in the 30 days before: $80',
    )
  })
})

it('tells when it arrives, by the days of the zone, and for large things others', async () => {
  const page = await visit('/product/field-plate', withoutScripts)
  const arrives = page.locator('.product-page-arrives')
  expect(await arrives.locator('p').innerText()).toMatch(/arrives \w{3}, \w{3} \d+.*Hong Kong and Macau$/s)
  await arrives.getByText('Elsewhere').click()
  expect(await arrives.locator('dt').count()).toBe(6)
  const spans = await arrives.locator('dd').allInnerTexts()
  await page.goto('/product/long-weekend-sofa')
  await page.locator('.product-page-arrives').getByText('Elsewhere').click()
  expect(await page.locator('.product-page-arrives dd').allInnerTexts()).not.toEqual(spans)
})

describe('what is sold out', () => {
  it('can be chosen, and asked for by mail', async () => {
    const page = await visit('/product/after-rain-diffuser/ARD-SMOKE-100')
    await page.getByRole('button', { name: '200 ml, sold out' }).click()
    await page.getByText('Tell me when it is back').waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/product/alert'))
    await page.getByRole('textbox', { name: 'Your email' }).fill('ada@shop.example')
    await page.getByRole('button', { name: 'Tell me', exact: true }).click()
    expect((await sent).postDataJSON()).toEqual({
      sku: 'ARD-SMOKE-200',
      kind: 'stock',
      email: 'ada@shop.example',
    })
    await page.getByText('We have sent you a mail').waitFor()
  })

  it('can be asked for by a plain post', async () => {
    const page = await visit('/product/after-rain-diffuser/ARD-SMOKE-200', withoutScripts)
    await page.getByRole('textbox', { name: 'Your email' }).fill('bo@shop.example')
    await page.getByRole('button', { name: 'Tell me', exact: true }).click()
    expect(page.url()).not.toContain('/form/')
    expect(await page.locator('h1').count()).toBe(1)
  })
})

describe('bought together', () => {
  it('puts all of them into the cart, in the colour that was chosen', async () => {
    const page = await visit('/product/field-plate')
    await page.getByRole('button', { name: 'Sage', exact: true }).click()
    await page.getByRole('button', { name: 'Add all 3 to cart' }).click()
    await page.locator('.cart-line').nth(2).waitFor()
    const lines = (await cartOf(page)).toSorted()
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Field Plate Sage')
    expect(lines[1]).toContain('Quiet Bowl')
    expect(lines[2]).toContain('Second Helping Napkins')
  })

  it('works by a plain post', async () => {
    const page = await visit('/product/field-plate', withoutScripts)
    await page.getByRole('button', { name: 'Add all 3 to cart' }).click()
    await page.waitForURL(/\/cart$/)
    expect(await page.locator('.cart-line').count()).toBe(3)
  })
})

describe('the reviews', () => {
  it('are narrowed to a score by its bar, with and without scripts', async () => {
    for (const options of [{}, withoutScripts]) {
      const page = await visit('/product/field-plate', options)
      await page.getByRole('link', { name: /^3 stars/ }).click()
      await page.waitForURL(/stars=3/)
      await page.getByRole('link', { name: 'All reviews' }).waitFor()
      const scores = page.locator('.review-head .score-stars')
      const labels = await scores.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      expect(new Set(labels)).toEqual(new Set(['3 out of 5']))
    }
  })

  it('open their pictures in the page, and give the focus back', async () => {
    const page = await visit('/product/long-weekend-sofa')
    const link = page.locator('[data-lightbox] a').first()
    await link.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    await link.click()
    const dialog = page.locator('dialog.lightbox')
    await expect
      .poll(() => dialog.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(400)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(page.url()).toContain('/product/long-weekend-sofa')
  })

  it('can be found helpful once', async () => {
    const page = await visit('/product/quiet-bowl')
    const form = page.locator('.review-helpful').last()
    await form.scrollIntoViewIfNeeded()
    const count = async (): Promise<number> =>
      Number.parseInt((await form.locator('output').innerText()) || '0', 10)
    const before = await count()
    await page.waitForLoadState('networkidle')
    await form.getByRole('button').click()
    await expect.poll(count).toBe(before + 1)
    const review = await form.locator('[name=review]').inputValue()
    await page
      .context()
      .request.post('/form/review/helpful', { form: { review, next: '/product/quiet-bowl' } })
    const fresh = await page
      .context()
      .request.post('/api/web/review/helpful', { data: { review: Number(review) } })
    expect(await fresh.json()).toMatchObject({ data: { helpful: before + 1 } })
  })

  it('lead back to where one was by a plain post', async () => {
    const page = await visit('/product/quiet-bowl?order=new', withoutScripts)
    await page.locator('.review-helpful button').first().click()
    expect(new URL(page.url()).pathname).toBe('/product/quiet-bowl')
    expect(page.url()).toContain('order=new')
  })
})

it('copies its address where the browser cannot share it', async () => {
  const page = await visit('/product/field-plate/FPL-SAGE-27', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.waitForLoadState('networkidle')
  // The words are there for a second.
  await Promise.all([
    page.getByText('Link copied').waitFor(),
    page.getByRole('link', { name: 'Share' }).click(),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${shop.url}/product/field-plate/FPL-SAGE-27`,
  )
})

it('keeps the way into the cart in sight on a phone', async () => {
  const page = await visit('/product/field-plate', phone)
  for (const share of [0, 0.3, 0.6]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share)
    const box = await page.locator('.product-buttons-buy').boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(741)
    expect(box!.y).toBeGreaterThan(600)
  }
})
