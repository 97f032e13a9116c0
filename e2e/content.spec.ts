import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bareOnPaper } from './look/paper.ts'
import { untilLater } from './shop/later.ts'
import { watchShifts } from './look/shifts.ts'

const { describe } = test

const announcement = (page: Page): Locator => page.getByRole('complementary', { name: 'Notice' })

describe('what stands above every page', () => {
  test('goes when it is dismissed and stays away, without a jump and without another page for it', async ({
    page,
  }) => {
    await page.goto('/')
    await untilLater(page)
    await announcement(page).getByRole('button', { name: 'Hide this announcement' }).click()
    await expect(announcement(page)).toBeHidden()
    await expect(page.locator('#main')).toBeFocused()

    // Its script is allowed by its hash: a browser that refused it would complain.
    await page.addInitScript(watchShifts)
    const answer = await page.goto('/article', { waitUntil: 'networkidle' })
    await expect(announcement(page)).toHaveCount(0)
    expect(await answer!.text()).toContain('data-announcement=')
    await expect(page).toHaveStoodStill()
  })

  describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('goes too, and leads back to where one was', async ({ page }) => {
      await page.goto('/zh/page/about')
      const bar = page.getByRole('complementary', { name: '公告' })
      await bar.getByRole('button', { name: '不再显示这条公告' }).click()
      await expect(bar).toHaveCount(0)
      await expect(page).toHaveURL(/\/zh\/page\/about$/)
      await page.goto('/')
      await expect(announcement(page)).toHaveCount(0)
    })
  })
})

describe('a coupon', () => {
  describe('with scripts', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

    test('is copied with one press', async ({ page }) => {
      await page.goto('/coupon')
      await untilLater(page)
      await page.getByRole('button', { name: 'Copy the code CALM15' }).click()
      await expect(page.getByText('The code is copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CALM15')
      // The button stands on a card that leads to the coupon, and is not the way there.
      await expect(page).toHaveURL(/\/coupon$/)
      await page.getByRole('link', { name: 'Fifteen off, calmly' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Fifteen off, calmly' })).toBeVisible()
    })
  })

  describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('is words to be selected, and gone when it has ended', async ({ page, complaints }) => {
      expect((await page.goto('/coupon/calm-fifteen'))!.status()).toBe(200)
      await expect(page.getByText('CALM15', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Copy the code CALM15' })).toHaveCount(0)
      complaints.expect('410 GET /coupon/summer-linen')
      await page.goto('/coupon/summer-linen')
      await expect(page.getByText('This offer has ended.')).toBeVisible()
    })
  })
})

test('counts down to the end of an offer by the clock of the shop', async ({ page }) => {
  const left = Math.floor((Date.parse('2027-01-31T15:59:59Z') - Date.now()) / 86_400_000)
  test.skip(left < 1, 'the offer has ended')
  // A visitor who is a year ahead.
  await page.clock.install({ time: new Date(Date.now() + 365 * 86_400_000) })
  await page.goto('/promotion/winter-textiles')
  const days = page.locator('.countdown-part').first().locator('b')
  await page.locator('x-island[c=countdown]').scrollIntoViewIfNeeded()
  await page.clock.runFor(3_000)
  await expect.poll(async () => Math.abs(Number(await days.textContent()) - left)).toBeLessThanOrEqual(1)
})

test('an article leads to its sections, beside the text or folded above it', async ({ page, visitor }) => {
  await page.goto('/article/three-lamps')
  expect(await bareOnPaper(page)).toEqual([])
  const beside = page.getByRole('navigation', { name: 'In this article' })
  await beside.getByRole('link', { name: 'Numbers worth keeping' }).click()
  await expect(page).toHaveURL(/#s-numbers-worth-keeping$/)
  const heading = page.getByRole('heading', { name: 'Numbers worth keeping' })
  const header = (await page.locator('body > header').boundingBox())!
  await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(400)
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height)

  const { page: narrow } = await visitor({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  await narrow.goto('/zh-HK/article/what-glaze-is')
  const section = narrow.getByRole('link', { name: '桶裏三樣東西', exact: true })
  await expect(section).toBeHidden()
  await narrow.locator('summary', { hasText: '本文目錄' }).click()
  await section.click()
  expect(decodeURIComponent(new URL(narrow.url()).hash)).toBe('#s-桶裏三樣東西')
})
