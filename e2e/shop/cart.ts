import type { Locator, Page } from '@playwright/test'
import { productAddress } from './product-address.ts'

export interface CartOf {
  /** Opens the product, by its English title, and puts it in. */
  add(title: string, sku?: string): Promise<void>
  /** Puts in what the page offers, and waits until the shop says so. */
  addThis(): Promise<void>
  addButton: Locator
  /** Opens it from the header: the drawer, or its own page without scripts. */
  open(): Promise<void>
  /** Its own page. */
  visit(): Promise<void>
  /** A cart with what a link names: `TRS-RUST:2,HBB-INK`. */
  takeFromLink(items: string): Promise<void>
  drawer: Locator
  lines: Locator
  /** The lines' titles, the newest first: on the page, and in the drawer. */
  titles: Locator
  quantityOf(title: string): Locator
  more(title: string): Locator
  less(title: string): Promise<void>
  remove(title: string): Promise<void>
  putBack(): Promise<void>
  /** The choice of each line, such as `Sage, Small`. */
  choices: Locator
  sum: Locator
  /** By the cookie; with scripts and without. */
  units(): Promise<number>
}

export function cartOf(page: Page, scripts: boolean): CartOf {
  const addButton = page.getByRole('button', { name: /^add to cart$/i }).first()
  const drawer = page.locator('dialog.cart-drawer')
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const cart: CartOf = {
    add: async (title, sku) => {
      await page.goto(productAddress(title, sku))
      await cart.addThis()
    },
    addThis: async () => {
      await addButton.click()
      await page.getByText(scripts ? 'Added to your cart' : 'It is in your cart.').waitFor()
    },
    addButton,
    open: async () => {
      await page.locator('a[data-cart-link]').click()
    },
    visit: async () => {
      await page.goto('/cart')
    },
    takeFromLink: async (items) => {
      await page.goto(`/cart/link?items=${items}`)
      await press('Put all in my cart')
      await page.waitForURL(/\/cart$/)
    },
    drawer,
    lines: page.locator('.cart-line'),
    titles: page.locator('.cart-line-title'),
    quantityOf: (title) => page.getByRole('spinbutton', { name: `Quantity of ${title}` }),
    more: (title) => page.getByRole('button', { name: `One more of ${title}` }),
    less: (title) => press(`One fewer of ${title}`),
    remove: (title) => press(`Remove ${title}`),
    putBack: () => press('Put it back'),
    choices: page.locator('.cart-line-choice'),
    sum: page.locator('.cart-sums-amount'),
    units: async () => {
      const cookies = await page.context().cookies()
      return Number(cookies.find(({ name }) => name === 'violet_cart_count')?.value ?? 0)
    },
  }
  return cart
}
