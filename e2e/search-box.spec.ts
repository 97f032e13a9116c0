import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Opens the box, and waits until it is awake. */
async function openBox(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator('[popovertarget=search]').first().click()
  await page.locator('#search-q[role=combobox]').waitFor()
}

/** What the box has asked the shop since: the words. */
function questions(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/search/suggest'))
      asked.push((JSON.parse(request.postData()!) as { q: string }).q)
  })
  return asked
}

test.describe('the search box', () => {
  test('groups what may be meant, goes through it by keys, and says how much there is', async ({ page }) => {
    const field = page.locator('#search-q')
    const chosen = page.locator('[role=option][aria-selected=true]')
    await openBox(page)
    await page.keyboard.type('lamp')
    await expect(page.locator('.search-option-product').first()).toBeVisible()
    await expect(page.locator('.search-box [role=status]')).toHaveText(
      /^\d+ suggestions?, \d+ products? found$/,
    )
    await expect(page.locator('.search-option-product mark').first()).toHaveText(/^lamp/i)
    await expect(page.locator('.search-option-product img').first()).toHaveAttribute('src', /^\/media\//)

    const options = page.locator('[role=option]')
    await page.keyboard.press('ArrowDown')
    await expect(field).toHaveAttribute('aria-activedescendant', 'search-option-0')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Home')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    const first = (await chosen.locator('.search-option-title').textContent())!
    await page.keyboard.press('Escape')
    await expect(chosen).toHaveCount(0)
    await expect(field).toHaveValue('lamp')
    await page.keyboard.press('ArrowDown')
    await expect(chosen.locator('.search-option-title')).toHaveText(first)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
    await expect(page.locator('#search:popover-open')).toHaveCount(0)
  })

  test('has nothing that a machine finds wrong', async ({ page }) => {
    await openBox(page)
    await page.keyboard.type('mug')
    await expect(page.locator('.search-option-product').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page).toPassAxe({ within: '#search' })
  })

  test('remembers on the device what was searched for, and forgets one, or all', async ({ page }) => {
    const open = page.locator('[popovertarget=search]').first()
    const field = page.locator('#search-q')
    await openBox(page)
    await page.keyboard.type('mug')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=mug/)
    await open.click()
    await field.fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=lamp/)
    await open.click()
    await field.fill('')
    const own = page.locator('.search-group-history .search-option-title')
    await expect(own).toHaveText(['lamp', 'mug'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(own).toHaveText(['mug'])
    await page.getByRole('button', { name: /^Clear:/ }).click()
    await expect(own).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('violet_searches'))).toBe(null)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 } })

    test('waits for the end of a syllable that is composed, and finds by Chinese words', async ({ page }) => {
      await openBox(page, '/zh')
      await page.clock.install()
      const asked = questions(page)
      const cdp = await page.context().newCDPSession(page)
      for (const text of ['d', 'de', 'deng']) {
        await cdp.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
        await page.clock.runFor(200)
      }
      expect(asked).toEqual([])
      await cdp.send('Input.insertText', { text: '灯' })
      await expect(page.locator('.search-option-product').first()).toBeVisible()
      expect(asked).toEqual(['灯'])
      await expect(page.locator('.search-option-product mark').first()).toHaveText('灯')
    })
  })

  test('asks once for a word, and forgets an older question for a newer one', async ({ page }) => {
    await openBox(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked = questions(page)
    for (const letter of 'bowl') {
      await page.keyboard.type(letter)
      await page.clock.runFor(100)
    }
    expect(asked).toEqual([])
    await page.clock.runFor(100)
    await expect(page.locator('.search-option-product').first()).toBeVisible()
    expect(asked).toEqual(['bowl'])
    await page.keyboard.type('s')
    await page.clock.runFor(200)
    await expect.poll(() => asked).toEqual(['bowl', 'bowls'])
    // The first word's answer is known.
    await page.keyboard.press('Backspace')
    await page.clock.runFor(400)
    await expect(page.locator('.search-option-product').first()).toBeVisible()
    expect(asked).toEqual(['bowl', 'bowls'])
  })
})
