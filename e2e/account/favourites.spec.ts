import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { desktop, phone } from '../look/gallery.ts'
import { pairs } from '../whole.ts'

const mug = 'First Light Mug'
const bowl = 'Quiet Bowl'
const list = '/user/favorite'

const heartOf = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Favourite: ${title}` }).first()
const keep = (page: Page): Locator => page.getByRole('button', { name: 'Keep as favourite' })
const titles = (page: Page): Locator => page.locator('[data-favourite] .product-card-title')

/** Opens a page and waits for its hearts to be told whether they are pressed. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('.heart[aria-pressed]').first().waitFor({ state: 'attached' })
}

for (const [viewport, scripts] of pairs([phone, desktop], [true, false]))
  test.describe(`at ${viewport.width} px, scripts ${scripts}`, () => {
    test.use({ viewport, javaScriptEnabled: scripts })
    if (scripts) withScripts()
    else withoutScripts()
  })

function withScripts(): void {
  test('hearts are pressed, stay so on every page and after a reload, and are let go', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/favorite/whishList')) asked.push(request.url())
    })
    await open(page, '/category/tableware')
    const heart = heartOf(page, mug)
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    // Whoever has no favourites is not asked about.
    expect(asked).toEqual([])
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('.toast')).toContainText('Kept among your favourites.')
    await heartOf(page, bowl).click()
    await expect(heartOf(page, bowl)).toHaveAttribute('aria-pressed', 'true')
    expect(asked).toEqual([])

    await page.getByRole('link', { name: mug }).first().click()
    await page.waitForURL('**/product/first-light-mug**')
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')
    expect(asked).toHaveLength(1)
    await keep(page).click()
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Removed from your favourites.')).toBeVisible()
    await page.reload()
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'false')
    await page.goto(list)
    await expect(titles(page)).toHaveText([bowl])
  })

  test('the list is shown, shortened and shared', async ({ page, visitor }) => {
    await open(page, '/category/tableware')
    for (const title of [mug, bowl]) {
      await heartOf(page, title).click()
      await expect(heartOf(page, title)).toHaveAttribute('aria-pressed', 'true')
    }
    await open(page, '/article/three-lamps')
    await keep(page).click()
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true')

    await page.getByText('See them all').click()
    await page.waitForURL('**/user/favorite?type=article')
    await expect(page.getByRole('link', { name: 'How to light a small room' })).toBeVisible()
    await page.getByRole('link', { name: /^Products/ }).click()
    await expect(titles(page)).toHaveText([bowl, mug])
    await expect(page).toFitTheWindow()
    await expect(page).toPassAxe()

    await page.locator('[data-favourite] form[data-action]').first().waitFor()
    await page.getByRole('button', { name: `Remove ${bowl}` }).click()
    await expect(titles(page)).toHaveText([mug])
    await expect(page.getByRole('link', { name: /^Products/ })).toHaveText(/1/)
    await expect(page.getByRole('button', { name: `Remove ${mug}` })).toBeFocused()

    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.waitForURL(/\/favorite\/shared\?list=[\w-]{43}$/)
    await expect(page.locator('.favourites-link code')).toHaveText(page.url())
    await expect(page).toFitTheWindow()
    await expect(page).toPassAxe()
    const friend = await visitor()
    await friend.page.goto(page.url())
    await expect(friend.page.locator('.product-card-title')).toHaveText([mug])
    await expect(friend.page.getByRole('button', { name: 'Withdraw the link' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Withdraw the link' }).click()
    await expect(page.getByText('The link no longer leads anywhere.')).toBeVisible()

    // The last one goes with its page; the articles are all that is left.
    await page.getByRole('button', { name: `Remove ${mug}` }).click()
    await expect(page.getByRole('link', { name: /^Articles/ })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await expect(page).toPassAxe()
  })
}

function withoutScripts(): void {
  test('hearts add, and the list removes and shares', async ({ page, visitor, complaints }) => {
    await page.goto('/category/tableware')
    await heartOf(page, mug).click()
    await page.waitForURL(`**${list}`)
    await expect(page.getByText('Kept among your favourites.')).toBeVisible()
    await page.goto('/product/quiet-bowl')
    await keep(page).click()
    await expect(titles(page)).toHaveText([bowl, mug])
    await page.goto('/article/three-lamps')
    await keep(page).click()
    await page.getByRole('link', { name: /^Articles/ }).click()
    await expect(page.getByRole('link', { name: 'How to light a small room' })).toBeVisible()
    await page.getByRole('link', { name: /^Products/ }).click()
    await page.getByRole('button', { name: `Remove ${bowl}` }).click()
    await expect(page.getByText('Removed from your favourites.')).toBeVisible()
    await expect(titles(page)).toHaveText([mug])
    await expect(page).toFitTheWindow()

    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = page.url()
    const friend = await visitor({ javaScriptEnabled: false })
    await friend.page.goto(link)
    await expect(friend.page.locator('.product-card-title')).toHaveText([mug])
    await page.getByRole('button', { name: 'Withdraw the link' }).click()
    complaints.expect('404 GET /favorite/shared')
    expect((await friend.page.reload())?.status()).toBe(404)
  })
}
