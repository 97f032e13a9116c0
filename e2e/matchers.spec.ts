import { stripVTControlCharacters } from 'node:util'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './look/shifts.ts'

/* Each matcher refuses a page that is made to be refused: one that cannot fail would prove nothing of the shop. */

// What is never so is asked for this long.
const atOnce = expect.configure({ timeout: 500 })

const { describe } = test

test.use({ pictures: true })

async function refusal(assertion: Promise<void>): Promise<string> {
  return assertion.then(
    () => 'nothing',
    (error: Error) => stripVTControlCharacters(error.message),
  )
}

describe('a matcher refuses', () => {
  test('another price, other units, another language', async ({ page, cart, listing }) => {
    await page.setContent('<html lang="en"><p class="product-card"><b class="price-now">$79</b></p>')
    await atOnce(listing).toShowPrice('$79')
    expect(await refusal(atOnce(listing).toShowPrice('$80'))).toContain('$79')
    await atOnce(cart).toHaveUnitsInBag(0)
    expect(await refusal(atOnce(cart).toHaveUnitsInBag(1))).toContain('Expected: 1')
    await atOnce(page).toBeInLanguage('en')
    expect(await refusal(atOnce(page).toBeInLanguage('zh-Hant-HK'))).toContain('en')
  })

  test('a page that is wider than the window, or cannot be read aloud', async ({ page }) => {
    await page.setContent('<img src="data:,"><p>Wide</p>')
    expect(await refusal(atOnce(page).toPassAxe())).toContain('image-alt')
    await atOnce(page).toFitTheWindow()
    await page.locator('p').evaluate((part) => (part.style.width = '3000px'))
    expect(await refusal(atOnce(page).toFitTheWindow())).toContain('Expected: 0')
  })

  test('a page that moves after it was painted', async ({ page }) => {
    await page.addInitScript(watchShifts)
    await page.goto('/cart')
    await atOnce(page).toHaveStoodStill()
    await page.locator('main').evaluate((part) => (part.style.marginBlockStart = '300px'))
    await expect.poll(() => refusal(atOnce(page).toHaveStoodStill())).toContain('main')
  })
})

describe('a visit', () => {
  test('fails of what was not expected, and of what was expected in vain', async ({ page, complaints }) => {
    await page.goto('/cart')
    complaints.expect('404 GET /nothing/here')
    expect(complaints.faults()).toEqual(['not heard: 404 GET /nothing/here'])
    await page.goto('/nothing/here')
    expect(complaints.faults()).toEqual([])
    await page.goto('/nothing/there')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody catches this')
      })
    })
    const heard = ['404 GET /nothing/there', 'Error: nobody catches this']
    await expect.poll(() => complaints.faults()).toEqual(heard)
    complaints.expect(...heard)
  })
})
