import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launch } from '#test/chromium.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
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

const patiently = { timeout: 10_000 }

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  onTestFinished(() => context.close())
  return context.newPage()
}

const announcement = (page: Page) => page.getByRole('complementary', { name: 'Notice' })

describe('what stands above every page', () => {
  it('goes when it is dismissed and stays away, without a jump and without another page for it', async () => {
    const page = await visitor()
    await page.goto('/', { waitUntil: 'networkidle' })
    await announcement(page).getByRole('button', { name: 'Hide this announcement' }).click()
    await announcement(page).waitFor({ state: 'hidden', ...patiently })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    await page.addInitScript(watchShifts)
    const faults: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    const answer = await page.goto('/article', { waitUntil: 'networkidle' })
    expect(await announcement(page).count()).toBe(0)
    expect(await answer!.text()).toContain('data-announcement=')
    expect(await shiftsOf(page)).toEqual([])
    // Its script is allowed by its hash.
    expect(faults).toEqual([])
  })

  it('goes without scripts too, and leads back to where one was', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    await page.goto('/zh/page/about')
    const bar = page.getByRole('complementary', { name: '公告' })
    await bar.getByRole('button', { name: '不再显示这条公告' }).click()
    await bar.waitFor({ state: 'detached', ...patiently })
    expect(new URL(page.url()).pathname).toBe('/zh/page/about')
    await page.goto('/')
    expect(await announcement(page).count()).toBe(0)
  })
})

describe('a coupon', () => {
  it('is copied with one press', async () => {
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/coupon', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Copy the code CALM15' }).click()
    await page.getByText('The code is copied').waitFor(patiently)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CALM15')
    // The button stands on a card that leads to the coupon, and is not the way there.
    expect(new URL(page.url()).pathname).toBe('/coupon')
    await page.getByRole('link', { name: 'Fifteen off, calmly' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fifteen off, calmly' }).waitFor(patiently)
  })

  it('is words to be selected without scripts, and gone when it has ended', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    expect((await page.goto('/coupon/calm-fifteen'))!.status()).toBe(200)
    expect(await page.getByText('CALM15', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy the code CALM15' }).count()).toBe(0)
    expect((await page.goto('/coupon/summer-linen'))!.status()).toBe(410)
    expect(await page.getByText('This offer has ended.').isVisible()).toBe(true)
  })
})

const left = Math.floor((Date.parse('2027-01-31T15:59:59Z') - Date.now()) / 86_400_000)

it.skipIf(left < 1)('counts down to the end of an offer by the clock of the shop', async () => {
  const page = await visitor()
  // A visitor who is a year ahead.
  await page.clock.install({ time: new Date(Date.now() + 365 * 86_400_000) })
  await page.goto('/promotion/winter-textiles')
  const days = page.locator('.countdown-part').first().locator('b')
  await page.locator('x-island[c=countdown]').scrollIntoViewIfNeeded()
  await page.clock.runFor(3_000)
  await expect
    .poll(async () => Math.abs(Number(await days.textContent()) - left), patiently)
    .toBeLessThanOrEqual(1)
})

describe('an article', () => {
  it('leads to its sections, beside the text or folded above it', async () => {
    const wide = await visitor()
    await wide.goto('/article/three-lamps')
    const beside = wide.getByRole('navigation', { name: 'In this article' })
    await beside.getByRole('link', { name: 'Numbers worth keeping' }).click()
    expect(decodeURIComponent(new URL(wide.url()).hash)).toBe('#s-numbers-worth-keeping')
    const heading = wide.getByRole('heading', { name: 'Numbers worth keeping' })
    const header = (await wide.locator('body > header').boundingBox())!
    await expect.poll(async () => (await heading.boundingBox())!.y, patiently).toBeLessThan(400)
    expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height)

    const narrow = await visitor({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
    await narrow.goto('/zh-HK/article/what-glaze-is')
    expect(await narrow.getByRole('link', { name: '桶裏三樣東西', exact: true }).isVisible()).toBe(false)
    await narrow.locator('summary', { hasText: '本文目錄' }).click()
    await narrow.getByRole('link', { name: '桶裏三樣東西', exact: true }).click()
    expect(decodeURIComponent(new URL(narrow.url()).hash)).toBe('#s-桶裏三樣東西')
  })
})
