import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '#test/chromium.ts'
import { openShop, type RunningShop } from './shop.ts'

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

/** A visitor's own browser; what it complains of fails the test. */
async function visit(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  try {
    await work(await context.newPage(), context)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

const drawer = (page: Page): Locator => page.locator('dialog.cart-drawer')
const addButton = (page: Page): Locator => page.getByRole('button', { name: 'Add to cart' })
const units = async (context: BrowserContext): Promise<number> =>
  Number((await context.cookies()).find(({ name }) => name === 'violet_cart_count')?.value ?? 0)

describe('choosing a specification', () => {
  it('changes address, price, picture and button at once, and survives a reload', () =>
    visit(async (page) => {
      await page.goto(`${shop.url}/product/trio-stool`)
      const before = await page.evaluate(() => history.length)
      await page.getByRole('button', { name: 'Rust', exact: true }).click()
      await page.waitForURL(/\/product\/trio-stool\/TRS-RUST$/)
      await expect
        .poll(() => page.locator('.product-image-strip').evaluate((strip) => strip.scrollLeft))
        .toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Plum, sold out' }).click()
      await page.waitForURL(/TRS-PLUM$/)
      const button = page.getByRole('button', { name: 'Sold out', exact: true })
      expect(await button.isDisabled()).toBe(true)
      expect(await page.evaluate(() => history.length)).toBe(before)
      await page.reload()
      expect(await button.isDisabled()).toBe(true)
      expect(await page.locator('.product-buttons-name').textContent()).toBe('Colour: Plum')
    }))
})

describe('the drawer', () => {
  it('shows what was added, keeps the focus, and gives it back', () =>
    visit(async (page) => {
      await page.goto(`${shop.url}/product/first-light-mug`)
      await addButton(page).click()
      await drawer(page).getByText('Added to your cart').waitFor()
      expect(await drawer(page).getByRole('link', { name: 'First Light Mug' }).isVisible()).toBe(true)
      expect(await drawer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await drawer(page).waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Add to cart')
    }))

  it('opens from the header, changes lines, and takes a removal back', () =>
    visit(async (page, context) => {
      for (const slug of ['first-light-mug', 'harbour-blanket']) {
        await page.goto(`${shop.url}/product/${slug}`)
        await addButton(page).click()
        await drawer(page).getByText('Added to your cart').waitFor()
      }
      await page.goto(`${shop.url}/`)
      await page.locator('a[data-cart-link]').click()
      await drawer(page).getByText('Your cart').waitFor()
      await expect
        .poll(() => drawer(page).locator('.cart-line-title').allTextContents())
        .toEqual(['Harbour Blanket', 'First Light Mug'])
      await drawer(page).getByRole('button', { name: 'One more of Harbour Blanket' }).click()
      await expect.poll(() => units(context)).toBe(3)
      await drawer(page).getByRole('button', { name: 'Remove Harbour Blanket' }).click()
      await expect.poll(() => units(context)).toBe(1)
      await drawer(page).getByRole('button', { name: 'Put it back' }).click()
      await expect.poll(() => units(context)).toBe(3)
      expect(await drawer(page).locator('.cart-line-title').allTextContents()).toEqual([
        'Harbour Blanket',
        'First Light Mug',
      ])
    }))

  it('is no obstacle to a new window, and stays closed on the cart’s own page', () =>
    visit(async (page) => {
      await page.goto(`${shop.url}/cart`)
      await page.locator('a[data-cart-link]').click()
      await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
      expect(await drawer(page).count()).toBe(0)
    }))
})

it('says that all there are of a thing are in the cart already', () =>
  visit(async (page, context) => {
    await page.goto(`${shop.url}/product/harbour-blanket/HBB-INK`)
    expect(await page.locator('.product-buttons-stock').textContent()).toBe('Only 2 left')
    await page.getByRole('button', { name: 'One more' }).click()
    await addButton(page).click()
    await drawer(page).waitFor()
    await page.keyboard.press('Escape')
    await addButton(page).click()
    await page.getByRole('alert').getByText('All 2 that are left are already in your cart.').waitFor()
    expect(await units(context)).toBe(2)
  }))

describe('the cart', () => {
  it('ends in the last of many quick wishes', () =>
    visit(async (page, context) => {
      await page.goto(`${shop.url}/product/first-light-mug`)
      await addButton(page).click()
      await drawer(page).waitFor()
      await page.goto(`${shop.url}/cart`)
      const field = page.getByRole('spinbutton', { name: 'Quantity of First Light Mug' })
      await page.getByRole('button', { name: 'One more of First Light Mug' }).evaluate((button) => {
        for (let n = 0; n < 5; n++) (button as HTMLButtonElement).click()
      })
      await expect.poll(() => field.inputValue()).toBe('6')
      await expect.poll(() => units(context)).toBe(6)
      await field.fill('4')
      await field.press('Enter')
      await expect.poll(() => units(context)).toBe(4)
      await expect.poll(() => page.locator('.cart-sums-amount').textContent()).toBe('$72')
      await page.reload()
      expect(await field.inputValue()).toBe('4')
    }))

  it('hears of what another tab puts in', () =>
    visit(async (page, context) => {
      await page.goto(`${shop.url}/product/first-light-mug`)
      await addButton(page).click()
      await drawer(page).waitFor()
      await page.goto(`${shop.url}/cart`)
      await page.getByRole('button', { name: 'One more of First Light Mug' }).click()
      await expect.poll(() => units(context)).toBe(2)
      const other = await context.newPage()
      await other.goto(`${shop.url}/product/harbour-blanket`)
      await addButton(other).click()
      await expect
        .poll(() => page.locator('.cart .cart-line-title').allTextContents())
        .toEqual(['Harbour Blanket', 'First Light Mug'])
    }))
})

/** A cart with what a link names. */
async function takeFromLink(page: Page, items: string): Promise<void> {
  await page.goto(`${shop.url}/cart/link?items=${items}`)
  await page.getByRole('button', { name: 'Put all in my cart' }).click()
  await page.waitForURL(/\/cart$/)
}

describe('a cart by link', () => {
  it('changes nothing by being looked at, and puts all in by a press', () =>
    visit(async (page, context) => {
      await page.goto(`${shop.url}/cart/link?items=TRS-RUST:2,HBB-INK,NOPE`)
      await page.getByText('One thing of this cart cannot be bought now').waitFor()
      expect(await units(context)).toBe(0)
      await page.getByRole('button', { name: 'Put all in my cart' }).click()
      await expect.poll(() => units(context)).toBe(3)
      const shared = await page.getByRole('link', { name: 'Share this cart' }).getAttribute('href')
      await page.goto(new URL(shared ?? '', shop.url).href)
      expect(await page.locator('.cart-saved-line').count()).toBe(2)
    }))
})

describe('beside the lines', () => {
  it('a line is saved for later, taken back, and counted only while it is in the cart', () =>
    visit(async (page, context) => {
      await takeFromLink(page, 'TRS-RUST,FLM-SAGE-S:2')
      await page.locator('.cart-lines').getByRole('button', { name: 'Save for later: Trio Stool' }).click()
      await expect.poll(() => units(context)).toBe(2)
      const saved = page.getByRole('region', { name: 'Saved for later' })
      await saved.getByRole('link', { name: 'Trio Stool', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Put it back' }).click()
      await expect.poll(() => units(context)).toBe(3)
      await saved.waitFor({ state: 'hidden' })
    }))

  it('a code that there is not is answered beside its field, and what saves more is one press away', () =>
    visit(async (page) => {
      await takeFromLink(page, 'TRS-RUST:2')
      await page.getByRole('textbox', { name: 'Coupon code' }).fill('no-such-code')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('There is no coupon with this code.').waitFor()
      const before = await page.locator('.cart-sums-amount').textContent()
      await page.getByRole('button', { name: /^Use / }).click()
      await page.getByRole('list', { name: 'Coupons in your cart' }).waitFor()
      await expect.poll(() => page.locator('.cart-sums-amount').textContent()).not.toBe(before)
    }))

  it('a country shows what shipping costs; it, the coupon and the note begin the checkout', () =>
    visit(async (page) => {
      await takeFromLink(page, 'FLM-SAGE-S')
      await page.getByRole('combobox', { name: 'Shipping to' }).selectOption('DE')
      await page.locator('.cart-sums').getByText('Estimated total').waitFor()
      expect(await page.locator('.cart-estimate-methods').textContent()).toContain('Parcel from Rotterdam')
      await page.getByText('A note to your order').first().click()
      await page.getByRole('textbox', { name: 'A note to your order' }).fill('Ring twice.')
      await page.getByRole('button', { name: 'Check out' }).click()
      await page.waitForURL(/\/checkout\//)
      await page.goto(`${page.url().split('?')[0]}?step=information`)
      expect(await page.getByText('Ring twice.').count()).toBe(1)
    }))

  it('another choice takes the place of a line', () =>
    visit(async (page, context) => {
      await takeFromLink(page, 'TRS-RUST')
      await page.getByRole('button', { name: 'One more of Trio Stool' }).click()
      // The part is awake then: the link is no visit any more.
      await expect.poll(() => units(context)).toBe(2)
      await page.getByRole('link', { name: 'Choose another Trio Stool' }).click()
      const choice = page.getByRole('combobox', { name: 'Choose another Trio Stool' })
      await expect.poll(() => choice.evaluate((select) => select === document.activeElement)).toBe(true)
      await choice.selectOption('TRS-SAGE')
      await page.getByRole('button', { name: 'Take this one' }).click()
      await expect.poll(() => page.locator('.cart-line-choice').first().textContent()).toBe('Sage')
    }))
})

it('saves for later, exchanges, estimates and takes a coupon without scripts', () =>
  visit(
    async (page, context) => {
      await takeFromLink(page, 'TRS-RUST,FLM-SAGE-S')
      await page.getByRole('button', { name: 'Save for later: First Light Mug' }).click()
      await page.getByText('Saved for later, below.').waitFor()
      expect(await units(context)).toBe(1)
      await page.getByRole('button', { name: 'Move to cart: First Light Mug' }).click()
      await page.getByText('It is in your cart again.').waitFor()
      expect(await units(context)).toBe(2)
      await page.getByRole('link', { name: 'Choose another Trio Stool' }).click()
      await page.getByRole('combobox', { name: 'Choose another Trio Stool' }).selectOption('TRS-SAGE')
      await page.getByRole('button', { name: 'Take this one' }).click()
      await page.locator('.cart-line-choice').getByText('Sage', { exact: true }).waitFor()
      await page.getByRole('combobox', { name: 'Shipping to' }).selectOption('DE')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.locator('.cart-sums').getByText('Estimated total').waitFor()
      await page.getByRole('button', { name: /^Use / }).click()
      await page.getByText('The coupon is in your cart.').waitFor()
    },
    { javaScriptEnabled: false },
  ))

it('works without scripts from the choice to the undo', () =>
  visit(
    async (page, context) => {
      const field = page.getByRole('spinbutton', { name: 'Quantity of First Light Mug' })
      await page.goto(`${shop.url}/product/first-light-mug`)
      await page.getByRole('link', { name: 'Sage', exact: true }).click()
      await page.waitForURL(/FLM-SAGE-S$/)
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
      await addButton(page).click()
      await page.getByText('It is in your cart.').waitFor()
      await page.getByRole('button', { name: 'One more of First Light Mug' }).click()
      await expect.poll(() => field.inputValue()).toBe('4')
      await field.fill('7')
      await field.press('Enter')
      await expect.poll(() => units(context)).toBe(7)
      await page.getByRole('button', { name: 'One less of First Light Mug' }).click()
      await expect.poll(() => units(context)).toBe(6)
      await page.getByRole('button', { name: 'Remove First Light Mug' }).click()
      await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
      await page.getByRole('button', { name: 'Put it back' }).click()
      await expect.poll(() => units(context)).toBe(6)
      expect(await page.locator('.cart-line-choice').textContent()).toBe('Sage, Small, 220 ml')
    },
    { javaScriptEnabled: false },
  ))
